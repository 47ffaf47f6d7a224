import type { Cancel, Clock } from '../../kit/clock.ts';
import { withDeadline } from '../../kit/deadline.ts';
import { AppError } from '../../kit/errors.ts';
import type { Ids } from '../../kit/ids.ts';
import { mainOwner } from '../../kit/mainOwner.ts';
import type { Random } from '../../kit/random.ts';
import { createSlots } from '../../kit/slots.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Quotes, WorldOf } from '../execution/index.ts';
import type { OrderEvents, StoredOrder } from '../execution/types.ts';
import type { Orderbook } from '../orderbook/types.ts';
import type { ActingDeps } from './running/acting.ts';
import { createLateFills, findStarted, type LateFills, sameStart } from './running/ended.ts';
import type { Verb } from './running/intake.ts';
import { isEnded } from './running/lifecycle.ts';
import { createBookBeat } from './running/market.ts';
import { createAlgorithmEvents } from './running/news.ts';
import { opensContract, requireNoOpposite } from './running/opposites.ts';
import { tcaOf } from './running/progress.ts';
import { createRecovery, type Recovery } from './running/recovery.ts';
import {
  notRead,
  notTakenUp,
  notWrittenYet,
  refusedVerb,
  tooManyOwnRuns,
  tooManyRuns,
} from './running/refusals.ts';
import { createRoster, type Roster } from './running/roster.ts';
import type { AlgorithmRun, RunObserver } from './running/run.ts';
import { snapshotOf } from './running/snapshot.ts';
import { checkStart, type StartDeps } from './running/startChecks.ts';
import { newRecord } from './running/starting.ts';
import { createUsdRates, type UsdRates } from './running/usdRates.ts';
import type {
  AlgorithmCaller,
  AlgorithmRecord,
  AlgorithmSnapshot,
  AlgorithmStore,
  Algorithms,
} from './types.ts';

export type AlgorithmObserver = RunObserver & {
  /** Unfinished algorithms cannot be read now. The host tries again. */
  algorithmsNotRead(error: unknown): void;
  algorithmStarted(record: AlgorithmRecord): void;
};

export interface AlgorithmHostDeps
  extends Pick<ActingDeps, 'execution' | 'orders' | 'estimate' | 'carry'> {
  readonly events: OrderEvents;
  readonly accounts: Pick<Accounts, 'find' | 'isHalted'>;
  readonly store: AlgorithmStore;
  readonly epoch: number;
  readonly worldOf: WorldOf<'orderbook' | 'books' | 'markets'>;
  readonly onBookChange: Orderbook['onChange'];
  readonly quotes: Pick<Quotes, 'usd'>;
  readonly funds: StartDeps['funds'];
  readonly clock: Clock;
  /** Used by algorithms only: unguessable in production. */
  readonly random: Random;
  readonly ids: Ids;
  readonly observe: AlgorithmObserver;
}

/** The host of execution algorithms. */
export interface AlgorithmHost extends Algorithms {
  /** Takes up the algorithms of an earlier process. */
  begin(): void;
  /**
   * Takes no more steps, and leaves everything else to the next start. Resting orders are cancelled
   * unless another process goes on with them.
   */
  stop(isHandedOver?: boolean): Promise<void>;
}

/**
 * Maximum number of running algorithms. Twice what the benchmarks run (docs/benchmarks.md); more
 * would delay all of them.
 */
const runsMax = 1_000;
/** Maximum for an owner other than `main`, so that none can take every place. */
const ownRunsMax = 500;
/** Longest time until a pause is answered. Cancels may still be under way then. */
const pauseMsMax = 10_000;
/** Longest wait of a verb for a database that does not take it. It is carried out all the same. */
const commandMsMax = 10_000;
/** A start is answered with its first step, if that is written within this time. */
const firstStepMsMax = 1_000;
/** A venue that does not answer must not delay the end of the process for long. */
const leaveMsMax = 5_000;
/** Period of samples for spreads and time-weighted mids. */
const sampleMs = 1_000;
/** The most of a schedule's clock that a crash repeats. */
const beatMs = 5_000;
/** Events report an order at once. A look-up finds only what an event missed. */
const lookMs = 15_000;
/** Only a fault or a failing database leaves an algorithm that nobody runs. */
const sweepMs = 60_000;
/** Number of orders that are looked up at the same time when algorithms are taken up. */
const askedAtOnce = 8;
/** Number of newest history entries that are shown. */
const eventsShown = 500;

