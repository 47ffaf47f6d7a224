import type { Cancel, Clock } from '../../kit/clock.ts';
import { withDeadline } from '../../kit/deadline.ts';
import { AppError } from '../../kit/errors.ts';
import type { Ids } from '../../kit/ids.ts';
import type { Random } from '../../kit/random.ts';
import { type Accounts, existingAccounts } from '../accounts/index.ts';
import type { OrderMarkets, Quotes } from '../execution/index.ts';
import type { OrderEvents, StoredOrder } from '../execution/types.ts';
import { symbolParts } from '../model/symbol.ts';
import type { ReadyBooks } from '../orderbook/index.ts';
import type { Orderbook } from '../orderbook/types.ts';
import { algorithms } from './registry.ts';
import type { ActingDeps } from './running/acting.ts';
import { createLateFills, findStarted, sameStart } from './running/ended.ts';
import { isEnded } from './running/lifecycle.ts';
import { createBookBeat, createMarketWatch } from './running/market.ts';
import { createNews } from './running/news.ts';
import { tcaOf } from './running/progress.ts';
import {
  maybeStarted,
  notRead,
  notTakenUp,
  notWrittenYet,
  refusedVerb,
  tooManyRuns,
} from './running/refusals.ts';
import { type AlgorithmRun, createRun, type RunObserver } from './running/run.ts';
import { snapshotOf } from './running/snapshot.ts';
import { checkStart, newRecord, startedText } from './running/starting.ts';
import { createTakingUp } from './running/takingUp.ts';
import type { Verb } from './running/thinking.ts';
import { createUsdRates } from './running/usdRates.ts';
import type {
  AlgorithmCaller,
  AlgorithmCreated,
  AlgorithmDraft,
  AlgorithmRecord,
  AlgorithmSave,
  AlgorithmSnapshot,
  AlgorithmStore,
  Algorithms,
} from './types.ts';

export type AlgorithmObserver = RunObserver & {
  /** Algorithms that were left unfinished cannot be read now; it is tried again. */
  algorithmsNotRead(error: unknown): void;
  algorithmStarted(record: AlgorithmRecord): void;
};

export interface AlgorithmHostDeps extends Pick<ActingDeps, 'execution' | 'orders' | 'estimate'> {
  readonly events: OrderEvents;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly store: AlgorithmStore;
  readonly epoch: number;
  readonly orderbook: Pick<Orderbook, 'book' | 'keep' | 'onChange'>;
  readonly books: ReadyBooks;
  readonly markets: OrderMarkets;
  readonly quotes: Pick<Quotes, 'usd'>;
  readonly clock: Clock;
  /** Of the algorithms alone: unguessable in production. */
  readonly random: Random;
  readonly ids: Ids;
  readonly observe: AlgorithmObserver;
}

/** The host of execution algorithms. */
export interface AlgorithmHost extends Algorithms {
  /** Takes up what an earlier process left. */
  begin(): void;
  /** Takes no step any more, cancels what rests, and leaves the rest to the next start. */
  stop(): Promise<void>;
}

/**
 * Algorithms under way at once. Twice what one process is measured to keep on schedule
 * (docs/benchmarks.md); more would delay all of them.
 */
const runsMax = 1_000;
/** A pause is answered when nothing is live any more, or with cancels still under way. */
const pauseMsMax = 10_000;
/** A verb waits that long for a database that does not take it; it is carried out all the same. */
const commandMsMax = 10_000;
/** A venue that does not answer must not hold up the end of the process for long. */
const leaveMsMax = 5_000;
/** For spreads and time-weighted mids. */
const sampleMs = 1_000;
/** What of a schedule's clock a crash repeats at most. */
const beatMs = 5_000;
/** Events tell of an order at once; a look finds only what an event missed. */
const lookMs = 15_000;
/** Only a fault or a sick database leaves an algorithm that nobody runs. */
const sweepMs = 60_000;
/** Newest lines of a history that are shown. */
const eventsShown = 500;

