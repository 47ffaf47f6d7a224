import type { Cancel, Clock } from '../../../../kit/clock.ts';
import { AppError } from '../../../../kit/errors.ts';
import type { Accounts } from '../../../accounts/index.ts';
import { answerFrom, createAgenda, patientMsMax, type Sessions } from '../../../execution/index.ts';
import type { Account, AccountId } from '../../../model/account.ts';
import type { VenueTwap } from '../../../venues/perpsPort.ts';
import type { CollectStore } from '../../types.ts';
import { type ListsDeps, ledgerLists, oldFillLists, type ReadList, toTwapRecord } from './lists.ts';
import { createPace, type Pace } from './pace.ts';
import { createReadings, type Readings } from './reading.ts';

export interface CollectorObserver {
  /** A list could not be read; it is asked for again with the account's next turn. */
  listFailed(accountId: AccountId, list: string, error: unknown): void;
}

interface FillNews {
  readonly accountId: AccountId;
  readonly atMs: number;
}

export interface CollectorDeps extends Omit<ListsDeps, 'store'> {
  readonly accounts: Pick<Accounts, 'list'>;
  readonly sessions: Pick<Sessions, 'at' | 'of'>;
  readonly store: CollectStore;
  /** True when the account was compared with its exchange since the service began. */
  readonly isCompared: (accountId: AccountId) => boolean;
  readonly onFill: (listener: (fill: FillNews) => void) => Cancel;
  readonly clock: Clock;
  readonly observe: CollectorObserver;
}

/** Time since a list of an account was read to its end. */
export interface ListAge {
  readonly accountId: AccountId;
  readonly list: string;
  readonly seconds: number;
}

export interface Collector {
  /** A list is absent until it was read for the first time. */
  ages(): readonly ListAge[];
  start(): void;
  stop(): Promise<void>;
}

/** Interval at which accounts are checked for lists that are due. */
const beatMs = 1_000;
/** Older fills are imported for days, and the exchange books nothing new for them. */
const newFillMs = 900_000;
/** Accounts read at once: a venue that does not answer must not keep the others waiting. */
const lanesMax = 4;

/** Reads what exchanges book on accounts, each account once a minute while there is news of it. */
export function createCollector(deps: CollectorDeps): Collector {
  const { accounts, clock, observe } = deps;
  const stopping = new AbortController();
  const readings = createReadings({ ...deps, signal: stopping.signal });
  const agenda = createAgenda(clock.monotonic());
  const lanes = new Map<AccountId, Promise<void>>();
  const ages = createAges(clock);
  const pace = createPace(clock);
  let looking: Promise<void> | undefined;
  let cancelBeat: Cancel | undefined;
  let cancelFills: Cancel | undefined;

  const turn = createTurns(deps, { agenda, ages, pace, readings, signal: stopping.signal });
  const look = async (): Promise<void> => {
    const all = new Map((await accounts.list()).map((account) => [account.id, account]));
    agenda.update([...all.keys()], clock.monotonic());
    ages.keep(all);
    pace.keep(all);
    const [id] = lanes.size < lanesMax ? agenda.due(clock.monotonic()) : [];
    const account = id === undefined ? undefined : all.get(id);
    if (!account || stopping.signal.aborted) return;
    if (lanes.has(account.id)) return agenda.done(account.id, clock.monotonic(), true);
    const lane = turn(account).finally(() => lanes.delete(account.id));
    lanes.set(account.id, lane);
  };
  const beat = (): void => {
    looking ??= look()
      .catch((error: unknown) => observe.listFailed('*' as AccountId, '*', error))
      .finally(() => {
        looking = undefined;
      });
  };
  return {
    ages: ages.all,
    start() {
      cancelBeat = clock.every(beatMs, beat);
      // An exchange that fills an order books the result.
      cancelFills = deps.onFill((fill) => {
        const agoMs = clock.now() - fill.atMs;
        if (agoMs < newFillMs) pace.wake(fill.accountId);
      });
    },
    async stop() {
      cancelBeat?.();
      cancelFills?.();
      stopping.abort(new Error('the service stops'));
      await looking;
      await Promise.all(lanes.values());
    },
  };
}

