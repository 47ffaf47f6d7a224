import type { Clock } from '../../kit/clock.ts';
import { compareExact, exactly } from '../../kit/exact.ts';
import type { Account } from '../model/account.ts';
import type { VenueFill, VenueOrderState, VenueSession } from '../venues/venuePort.ts';
import { notSent } from './answers.ts';
import type { OrderOutcome, OrderStore, StoredOrder } from './orderStore.ts';
import { outcomeByFills } from './outcomeByFills.ts';
import { toOutcome } from './outcomes.ts';
import type { Sessions } from './sessions.ts';
import type { Settling } from './settling.ts';
import { isUnsettled, refOf } from './storedOrders.ts';
import { answerFrom, outcomeOf, patientMsMax } from './venueCalls.ts';

/**
 * Settles orders with an unknown outcome from the venue's evidence: the order itself, its fills, or
 * its absence once the request is too old to be accepted. Sends nothing.
 */
export interface Resolver {
  /** Begins to look up an order until it is settled. */
  watch(order: StoredOrder): void;
  /** Takes over orders that an earlier run left unsettled, and begins the lookups. */
  start(): void;
  /** Looks up all orders that are due; resolves when done. */
  look(): Promise<void>;
  /** Returns the number of unsettled orders. */
  count(): number;
  /** Aborts running lookups; resolves when their results are written. */
  stop(): Promise<void>;
}

export interface ResolverDeps {
  readonly orders: OrderStore;
  readonly sessions: Sessions;
  readonly settling: Settling;
  readonly find: (accountId: string) => Promise<Account>;
  readonly isSending: (orderId: string) => boolean;
  readonly clock: Clock;
  readonly observe: ResolverObserver;
}

export interface ResolverObserver {
  /** Called once for each order whose outcome is unknown. */
  orderUnknown(order: StoredOrder): void;
  orderResolved(order: StoredOrder, tookMs: number): void;
  resolverFailed(error: unknown): void;
}

/** Interval at which due orders are looked up. */
const beatMs = 1_000;
/** Longest pause between lookups of one order: after a minute the venue itself is failing. */
const pauseMsMax = 15_000;
/** Shortest time between two lookups of one order, which is the pause after the first. */
const alongMs = 2_000;
/** Time in which an order of an earlier version could leave; such orders do not store it. */
const sendWithinMsMax = 5_000;
/** Time that a call may take after it has left. */
const answerMsMax = 10_000;
/**
 * Maximum difference between the clocks of an exchange and of the process that signed: they are
 * compared while the exchange is in use, and signed times are corrected by the difference.
 */
const clockBoundMs = 1_000;
/** A younger row may be on its way although this process does not know it yet. */
const sweepAgeMs = 21_000;
/** Number of answers without the order before its absence counts: some venues acknowledge late. */
const absencesNeeded = 3;
/** Maximum number of orders being looked up: a venue that is down for minutes leaves hundreds. */
const watchedMax = 5_000;
/**
 * Maximum number of parallel lookups in a market, where the venue does not answer more of them
 * together: they share its budget with everything else.
 */
const lookupsAtOnce = 8;
/** Interval at which the store is searched for orders that nobody watches. */
const sweepMs = 30_000;
/** Maximum number of fills read to prove what an order did or did not trade. */
const fillsMax = 1_000;
/** Orders of one answer are settled within this time of each other. */
const sameMomentMs = 100;
/** The venue's clock may be behind ours. */
const clockSkewMs = 60_000;

interface Watched {
  readonly order: StoredOrder;
  readonly sinceMs: number;
  dueMs: number;
  lookedMs: number;
  looks: number;
  absences: number;
}