export function createAlgorithms(deps: AlgorithmHostDeps): AlgorithmHost {
  const { clock, store, epoch, observe } = deps;
  const leaving = new AbortController();
  const news = createNews();
  const beat = createBookBeat(deps.orderbook, clock);
  const rates = createUsdRates(deps.quotes, clock);
  const late = createLateFills({ ...deps, usd: rates.known, news });
  // Bounded by `runsMax`, and by what was under way when the last process ended.
  const runs = new Map<string, AlgorithmRun>();
  const cancels: Cancel[] = [];
  /** About to be stored and run by `start`: nobody takes them up. */
  const starting = new Set<string>();
  let isStopping = false;

  const track = (run: AlgorithmRun): AlgorithmRun => {
    const { id } = run.image.record();
    runs.set(id, run);
    void run.over.then(() => {
      runs.delete(id);
      for (const order of run.unheard()) late.heard(order);
    });
    return run;
  };
  const open = async (stored: Parameters<typeof createRun>[2]): Promise<AlgorithmRun> => {
    const { symbol, side, accountIds, type } = stored.record;
    const accounts = await existingAccounts(deps.accounts, accountIds);
    rates.want(symbolParts(symbol).quote);
    const venues = [...new Set(accounts.map(({ venue }) => venue))];
    const market = createMarketWatch(deps, symbol, { side, venues });
    const shared = { ...deps, beat, usd: rates.known, leaving: leaving.signal };
    const parts = { algorithm: algorithms[type], market, accounts };
    return createRun({ ...shared, changed: news.tell }, parts, stored);
  };
  const takingUp = createTakingUp({
    ...deps,
    isTaken: (id) => runs.has(id) || starting.has(id),
    isStopping: () => isStopping,
    search: late.search,
    async takeUp(stored, unsure) {
      const run = await open(stored);
      if (isStopping) return run.abandon();
      track(run);
      await rates.ready(symbolParts(stored.record.symbol).quote);
      await run.begin('recovered', unsure);
    },
  });
  const startRun = async (
    record: AlgorithmRecord,
    draft: AlgorithmDraft,
    caller: AlgorithmCaller,
  ) => {
    const run = await open({ record, children: [] });
    const { createdAtMs: atMs } = record;
    const events = [{ number: 1, atMs, kind: 'started', text: startedText(record) }] as const;
    try {
      // Where its first child would leave when nobody waits for it any more.
      if (isStopping) throw new AppError('SHUTTING_DOWN');
      const created = await createSurely(store, epoch, { record, children: [], events });
      if (created.kind === 'exists') {
        run.abandon();
        return snapshot(sameStart(created.record, draft, caller.reaches));
      }
    } catch (error) {
      run.abandon();
      throw error;
    }
    track(run);
    if (isStopping) run.leave();
    observe.algorithmStarted(record);
    news.tell(snapshot(record), events);
    await run.begin('started', []);
    return snapshot(run.image.record());
  };
  const heard = (order: StoredOrder): void => {
    if (order.parentId === undefined) return;
    const run = runs.get(order.parentId);
    if (run) run.heard(order);
    else if (order.clientOrderId.startsWith(`${order.parentId}.`)) late.heard(order);
  };

  const found = async (name: string, { reaches }: AlgorithmCaller): Promise<AlgorithmRecord> => {
    const record = await store.find(name).catch(notRead);
    // Of algorithms out of its reach a key does not learn that there are any.
    if (record?.accountIds.every(reaches)) return runs.get(record.id)?.image.record() ?? record;
    throw new AppError('ALGORITHM_NOT_FOUND', { message: `There is no algorithm ${name}.` });
  };
  const snapshot = (record: AlgorithmRecord): AlgorithmSnapshot =>
    snapshotOf(record, record.run.elapsedMs, record.run.savedAtMs);
  const command = async (name: string, verb: Verb, caller: AlgorithmCaller) => {
    const record = await found(name, caller);
    const run = runs.get(record.id);
    if (!run) {
      throw isEnded(record.status) ? refusedVerb(record, verb, 'has ended') : notTakenUp(record);
    }
    const late = () => notWrittenYet(record);
    await withDeadline({ clock, limitMs: commandMsMax, late }, () => run.command(verb));
    return run;
  };

  return {
    async start(draft, caller) {
      if (isStopping) throw new AppError('SHUTTING_DOWN');
      const first = await findStarted(store, draft, caller);
      if (first) return snapshot(first);
      if (runs.size + starting.size >= runsMax) throw tooManyRuns(runsMax);
      const atMs = clock.now();
      const id = deps.ids.timedUuid(atMs);
      starting.add(id);
      try {
        const checked = await checkStart({ ...deps, usd: rates }, draft);
        const record = newRecord(draft, checked, { id, atMs, actorId: caller.actorId });
        return await startRun(record, draft, caller);
      } finally {
        starting.delete(id);
      }
    },
    async pause(name, caller) {
      const run = await command(name, 'pause', caller);
      await run.quiet(pauseMsMax);
      return snapshot(run.image.record());
    },
    async resume(name, caller) {
      return snapshot((await command(name, 'resume', caller)).image.record());
    },
    async cancel(name, caller) {
      const run = await command(name, 'cancel', caller);
      await run.quiet(pauseMsMax);
      return snapshot(run.image.record());
    },
    async show(name, caller) {
      const record = await found(name, caller);
      const run = runs.get(record.id);
      const children = run
        ? [...run.image.children()]
        : await store.children(record.id).catch(notRead);
      const events = await store.events(record.id, eventsShown).catch(notRead);
      return { ...snapshot(record), children, events, tca: tcaOf(record) };
    },
    async list(query) {
      const { total, records } = await store.list(query).catch(notRead);
      return { total, algorithms: records.map(snapshot) };
    },
    news,
    begin() {
      cancels.push(
        deps.events.onOrder(heard),
        clock.every(sampleMs, () => {
          rates.refresh();
          for (const run of runs.values()) run.sample();
        }),
        clock.every(beatMs, () => {
          if (runs.size > 0) takingUp.beat().catch(observe.algorithmsNotRead);
        }),
        clock.every(lookMs, () => {
          for (const run of runs.values()) void run.lookAround();
        }),
        clock.every(sweepMs, takingUp.sweep),
      );
      takingUp.sweep();
    },
    async stop() {
      isStopping = true;
      for (const cancel of cancels) cancel();
      beat.close();
      // A sick database must not hold it up for ever.
      const reading = Promise.all([takingUp.idle(), late.idle()]);
      const read = new AbortController();
      await Promise.race([
        reading.finally(() => read.abort()),
        clock.sleep(leaveMsMax, read.signal),
      ]);
      const left = [...runs.values()];
      for (const run of left) run.leave();
      await Promise.all(left.map((run) => run.quiet(leaveMsMax)));
      if (left.length > 0) await takingUp.beat().catch(() => undefined);
      leaving.abort(new AppError('SHUTTING_DOWN'));
    },
  };
}

/** A lost answer is no refusal: what is stored runs, so it is looked up. */
async function createSurely(
  store: AlgorithmStore,
  epoch: number,
  save: AlgorithmSave,
): Promise<AlgorithmCreated> {
  const { record } = save;
  try {
    return await store.create(epoch, save);
  } catch (cause) {
    const found = await store.find(record.id).catch(() => {
      throw maybeStarted(record, cause);
    });
    if (found?.id === record.id) return { kind: 'recorded' };
    throw new AppError('STORE_UNAVAILABLE', { cause });
  }
}
