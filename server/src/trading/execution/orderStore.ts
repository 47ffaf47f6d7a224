import type { AccountId } from '../model/account.ts';
import type { MarketType, OrderStatus, OrderType, Side, TimeInForce } from '../model/order.ts';
import type { PositionLeg } from '../model/positionLeg.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueFill } from '../venues/venuePort.ts';

/** Status of a stored order. */
export type StoredStatus = OrderStatus;

/**
 * The data that is durable before an order leaves. Numbers are decimal text on the market's grid.
 */
export interface OrderIntent {
  /** Our id, a UUID. */
  readonly id: string;
  readonly accountId: AccountId;
  /** The caller's id, or ours when there was none; unique per account for ever. */
  readonly clientOrderId: string;
  /** The client id that the venue receives: 32 hex digits, unique for ever in all accounts. */
  readonly venueClientId: string;
  /** Hash of the request: the same client id with another request means another order. */
  readonly requestHash: string;
  readonly symbol: InstrumentSymbol;
  readonly marketType: MarketType;
  readonly side: Side;
  readonly type: OrderType;
  readonly quantity: string;
  readonly price: string | undefined;
  readonly stopPrice: string | undefined;
  readonly trailingDelta: number | undefined;
  readonly timeInForce: TimeInForce;
  readonly reduceOnly: boolean;
  /** See `VenueOrder.leg`. */
  readonly leg?: PositionLeg | undefined;
  /**
   * Part of the daily limit that is reserved; 0 for orders that only reduce or close, which the
   * limit never blocks: their fills use nothing of it either.
   */
  readonly reservedMicroUsd: number;
  /** USD value of one unit of the quote at the reservation, for settling by fills. */
  readonly quoteUsd: number;
  /** UTC day in which the order counts, YYYY-MM-DD. */
  readonly day: string;
  readonly createdAtMs: number;
  /**
   * Epoch time in ms after which the order is not sent any more; undefined for orders of earlier
   * versions.
   */
  readonly sendBeforeAtMs?: number | undefined;
  /** Id of the key, algorithm or plan that asked for the order. */
  readonly actorId: string;
  readonly parentId: string | undefined;
}

/** An order with everything that is known about it. */
export interface StoredOrder extends OrderIntent {
  readonly status: StoredStatus;
  readonly venueOrderId: string | undefined;
  readonly filled: string;
  readonly average: number | undefined;
  readonly cost: string;
  readonly fee: string;
  readonly feeAsset: string | undefined;
  /** Our code for why it was rejected. */
  readonly rejectCode: string | undefined;
  readonly reason: string | undefined;
  readonly lastTradeAtMs: number | undefined;
  readonly updatedAtMs: number;
  /** Version of the order; it grows with every change. */
  readonly version: number;
}

export type ReserveOutcome =
  /** The intent is durable: the order may be sent. */
  | { readonly kind: 'recorded' }
  /** The client id was used before; nothing was written. */
  | { readonly kind: 'exists'; readonly order: StoredOrder }
  /** The order would exceed the daily limit; nothing was written. */
  | { readonly kind: 'overLimit'; readonly usedMicroUsd: number }
  /** The order would exceed the maximum number of open orders; nothing was written. */
  | { readonly kind: 'tooManyOpen'; readonly open: number };

/**
 * The changes that a venue's report makes to an order; undefined leaves a field unchanged. Filled
 * quantities are cumulative, and of two such reports the one with more filled is the later one,
 * whatever the clocks say. With `filled` above zero it must contain `cost` or `average`.
 */
export interface OrderOutcome {
  readonly status: StoredStatus;
  readonly venueOrderId?: string | undefined;
  readonly filled?: string | undefined;
  readonly average?: number | undefined;
  readonly cost?: string | undefined;
  readonly fee?: string | undefined;
  readonly feeAsset?: string | undefined;
  readonly rejectCode?: string | undefined;
  readonly reason?: string | undefined;
  readonly lastTradeAtMs?: number | undefined;
  readonly atMs: number;
}

/** One stored execution. */
export interface StoredFill extends Omit<VenueFill, 'clientId'> {
  readonly accountId: AccountId;
  /** Our order id; undefined for a fill of an order that is not ours, or was not yet known. */
  readonly orderId: string | undefined;
}

export interface DailyUsage {
  readonly usedMicroUsd: number;
  readonly orders: number;
}

/**
 * Stores orders and their reservations; the frequent methods are atomic, and durable when they
 * resolve.
 */
export interface OrderStore {
  /**
   * Reserves and records in one step: no interleaving of concurrent orders, of any process, exceeds
   * the limit or duplicates a client id. Rejects with `StaleEpochError` for an old owner.
   */
  reserve(
    epoch: number,
    intent: OrderIntent,
    limits: { readonly dailyMicroUsd: number; readonly openOrdersMax: number | undefined },
  ): Promise<ReserveOutcome>;
  /**
   * Records a venue's report. Nothing is taken back: a final status stays unless fills prove more,
   * `filled` never shrinks, and any report of the venue replaces `unknown`. A rejection returns the
   * whole reservation; a final order settles it to the value of its fills. Returns the order's new
   * state, or undefined when there is none. Rejects with `StaleEpochError` for an old owner.
   */
  record(epoch: number, id: string, outcome: OrderOutcome): Promise<StoredOrder | undefined>;
  /**
   * Stores each fill once, however often it arrives, and returns the new ones. Changes no order:
   * only `record` changes what is filled. Rejects with `StaleEpochError` for an old owner.
   */
  addFills(epoch: number, fills: readonly StoredFill[]): Promise<readonly StoredFill[]>;
  /**
   * Finds an order by our id, the caller's client id, the client id that the venue has, or the
   * venue's own id, in this order, and by symbol when one is given. Undefined also when several
   * orders have this venue id: it is unique only with account and symbol.
   */
  find(
    accountId: AccountId,
    name: string,
    symbol?: InstrumentSymbol,
  ): Promise<StoredOrder | undefined>;
  /**
   * Returns orders whose outcome is unknown (`pending`, `unknown`), oldest first, for the resolver.
   */
  unsettled(limit: number): Promise<readonly StoredOrder[]>;
  /** Returns the `open`, `pending` and `unknown` orders of an account, oldest first. */
  live(accountId: AccountId): Promise<readonly StoredOrder[]>;
  /**
   * Returns the fills of an order, oldest first, including those that arrived before its venue id
   * was known.
   */
  fillsOf(order: StoredOrder): Promise<readonly StoredFill[]>;
  /** Returns the fills of an account in one market type, between two times, both included. */
  fillsWithin(
    accountId: AccountId,
    within: { readonly marketType: MarketType; readonly fromMs: number; readonly toMs: number },
  ): Promise<readonly StoredFill[]>;
  /** Returns the symbols of an account's orders that are open or were updated since then. */
  symbolsSince(
    accountId: AccountId,
    marketType: MarketType,
    sinceMs: number,
  ): Promise<readonly InstrumentSymbol[]>;
  usage(accountId: AccountId, day: string): Promise<DailyUsage>;
  /**
   * Returns why the account must not be deleted, in a sentence: every order refers to its account.
   */
  reasonNotRemovable(account: { readonly id: AccountId }): Promise<string | undefined>;
}
