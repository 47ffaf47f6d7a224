import type { Cancel, Clock } from '../../kit/clock.ts';
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
import { elapsedAfterRestart } from './running/recovering.ts';
import { type AlgorithmRun, createRun, type RunObserver } from './running/run.ts';
import { snapshotOf } from './running/snapshot.ts';
import { checkStart, newRecord, startedText } from './running/starting.ts';
import type { Verb } from './running/thinking.ts';
import { createUsdRates } from './running/usdRates.ts';
import type {
  AlgorithmCaller,
  AlgorithmRecord,
  AlgorithmSnapshot,
  AlgorithmStore,
  Algorithms,
  ChildRecord,
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

/** What there is to know of what an earlier process left. */
interface Left {
  readonly beatAtMs: number | undefined;
  readonly drifted: readonly { readonly id: string; readonly number: number }[];
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
  let starting = 0;
  let isStopping = false;
  let takingUp: Promise<void> | undefined;

  const track = (run: AlgorithmRun): AlgorithmRun => {
    const { id } = run.image.record();
    runs.set(id, run);
    void run.over.then(() => runs.delete(id));
    return run;
  };
  const open = async (
    record: AlgorithmRecord,
    children: Parameters<typeof createRun>[2]['children'],
  ) => {
    const accounts = await existingAccounts(deps.accounts, record.accountIds);
    const { symbol, side } = record;
    rates.want(symbolParts(symbol).quote);
    const venues = [...new Set(accounts.map(({ venue }) => venue))];
    const market = createMarketWatch(deps, symbol, { side, venues });
    const shared = { ...deps, beat, usd: rates.known, leaving: leaving.signal };
    const parts = { algorithm: algorithms[record.type], market, accounts };
    return createRun({ ...shared, changed: news.tell }, parts, { record, children });
  };

  const takeUpOne = async (record: AlgorithmRecord, left: Left): Promise<void> => {
    const { beatAtMs, drifted } = left;
    const children = await store.children(record.id);
    const isUnsure = ({ stage, number }: ChildRecord) =>
      stage !== 'over' || drifted.some(({ id, ...of }) => id === record.id && of.number === number);
    const elapsedMs = elapsedAfterRestart(record, { beatAtMs, nowMs: clock.now() });
    const run = await open({ ...record, run: { ...record.run, elapsedMs } }, children);
    if (isStopping || runs.has(record.id)) return;
    track(run);
    await rates.ready(symbolParts(record.symbol).quote);
    await run.begin('recovered', children.filter(isUnsure));
  };
  const takeUp = async (): Promise<void> => {
    const left = { beatAtMs: await store.lastBeat(), drifted: await store.drifted(undefined) };
    for (const record of await store.unfinished()) {
      if (isStopping) return;
      if (!runs.has(record.id)) await takeUpOne(record, left);
    }
    await late.search();
  };
  const sweep = (): void => {
    takingUp ??= takeUp()
      .catch((error: unknown) => {
        if (!isStopping) observe.algorithmsNotRead(error);
      })
      .finally(() => {
        takingUp = undefined;
      });
  };
  const heard = (order: StoredOrder): void => {
    if (order.parentId === undefined) return;
    const run = runs.get(order.parentId);
    if (run) run.heard(order);
    else if (order.clientOrderId.startsWith(`${order.parentId}.`)) late.heard(order);
  };

  const found = async (name: string, { reaches }: AlgorithmCaller): Promise<AlgorithmRecord> => {
    const record = await store.find(name);
    // Of algorithms out of its reach a key does not learn that there are any.
    if (record?.accountIds.every(reaches)) return runs.get(record.id)?.image.record() ?? record;
    throw new AppError('ALGORITHM_NOT_FOUND', { message: `There is no algorithm ${name}.` });
  };
  const snapshot = (record: AlgorithmRecord): AlgorithmSnapshot =>
    snapshotOf(record, record.run.elapsedMs, record.run.savedAtMs);
  const command = async (name: string, verb: Verb, caller: AlgorithmCaller) => {
    const record = await found(name, caller);
    const run = runs.get(record.id);
    if (!run) throw isEnded(record.status) ? hasEnded(record, verb) : notTakenUp(record);
    await run.command(verb);
    return run;
  };

  return {
    async start(draft, caller) {
      if (isStopping) throw new AppError('SHUTTING_DOWN');
      const first = await findStarted(store, draft, caller);
      if (first) return snapshot(first);
      if (runs.size + starting >= runsMax) throw tooMany();
      starting += 1;
      try {
        const checked = await checkStart({ ...deps, usd: rates }, draft);
        const atMs = clock.now();
        const record = newRecord(draft, checked, {
          ...{ id: deps.ids.timedUuid(atMs), atMs, actorId: caller.actorId },
        });
        const run = await open(record, []);
        const events = [{ number: 1, atMs, kind: 'started', text: startedText(record) }] as const;
        const created = await store.create(epoch, { record, children: [], events });
        if (created.kind === 'exists') {
          return snapshot(sameStart(created.record, draft, caller.reaches));
        }
        track(run);
        observe.algorithmStarted(record);
        news.tell(snapshot(record), events);
        await run.begin('started', []);
        return snapshot(run.image.record());
      } finally {
        starting -= 1;
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
      const children = run ? [...run.image.children()] : await store.children(record.id);
      const events = await store.events(record.id, eventsShown);
      return { ...snapshot(record), children, events, tca: tcaOf(record) };
    },
    async list(query) {
      const { total, records } = await store.list(query);
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
          if (runs.size > 0) store.beat(epoch, clock.now()).catch(observe.algorithmsNotRead);
        }),
        clock.every(lookMs, () => {
          for (const run of runs.values()) {
            void run.lookUp(run.image.live().filter(({ stage }) => stage === 'live'));
          }
        }),
        clock.every(sweepMs, sweep),
      );
      sweep();
    },
    async stop() {
      isStopping = true;
      for (const cancel of cancels) cancel();
      beat.close();
      await takingUp;
      await late.idle();
      const left = [...runs.values()];
      for (const run of left) run.leave();
      await Promise.all(left.map((run) => run.quiet(leaveMsMax)));
      if (left.length > 0) await store.beat(epoch, clock.now()).catch(() => undefined);
      leaving.abort(new AppError('SHUTTING_DOWN'));
    },
  };
}

function hasEnded({ id, status }: AlgorithmRecord, verb: Verb): AppError {
  const message = `The algorithm ${id} has ended (${status}): it cannot ${verb}.`;
  return new AppError('ALGORITHM_STATE', { message, data: { order_id: id, status } });
}

/** Between a start of the service and the moment the algorithm runs on. */
function notTakenUp({ id }: AlgorithmRecord): AppError {
  return new AppError('STORE_UNAVAILABLE', {
    message: `The algorithm ${id} is being taken up again. Try again shortly.`,
  });
}

function tooMany(): AppError {
  return new AppError('RATE_LIMITED', {
    message:
      `${runsMax} algorithms are under way, which is as many as may be. ` +
      'Try again when some have ended.',
  });
}