export function createResolver(deps: ResolverDeps): Resolver {
  const { clock, observe } = deps;
  const list = createWatchList(deps);
  let sweeping: Promise<void> | undefined;
  /** Running lookups by market: a market that waits for its venue must not delay the others. */
  const looking = new Map<string, Promise<void>>();
  const leaving = new AbortController();
  let cancelBeat: (() => void) | undefined;

  const lookAtMarket = async (market: string, asked: readonly Watched[]): Promise<void> => {
    const atOnce = await atOnceFor(deps, asked);
    const due = atOnce > lookupsAtOnce ? list.alongIn(market) : asked;
    for (let first = 0; first < due.length && !leaving.signal.aborted; first += atOnce) {
      const entries = due.slice(first, first + atOnce);
      const reads = createFillReads(deps, entries, leaving.signal);
      await Promise.all(
        entries.map(async (entry) => list.looked(entry, await resolveOrder(deps, entry, reads))),
      );
    }
  };
  const lookAtDue = async (): Promise<void> => {
    await list.sweep();
    for (const [market, due] of Map.groupBy(list.due(), marketOf)) {
      if (looking.has(market)) continue;
      const look = lookAtMarket(market, due)
        .catch((error: unknown) => observe.resolverFailed(error))
        .finally(() => looking.delete(market));
      looking.set(market, look);
    }
  };
  const look = async (): Promise<void> => {
    sweeping ??= lookAtDue()
      .catch((error: unknown) => observe.resolverFailed(error))
      .finally(() => {
        sweeping = undefined;
      });
    await sweeping;
    await Promise.all(looking.values());
  };
  return {
    watch: list.watch,
    look,
    count: list.count,
    start() {
      cancelBeat = clock.every(beatMs, () => void look());
      void look();
    },
    async stop() {
      cancelBeat?.();
      leaving.abort(new Error('The service stops.'));
      await sweeping;
      await Promise.all(looking.values());
    },
  };
}

function marketOf({ order: { accountId, marketType } }: Watched): string {
  return `${accountId} ${marketType}`;
}

async function atOnceFor(
  { sessions, find }: ResolverDeps,
  [first]: readonly Watched[],
): Promise<number> {
  if (!first) return lookupsAtOnce;
  const { accountId, marketType } = first.order;
  try {
    const session = sessions.of(await find(accountId), 'proof');
    return Math.max(lookupsAtOnce, session.togetherMax?.(marketType) ?? 1);
  } catch {
    // The lookup of each order reports why it cannot be made.
    return lookupsAtOnce;
  }
}

/** Holds the watched orders and when each is due. */
function createWatchList({ orders, clock, observe, isSending }: ResolverDeps) {
  const watched = new Map<string, Watched>();
  let sweptMs = Number.NEGATIVE_INFINITY;
  const watch = (order: StoredOrder): void => {
    if (watched.has(order.id) || watched.size >= watchedMax) return;
    const sinceMs = clock.monotonic();
    watched.set(order.id, {
      order,
      sinceMs,
      dueMs: sinceMs,
      lookedMs: sinceMs,
      looks: 0,
      absences: 0,
    });
    observe.orderUnknown(order);
  };
  return {
    watch,
    count: () => watched.size,
    /** Takes over orders of an earlier run, and stored intents that nobody reported. */
    async sweep(): Promise<void> {
      if (clock.monotonic() - sweptMs < sweepMs) return;
      const isFirst = sweptMs === Number.NEGATIVE_INFINITY;
      const unsettled = await orders.unsettled(watchedMax);
      sweptMs = clock.monotonic();
      for (const order of unsettled) {
        // At the start no order is being sent: the lease of the process that wrote them has ended.
        const isLeft = isFirst || clock.now() - order.createdAtMs > sweepAgeMs;
        if (isLeft && !isSending(order.id)) watch(order);
      }
    },
    due(): Watched[] {
      const nowMs = clock.monotonic();
      return [...watched.values()].filter(({ dueMs }) => dueMs <= nowMs);
    },
    /**
     * Returns the orders of a market that may be looked up together with a due one at no extra
     * cost.
     */
    alongIn(market: string): Watched[] {
      const untilMs = clock.monotonic() - alongMs;
      return [...watched.values()].filter(
        (entry) => marketOf(entry) === market && (entry.looks === 0 || entry.lookedMs <= untilMs),
      );
    },
    looked(entry: Watched, settled: StoredOrder | Unsettled): void {
      const nowMs = clock.monotonic();
      entry.lookedMs = nowMs;
      if (settled === 'unstored') {
        entry.dueMs = nowMs + beatMs;
        return;
      }
      entry.looks += 1;
      entry.dueMs = nowMs + Math.min(pauseMsMax, beatMs * 2 ** entry.looks);
      if (!settled) return;
      watched.delete(entry.order.id);
      observe.orderResolved(settled, nowMs - entry.sinceMs);
    },
  };
}