export function createAlgorithms(deps: AlgorithmHostDeps): AlgorithmHost {
  const { clock } = deps;
  const leaving = new AbortController();
  const news = createAlgorithmEvents();
  const beat = createBookBeat(deps.onBookChange, clock);
  const rates = createUsdRates(deps.quotes, clock);
  const late = createLateFills({ ...deps, usd: rates.known, news });
  /** Algorithms that `start` stores and runs once they are checked. Nobody else takes them up. */
  const starting = new Map<string, Begun>();
  let isStopping = false;
  const roster = createRoster({
    ...deps,
    beat,
    rates,
    leaving: leaving.signal,
    asking: createSlots(askedAtOnce),
    isStopping: () => isStopping,
    changed: news.tell,
    unheard: late.heard,
  });
  const takingUp = createRecovery({
    ...deps,
    leaving: leaving.signal,
    roster,
    rates,
    isTaken: (id) => roster.get(id) !== undefined || starting.has(id),
    isStopping: () => isStopping,
    search: late.search,
  });
  const beats = createBeats({ ...deps, roster, rates, takingUp, late });
  const start = createStart(deps, { roster, rates, starting, news, isStopping: () => isStopping });
  return {
    start,
    news,
    ...createVerbs(deps, roster),
    begin: beats.begin,
    async stop(isHandedOver = false) {
      isStopping = true;
      beats.end();
      beat.close();
      if (!isHandedOver) {
        await leaveAll({ clock, roster, reading: [takingUp.idle(), late.idle()] });
      }
      const left = roster.all();
      if (left.length > 0) await takingUp.beat().catch(() => undefined);
      leaving.abort(new AppError('SHUTTING_DOWN'));
      if (isHandedOver) await overWithin(left, clock);
    },
  };
}

/** A start in progress. It has no record until it is checked. */
interface Begun {
  readonly owner: string;
  readonly record: AlgorithmRecord | undefined;
}

interface Starting {
  readonly roster: Roster;
  readonly rates: UsdRates;
  readonly starting: Map<string, Begun>;
  readonly news: ReturnType<typeof createAlgorithmEvents>;
  readonly isStopping: () => boolean;
}

function createStart(
  deps: AlgorithmHostDeps,
  { roster, rates, starting, news, isStopping }: Starting,
): Algorithms['start'] {
  const { clock, store } = deps;
  const underWay = () => [
    ...roster.all().map(({ image }) => image.record()),
    ...[...starting.values()].flatMap(({ record }) => (record ? [record] : [])),
  ];
  const refuseFull = (owner: string): void => {
    if (roster.all().length + starting.size >= runsMax) throw tooManyRuns(runsMax);
    const running = roster.all().filter(({ image }) => image.record().owner === owner);
    const begun = [...starting.values()].filter((each) => each.owner === owner);
    const isFull = running.length + begun.length >= ownRunsMax;
    if (owner !== mainOwner && isFull)
      throw tooManyOwnRuns({ ownMax: ownRunsMax, allMax: runsMax });
  };
  return async (draft, caller) => {
    if (isStopping()) throw new AppError('SHUTTING_DOWN');
    const first = await findStarted(store, draft, caller);
    if (first) return snapshotNow(first);
    refuseFull(caller.owner);
    const id = deps.ids.timedUuid(clock.now());
    starting.set(id, { owner: caller.owner, record: undefined });
    try {
      const checked = await checkStart({ ...deps, usd: rates }, draft);
      // Its clock begins now, because it may have waited for the first book.
      const atMs = clock.now();
      const record = newRecord(draft, checked, {
        id,
        atMs,
        actorId: caller.actorId,
        owner: caller.owner,
      });
      const stored = opensContract(record) ? await store.unfinished().catch(notRead) : [];
      // No await in between: of two that start together, the other one sees this one.
      requireNoOpposite(record, [...stored, ...underWay()]);
      starting.set(id, { owner: caller.owner, record });
      const launched = await roster.launch(record);
      if (launched.kind === 'exists') {
        return snapshotNow(sameStart(launched.record, draft, caller.reaches));
      }
      deps.observe.algorithmStarted(record);
      news.tell(snapshotNow(record), launched.events);
      await launched.run.begin('started', []);
      // The answer includes its levels and spread, but a slow database does not delay it.
      const { begun } = launched.run;
      await withDeadline({ clock, limitMs: firstStepMsMax }, () => begun).catch(() => undefined);
      return snapshotNow(launched.run.image.record());
    } finally {
      starting.delete(id);
    }
  };
}

