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
import { answerFrom, outcomeOf } from './venueCalls.ts';

/**
 * Settles orders whose outcome is not known from the venue's evidence: the order itself, or its
 * fills, or its absence once the request is too old to be taken any more. Sends nothing.
 */
export interface Resolver {
  /** Looks after an order from now on. */
  watch(order: StoredOrder): void;
  /** Takes up what an earlier run left, and begins to look. */
  start(): void;
  /** Looks at everything that is due; resolves when it has. */
  look(): Promise<void>;
  /** Orders being looked after. */
  count(): number;
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
  /** An order's outcome is not known; told once for each. */
  orderUnknown(order: StoredOrder): void;
  orderResolved(order: StoredOrder, tookMs: number): void;
  resolverFailed(error: unknown): void;
}

/** How often what is due is looked at. */
const beatMs = 1_000;
/** Pauses between looks at one order: after a minute it is the venue that is out of order. */
const pauseMsMax = 15_000;
/**
 * Age at which a request can no longer be taken: our own deadline (10 s) and the window in which
 * venues accept a signed request (5 s) are over.
 */
const finalityMs = 15_000;
/** Answers that a venue knows no such order before that counts: some acknowledge late. */
const absencesNeeded = 3;
/** Orders looked after at once: a venue that is down for minutes leaves hundreds. */
const watchedMax = 5_000;
/** Lookups under way at a time: they share the venue's budget with everything else. */
const lookupsAtOnce = 8;
/** How often the store is asked for orders that nobody watches. */
const sweepMs = 30_000;
/** Fills read back to prove what of an order did or did not trade. */
const fillsMax = 1_000;
/** The venue's clock may be behind ours. */
const clockSkewMs = 60_000;

interface Watched {
  readonly order: StoredOrder;
  readonly sinceMs: number;
  dueMs: number;
  looks: number;
  absences: number;
}

export function createResolver(deps: ResolverDeps): Resolver {
  const { clock, observe } = deps;
  const list = createWatchList(deps);
  let looking: Promise<void> | undefined;
  let cancelBeat: (() => void) | undefined;

  const lookAtDue = async (): Promise<void> => {
    await list.sweep();
    const due = list.due();
    for (let first = 0; first < due.length; first += lookupsAtOnce) {
      await Promise.all(
        due.slice(first, first + lookupsAtOnce).map(async (entry) => {
          list.looked(entry, await resolveOrder(deps, entry));
        }),
      );
    }
  };
  const look = (): Promise<void> => {
    looking ??= lookAtDue()
      .catch((error: unknown) => observe.resolverFailed(error))
      .finally(() => {
        looking = undefined;
      });
    return looking;
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
      await looking;
    },
  };
}

/** The orders that are looked after, and when each is due. */
function createWatchList({ orders, clock, observe, isSending }: ResolverDeps) {
  const watched = new Map<string, Watched>();
  let sweptMs = Number.NEGATIVE_INFINITY;
  const watch = (order: StoredOrder): void => {
    if (watched.has(order.id) || watched.size >= watchedMax) return;
    const sinceMs = clock.monotonic();
    watched.set(order.id, { order, sinceMs, dueMs: sinceMs, looks: 0, absences: 0 });
    observe.orderUnknown(order);
  };
  return {
    watch,
    count: () => watched.size,
    /** Takes up orders of an earlier run, and intents that are stored though nobody was told. */
    async sweep(): Promise<void> {
      if (clock.monotonic() - sweptMs < sweepMs) return;
      const isFirst = sweptMs === Number.NEGATIVE_INFINITY;
      const unsettled = await orders.unsettled(watchedMax);
      sweptMs = clock.monotonic();
      for (const order of unsettled) {
        // A row that is young may be on its way without our knowing it yet; at the start none is.
        const isLeft = isFirst || clock.now() - order.createdAtMs > finalityMs;
        if (isLeft && !isSending(order.id)) watch(order);
      }
    },
    due(): Watched[] {
      const nowMs = clock.monotonic();
      return [...watched.values()].filter(({ dueMs }) => dueMs <= nowMs);
    },
    looked(entry: Watched, settled: StoredOrder | undefined): void {
      const nowMs = clock.monotonic();
      entry.looks += 1;
      entry.dueMs = nowMs + Math.min(pauseMsMax, beatMs * 2 ** entry.looks);
      if (!settled) return;
      watched.delete(entry.order.id);
      observe.orderResolved(settled, nowMs - entry.sinceMs);
    },
  };
}