/**
 * An order whose outcome is open, or is known and `unstored`. Then the next lookup must not wait:
 * pauses spare the exchange, and callers would wait for nothing else.
 */
type Unsettled = 'unstored' | undefined;

/** Looks up one order once; returns the order if it is settled. */
async function resolveOrder(
  deps: ResolverDeps,
  entry: Watched,
  reads: FillReads,
): Promise<StoredOrder | Unsettled> {
  const { clock, sessions, observe } = deps;
  const { order } = entry;
  if (deps.isSending(order.id)) return undefined;
  try {
    const session = sessions.of(await deps.find(order.accountId), 'proof');
    const [beganMs, askedMs] = [clock.now(), clock.monotonic()];
    const ask = (signal: AbortSignal) => session.lookup(refOf(order), signal);
    const within = { limitMs: patientMsMax, signal: reads.signal };
    const found = await outcomeOf(clock, ask, within);
    if (found.kind === 'found') {
      const sought = { order, said: found.order };
      if (mayHaveFilled(found.order)) await takeFills(deps, { session, reads, ...sought });
      return await settle(deps, order, toOutcome(found.order));
    }
    if (found.kind === 'unknown') return undefined;
    entry.absences += 1;
    // A lookup may take long: the order may have arrived while it waited.
    const sawAt = { wallMs: found.askedAtMs ?? beganMs, sinceWatchedMs: askedMs - entry.sinceMs };
    const isFinal = canArriveNoMore(order, session.takenWithinMs(order), sawAt);
    if (!isFinal || entry.absences < absencesNeeded) return undefined;
    const outcome = await proveAbsence(deps, { session, reads, order });
    return await settle(deps, order, outcome);
  } catch (error) {
    if (!reads.signal.aborted) observe.resolverFailed(error);
    return undefined;
  }
}

async function settle(
  { settling, observe }: ResolverDeps,
  { id }: StoredOrder,
  outcome: OrderOutcome,
): Promise<StoredOrder | Unsettled> {
  try {
    return settledBy(await settling.record(id, outcome));
  } catch (error) {
    observe.resolverFailed(error);
    return 'unstored';
  }
}

/**
 * Returns true for an order that its venue could no longer accept at the time of a lookup. The
 * order could leave until its `send_before`, its venue accepts it for some time after it was
 * signed, its call may have been running, and the clocks may differ. The wall clock may differ from
 * the one that wrote the row, and be wrong. Therefore the venue's time and the difference of the
 * clocks must also have passed since this process began to watch the order, when nobody could send
 * it any more.
 */
export function canArriveNoMore(
  order: Pick<StoredOrder, 'createdAtMs' | 'sendBeforeAtMs'>,
  takenWithinMs: number | undefined,
  { wallMs, sinceWatchedMs }: { readonly wallMs: number; readonly sinceWatchedMs: number },
): boolean {
  if (takenWithinMs === undefined) return false;
  const { createdAtMs, sendBeforeAtMs = createdAtMs + sendWithinMsMax } = order;
  const windowMs = takenWithinMs + clockBoundMs;
  return wallMs >= sendBeforeAtMs + windowMs + answerMsMax && sinceWatchedMs >= windowMs;
}