function snapshotNow(record: AlgorithmRecord): AlgorithmSnapshot {
  return snapshotOf(record, record.run.elapsedMs, record.run.savedAtMs);
}

type Verbs = Pick<Algorithms, 'pause' | 'resume' | 'cancel' | 'show' | 'list'>;

/** The operations on an existing algorithm. */
function createVerbs({ store, clock }: AlgorithmHostDeps, roster: Roster): Verbs {
  const found = async (name: string, caller: AlgorithmCaller): Promise<AlgorithmRecord> => {
    const { owner, reaches } = caller;
    const record = await store.find(name, owner).catch(notRead);
    // A key must not learn that an algorithm out of its reach exists.
    if (record?.accountIds.every(reaches)) return roster.get(record.id)?.image.record() ?? record;
    throw new AppError('ALGORITHM_NOT_FOUND', { message: `There is no algorithm ${name}.` });
  };
  const command = async (name: string, verb: Verb, caller: AlgorithmCaller) => {
    const record = await found(name, caller);
    const run = roster.get(record.id);
    if (!run) {
      throw isEnded(record.status) ? refusedVerb(record, verb, 'has ended') : notTakenUp(record);
    }
    const late = () => notWrittenYet(record);
    await withDeadline({ clock, limitMs: commandMsMax, late }, () => run.command(verb));
    // Resting orders are cancelled. After a resume there is nothing to wait for.
    if (verb !== 'resume') await run.quiet(pauseMsMax);
    return snapshotNow(run.image.record());
  };
  return {
    pause: (name, caller) => command(name, 'pause', caller),
    resume: (name, caller) => command(name, 'resume', caller),
    cancel: (name, caller) => command(name, 'cancel', caller),
    async show(name, caller) {
      const record = await found(name, caller);
      const run = roster.get(record.id);
      const children = run
        ? [...run.image.children()]
        : await store.children(record.id).catch(notRead);
      const events = await store.events(record.id, eventsShown).catch(notRead);
      return { ...snapshotNow(record), children, events, tca: tcaOf(record) };
    },
    async list(query) {
      const { total, records } = await store.list(query).catch(notRead);
      return { total, algorithms: records.map(snapshotNow) };
    },
  };
}

interface BeatParts extends Pick<AlgorithmHostDeps, 'clock' | 'events' | 'observe'> {
  readonly roster: Roster;
  readonly rates: UsdRates;
  readonly takingUp: Recovery;
  readonly late: LateFills;
}

/** Starts the periodic work of the service. */
function createBeats({ clock, events, observe, roster, rates, takingUp, late }: BeatParts) {
  const cancels: Cancel[] = [];
  const heard = (order: StoredOrder): void => {
    if (order.parentId === undefined) return;
    const run = roster.get(order.parentId);
    if (run) run.heard(order);
    else if (order.clientOrderId.startsWith(`${order.parentId}.`)) late.heard(order);
  };
  return {
    begin(): void {
      cancels.push(
        events.onOrder(heard),
        clock.every(sampleMs, () => {
          rates.refresh();
          for (const run of roster.all()) run.sample();
        }),
        clock.every(beatMs, () => {
          if (roster.all().length > 0) takingUp.beat().catch(observe.algorithmsNotRead);
        }),
        clock.every(lookMs, () => {
          for (const run of roster.all()) void run.lookAround();
        }),
        clock.every(sweepMs, takingUp.sweep),
      );
      takingUp.sweep();
    },
    end(): void {
      for (const cancel of cancels) cancel();
    },
  };
}

/** Resolves once none of them has a child on its way, within bounds. */
async function overWithin(left: readonly AlgorithmRun[], clock: Clock): Promise<void> {
  await withDeadline({ clock, limitMs: leaveMsMax }, () =>
    Promise.all(left.map(({ over }) => over)),
  ).catch(() => undefined);
}

interface Leaving {
  readonly clock: Clock;
  readonly roster: Roster;
  /** Reads that are in progress. */
  readonly reading: readonly Promise<void>[];
}

/** Makes every algorithm cancel its resting orders, within a time limit. */
async function leaveAll({ clock, roster, reading }: Leaving): Promise<void> {
  // A failing database must not delay it for ever.
  const read = new AbortController();
  await Promise.race([
    Promise.all(reading).finally(() => read.abort()),
    clock.sleep(leaveMsMax, read.signal),
  ]);
  const left = roster.all();
  for (const run of left) run.leave();
  await Promise.all(left.map((run) => run.quiet(leaveMsMax)));
}