/** One look; the order once it is settled. */
async function resolveOrder(deps: ResolverDeps, entry: Watched): Promise<StoredOrder | undefined> {
  const { clock, sessions, settling, observe } = deps;
  const { order } = entry;
  if (deps.isSending(order.id)) return undefined;
  try {
    const session = sessions.of(await deps.find(order.accountId), 'proof');
    const found = await outcomeOf(clock, (signal) => session.lookup(refOf(order), signal));
    if (found.kind === 'found') {
      if (mayHaveFilled(found.order)) await takeFills(deps, session, { order, said: found.order });
      return settledBy(await settling.record(order.id, toOutcome(found.order)));
    }
    if (found.kind === 'unknown') return undefined;
    entry.absences += 1;
    const isFinal = clock.now() - order.createdAtMs >= finalityMs;
    if (!isFinal || entry.absences < absencesNeeded) return undefined;
    const outcome = await proveAbsence(deps, session, order);
    return settledBy(await settling.record(order.id, outcome));
  } catch (error) {
    observe.resolverFailed(error);
    return undefined;
  }
}

/** Only what has a status of its own is settled: a venue may still have said nothing. */
function settledBy(order: StoredOrder | undefined): StoredOrder | undefined {
  return order && isUnsettled(order) ? undefined : order;
}

/** True where an exchange took the order and says that it is over, and that not all has filled. */
function mayHaveFilled({ status, quantity, filled }: VenueOrderState): boolean {
  const isOver = status === 'canceled' || status === 'expired';
  return isOver && compareExact(exactly(filled), exactly(quantity)) < 0;
}

/**
 * A venue that knows no such order may have forgotten one that is over: its fills are the last
 * evidence. Without any, it never got the order.
 */
async function proveAbsence(
  deps: ResolverDeps,
  session: VenueSession,
  order: StoredOrder,
): Promise<OrderOutcome> {
  const own = await takeFills(deps, session, { order });
  const atMs = deps.clock.now();
  if (own.length === 0) {
    const reason = 'The exchange knows no such order: it never arrived.';
    return { status: 'rejected', rejectCode: notSent, reason, atMs };
  }
  const reason = 'Settled by its fills: the exchange no longer knows the order itself.';
  return outcomeByFills(order, own, { reason, atMs });
}

interface Sought {
  readonly order: StoredOrder;
  /** As the venue says it is, where it knows the order. */
  readonly said?: VenueOrderState;
}

/** Stores the order's fills since shortly before it was made, and returns them. */
async function takeFills(
  { clock, settling }: ResolverDeps,
  session: VenueSession,
  { order, said }: Sought,
): Promise<readonly VenueFill[]> {
  const { marketType, symbol, createdAtMs, venueClientId: clientId } = order;
  const sinceMs = createdAtMs - clockSkewMs;
  const query = { marketType, symbol, sinceMs, limit: fillsMax };
  const all = await answerFrom(clock, (signal) => session.fills(query, signal));
  const venueOrderId = said?.venueOrderId ?? order.venueOrderId;
  const own = all
    .filter((fill) => fill.symbol === symbol)
    .filter((fill) => fill.clientId === clientId || fill.venueOrderId === venueOrderId)
    .map((fill) => ({ ...fill, clientId }));
  await settling.addFills(order.accountId, own);
  return own;
}
