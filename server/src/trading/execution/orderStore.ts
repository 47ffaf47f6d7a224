import type { AccountId } from '../model/account.ts';
import type { MarketType, OrderType, Side, TimeInForce } from '../model/order.ts';
import type { PositionLeg } from '../model/positionLeg.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueFill } from '../venues/venuePort.ts';

/** Of an order as it is stored (design: order statuses). */
export type StoredStatus =
  /** Stored, not acknowledged yet. */
  | 'pending'
  | 'open'
  | 'closed'
  | 'canceled'
  | 'expired'
  | 'rejected'
  /** Sent, outcome not known yet. */
  | 'unknown';

/** What is durable before an order leaves. Numbers are decimal text on the market's grid. */
export interface OrderIntent {
  /** Ours, a UUID. */
  readonly id: string;
  readonly accountId: AccountId;
  /** The caller's name for it, or ours when there was none; unique per account for ever. */
  readonly clientOrderId: string;
  /** What the venue is given as client id: 32 hex digits, unique for ever in all accounts. */
  readonly venueClientId: string;
  /** Of the request as it came: the same id with another request is another order. */
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
   * Reserved of the daily limit; 0 for orders that only reduce or close, which it never blocks:
   * such an order takes nothing of the limit when it fills either.
   */
  readonly reservedMicroUsd: number;
  /** USD of one unit of the quote when it was reserved, for settling by fills. */
  readonly quoteUsd: number;
  /** UTC day it counts in, YYYY-MM-DD. */
  readonly day: string;
  readonly createdAtMs: number;
  /** Epoch ms after which it is not sent any more; undefined for orders of earlier versions. */
  readonly sendBeforeAtMs?: number | undefined;
  /** Who asked: a key, or an algorithm or plan by its id. */
  readonly actorId: string;
  readonly parentId: string | undefined;
}

/** An order with all that is known of it. */
export interface StoredOrder extends OrderIntent {
  readonly status: StoredStatus;
  readonly venueOrderId: string | undefined;
  readonly filled: string;
  readonly average: number | undefined;
  readonly cost: string;
  readonly fee: string;
  readonly feeAsset: string | undefined;
  /** Our word for why it was rejected. */
  readonly rejectCode: string | undefined;
  readonly reason: string | undefined;
  readonly lastTradeAtMs: number | undefined;
  readonly updatedAtMs: number;
  /** Grows with every change. */
  readonly version: number;
}

export type ReserveOutcome =
  /** Durable: it may be sent. */
  | { readonly kind: 'recorded' }
  /** The client id was used before; nothing was written. */
  | { readonly kind: 'exists'; readonly order: StoredOrder }
  /** It would pass the daily limit; nothing was written. */
  | { readonly kind: 'overLimit'; readonly usedMicroUsd: number }
  /** It would pass the number of open orders allowed; nothing was written. */
  | { readonly kind: 'tooManyOpen'; readonly open: number };

/**
 * What the venue's word changes of an order; undefined leaves a field as it is. What it says of
 * fills is cumulative, and of two such words the one with more filled is the later, whatever the
 * clocks say. With `filled` above zero it says `cost` or `average`, else it is a fault of ours.
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

/** One execution as it is stored. */
export interface StoredFill extends Omit<VenueFill, 'clientId'> {
  readonly accountId: AccountId;
  /** Ours; undefined for a fill of an order that is not ours, or not known by then. */
  readonly orderId: string | undefined;
}

export interface DailyUsage {
  readonly usedMicroUsd: number;
  readonly orders: number;
}

/** Orders and what is reserved for them; the hot verbs are atomic and durable when they resolve. */
export interface OrderStore {
  /**
   * Reserves and records in one step: no interleaving of concurrent orders, of any process, passes
   * the limit or doubles a client id. Rejects with `StaleEpochError` from an old owner.
   */
  reserve(
    epoch: number,
    intent: OrderIntent,
    limits: { readonly dailyMicroUsd: number; readonly openOrdersMax: number | undefined },
  ): Promise<ReserveOutcome>;
  /**
   * Records what the venue said. Never takes back: a final status stays unless fills say more,
   * `filled` never shrinks, `unknown` gives way to anything the venue says. A rejection gives the
   * reservation back whole; a final order settles it to what its fills were worth. Returns the
   * order as it then stands, or undefined when there is none. Rejects with `StaleEpochError` from
   * an old owner.
   */
  record(epoch: number, id: string, outcome: OrderOutcome): Promise<StoredOrder | undefined>;
  /**
   * Stores each fill once, however often it is heard, and returns those that were new. Changes no
   * order: what is filled of an order is what `record` says. Rejects with `StaleEpochError` from an
   * old owner.
   */
  addFills(epoch: number, fills: readonly StoredFill[]): Promise<readonly StoredFill[]>;
  /**
   * By our id, the caller's client id, the client id that the venue has, or the venue's own id, in
   * this order, and of the symbol when one is given. Undefined as well when the venue's id is that
   * of several orders: it is unique only with account and symbol.
   */
  find(
    accountId: AccountId,
    name: string,
    symbol?: InstrumentSymbol,
  ): Promise<StoredOrder | undefined>;
  /** Orders whose outcome is open (`pending`, `unknown`), oldest first, for the reconciler. */
  unsettled(limit: number): Promise<readonly StoredOrder[]>;
  /** `open`, `pending` and `unknown` orders of an account, oldest first. */
  live(accountId: AccountId): Promise<readonly StoredOrder[]>;
  /** Fills of an order, oldest first; also those that came before its venue id was known. */
  fillsOf(order: StoredOrder): Promise<readonly StoredFill[]>;
  /** Fills of an account in one kind of market, within a time and at its ends. */
  fillsWithin(
    accountId: AccountId,
    within: { readonly marketType: MarketType; readonly fromMs: number; readonly toMs: number },
  ): Promise<readonly StoredFill[]>;
  /** Symbols of an account's orders that are open, or of which was heard since then. */
  symbolsSince(
    accountId: AccountId,
    marketType: MarketType,
    sinceMs: number,
  ): Promise<readonly InstrumentSymbol[]>;
  usage(accountId: AccountId, day: string): Promise<DailyUsage>;
  /** Why the account must stay, in a sentence: whatever an order says, it says of an account. */
  objection(account: { readonly id: AccountId }): Promise<string | undefined>;
}