/** Returns the order only if it is settled: the venue may have reported nothing yet. */
function settledBy(order: StoredOrder | undefined): StoredOrder | undefined {
  return order && isUnsettled(order) ? undefined : order;
}

/** Returns true when an exchange took the order and reports its end without a complete fill. */
function mayHaveFilled({ status, quantity, filled }: VenueOrderState): boolean {
  const isOver = status === 'canceled' || status === 'expired';
  return isOver && compareExact(exactly(filled), exactly(quantity)) < 0;
}

/**
 * Returns the outcome of an order that its venue does not know. The venue may have forgotten an
 * order that is over: its fills are the last evidence. Without fills it never received the order.
 */
async function proveAbsence(deps: ResolverDeps, sought: Sought): Promise<OrderOutcome> {
  const { order } = sought;
  const own = await takeFills(deps, sought);
  const atMs = deps.clock.now();
  if (own.length === 0) {
    const reason = 'The exchange knows no such order: it never arrived.';
    return { status: 'rejected', rejectCode: notSent, reason, atMs };
  }
  const reason = 'Settled by its fills: the exchange no longer knows the order itself.';
  return outcomeByFills(order, own, { reason, atMs });
}

interface Sought {
  readonly session: VenueSession;
  readonly reads: FillReads;
  readonly order: StoredOrder;
  /** The venue's report of the order, if the venue knows it. */
  readonly said?: VenueOrderState;
}

/** Stores the order's fills since shortly before it was made, and returns them. */
async function takeFills(
  { settling }: ResolverDeps,
  { session, reads, order, said }: Sought,
): Promise<readonly VenueFill[]> {
  const { symbol, venueClientId: clientId } = order;
  const all = await reads.around(session, order);
  const venueOrderId = said?.venueOrderId ?? order.venueOrderId;
  const own = all
    .filter((fill) => fill.symbol === symbol)
    .filter((fill) => fill.clientId === clientId || fill.venueOrderId === venueOrderId)
    .map((fill) => ({ ...fill, clientId }));
  await settling.addFills(order.accountId, own);
  return own;
}

/** Fills that prove what became of orders which are looked up together. */
interface FillReads {
  /** Aborts when the service stops; the next process then asks. */
  readonly signal: AbortSignal;
  /** Returns the present fills since shortly before the order was made. */
  around(session: VenueSession, order: StoredOrder): Promise<readonly VenueFill[]>;
}

/**
 * Reads one list per symbol, for all of its orders that were looked up before the list was
 * requested.
 */
function createFillReads(
  { clock }: ResolverDeps,
  entries: readonly Watched[],
  signal: AbortSignal,
): FillReads {
  const oldestMs = Math.min(...entries.map(({ order }) => order.createdAtMs));
  const known = new Map<string, { readonly atMs: number; readonly all: Promise<Fills> }>();
  const read = (session: VenueSession, order: StoredOrder, madeMs: number): Promise<Fills> => {
    const { marketType, symbol } = order;
    const query = { marketType, symbol, sinceMs: madeMs - clockSkewMs, limit: fillsMax };
    const ask = (signal: AbortSignal) => session.fills(query, signal);
    return answerFrom(clock, ask, { limitMs: patientMsMax, signal });
  };
  return {
    signal,
    async around(session, order) {
      const nowMs = clock.monotonic();
      const earlier = known.get(order.symbol);
      const isFresh = earlier !== undefined && nowMs - earlier.atMs <= sameMomentMs;
      const all = isFresh ? earlier.all : read(session, order, oldestMs);
      if (!isFresh) known.set(order.symbol, { atMs: nowMs, all });
      const fills = await all;
      // A list that was cut off may lack just the fills of this order.
      return fills.length < fillsMax ? fills : read(session, order, order.createdAtMs);
    },
  };
}

type Fills = readonly VenueFill[];
