import type { Clock } from '../../../kit/clock.ts';
import type { OrderStore, StoredOrder } from '../orderStore.ts';

/** An order whose outcome is unknown, and what was done about it so far. */
export interface Watched {
  readonly order: StoredOrder;
  /** Times on the monotonic clock. */
  readonly sinceMs: number;
  dueMs: number;
  lookedMs: number;
  looks: number;
  /** Number of answers in which the venue knew no such order. */
  absences: number;
  /** True once it is certain that the venue knows no such order: only its fills are missing. */
  isAbsent: boolean;
  /** Time when the fills since the order was made were last read, for many orders at once. */
  fillsReadMs: number;
}

/**
 * The result of a look: the order when it is settled; `unstored` when its outcome is known and the
 * database did not take it; undefined when the outcome is still unknown. After `unstored` the next
 * look must not wait: pauses spare the exchange, and callers would wait for nothing else.
 */
export type LookResult = StoredOrder | 'unstored' | undefined;

/** Holds the orders with an unknown outcome and when each is due for a lookup. */
export interface WatchList {
  watch(order: StoredOrder): void;
  /** Removes an order that was settled, whoever found out. */
  settled(order: StoredOrder): void;
  looked(entry: Watched, result: LookResult): void;
  has(entry: Watched): boolean;
  count(): number;
  /** Takes over orders of an earlier run, and stored intents that nobody reported. */
  sweep(): Promise<void>;
  /** Returns the orders that are due, the one that has waited longest first. */
  due(): readonly Watched[];
  /** Returns the orders of a market that were not looked up in the last moment, as `due` does. */
  alongIn(market: string): readonly Watched[];
}

export interface WatchListDeps {
  readonly orders: Pick<OrderStore, 'unsettled'>;
  readonly isSending: (orderId: string) => boolean;
  readonly clock: Clock;
  readonly observe: WatchObserver;
}

export interface WatchObserver {
  /** Called once for each order whose outcome is unknown. */
  orderUnknown(order: StoredOrder): void;
  orderResolved(order: StoredOrder, tookMs: number): void;
}

/** Interval at which due orders are looked up. */
export const beatMs = 1_000;
/** Longest pause between lookups of one order: after a minute the venue itself is failing. */
const pauseMsMax = 15_000;
/** Shortest time between two lookups of one order, which is the pause after the first. */
const alongMs = 2_000;
/** A younger row may be on its way although this process does not know it yet. */
const sweepAgeMs = 21_000;
/** Maximum number of orders being looked up: a venue that is down for minutes leaves hundreds. */
const watchedMax = 5_000;
/** Interval at which the store is searched for orders that nobody watches. */
const sweepMs = 30_000;

export function createWatchList({ orders, isSending, clock, observe }: WatchListDeps): WatchList {
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
      isAbsent: false,
      fillsReadMs: Number.NEGATIVE_INFINITY,
    });
    observe.orderUnknown(order);
  };
  const settled = (order: StoredOrder): void => {
    const entry = watched.get(order.id);
    if (!entry) return;
    watched.delete(order.id);
    observe.orderResolved(order, clock.monotonic() - entry.sinceMs);
  };
  return {
    watch,
    settled,
    has: ({ order }) => watched.has(order.id),
    count: () => watched.size,
    async sweep() {
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
    due() {
      const nowMs = clock.monotonic();
      const due = [...watched.values()].filter(({ dueMs }) => dueMs <= nowMs);
      return due.sort((one, other) => one.dueMs - other.dueMs);
    },
    alongIn(market) {
      const untilMs = clock.monotonic() - alongMs;
      const along = [...watched.values()].filter(
        (entry) => marketOf(entry) === market && (entry.looks === 0 || entry.lookedMs <= untilMs),
      );
      return along.sort((one, other) => one.dueMs - other.dueMs);
    },
    looked(entry, result) {
      const nowMs = clock.monotonic();
      entry.lookedMs = nowMs;
      if (result === 'unstored') {
        entry.dueMs = nowMs + beatMs;
        return;
      }
      entry.looks += 1;
      entry.dueMs = nowMs + Math.min(pauseMsMax, beatMs * 2 ** entry.looks);
      if (result) settled(result);
    },
  };
}

/** Returns the name under which an account's orders of one market type are looked up together. */
export function marketOf({ order: { accountId, marketType } }: Watched): string {
  return `${accountId} ${marketType}`;
}