interface TurnParts {
  readonly agenda: ReturnType<typeof createAgenda>;
  readonly ages: ReturnType<typeof createAges>;
  readonly pace: Pace;
  readonly readings: Readings;
  readonly signal: AbortSignal;
}

/** Reads what is due for an account, list by list. */
function createTurns(
  deps: CollectorDeps,
  { agenda, ages, pace, readings, signal }: TurnParts,
): (account: Account) => Promise<void> {
  const { clock, observe } = deps;
  const isDue = (id: AccountId, { name, everyMs = 0 }: ReadList): boolean =>
    ages.of(id, name) >= everyMs && pace.isDue(id, name);
  return async (account) => {
    let isWhole = true;
    // The turn is marked as done before it runs, so that the other accounts become due meanwhile.
    agenda.done(account.id, clock.monotonic(), true);
    for (const list of listsOf(deps, account, signal)) {
      if (signal.aborted) return;
      if (!isDue(account.id, list)) continue;
      const beganMs = clock.monotonic();
      try {
        const outcome = await list.run((each) => readings.readOn(account.id, each));
        pace.done(account.id, list.name, { outcome, beganMs });
        if (outcome === 'more') isWhole = false;
        else ages.read(account.id, list.name);
      } catch (error) {
        if (!signal.aborted) observe.listFailed(account.id, list.name, error);
      }
    }
    if (!isWhole) agenda.done(account.id, clock.monotonic(), false);
  };
}

/** Returns the lists that can be read now; none if the account cannot be reached as configured. */
function listsOf(deps: CollectorDeps, account: Account, signal: AbortSignal): readonly ReadList[] {
  // The comparison with the exchange comes before history, which may use up the budget of a whole
  // minute.
  if (account.mode === 'live' && !deps.isCompared(account.id)) return [];
  const session = reachable(() => deps.sessions.at(account, 'history'));
  if (!session) return [];
  const { twaps } = session;
  const orders = account.mode === 'live' && reachable(() => deps.sessions.of(account, 'history'));
  return [
    ...ledgerLists(deps, { account, session, nowMs: deps.clock.now() }),
    ...(twaps
      ? [
          twapsList(deps, account, () =>
            answerFrom(deps.clock, twaps, { signal, limitMs: patientMsMax }),
          ),
        ]
      : []),
    ...(orders ? oldFillLists(deps, account, orders) : []),
  ];
}

function twapsList(
  { store }: CollectorDeps,
  account: Account,
  read: () => Promise<readonly VenueTwap[]>,
): ReadList {
  return {
    name: 'twaps',
    async run() {
      await store.addTwaps((await read()).map((twap) => toTwapRecord(account, twap)));
      // It is one list of everything, new or not; slices that fill are reported as news themselves.
      return 'quiet';
    },
  };
}

function reachable<Session>(open: () => Session): Session | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function createAges(clock: Clock) {
  const readAt = new Map<AccountId, Map<string, number>>();
  return {
    read(id: AccountId, list: string): void {
      const lists = readAt.get(id) ?? new Map<string, number>();
      readAt.set(id, lists.set(list, clock.monotonic()));
    },
    /** Milliseconds since the list was read to its end. */
    of: (id: AccountId, list: string): number =>
      clock.monotonic() - (readAt.get(id)?.get(list) ?? Number.NEGATIVE_INFINITY),
    keep(accounts: ReadonlyMap<AccountId, unknown>): void {
      for (const id of readAt.keys()) if (!accounts.has(id)) readAt.delete(id);
    },
    all: (): readonly ListAge[] =>
      [...readAt].flatMap(([accountId, lists]) =>
        [...lists].map(([list, atMs]) => ({
          accountId,
          list,
          seconds: (clock.monotonic() - atMs) / 1_000,
        })),
      ),
  };
}
