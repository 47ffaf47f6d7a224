import type { StoreError } from '../../kit/errors.ts';
import type { Account, AccountId, UnifiedMode } from '../model/account.ts';
import type { ReadPurpose } from '../model/callPurpose.ts';
import type { MarketType, OrderType, Side, TimeInForce } from '../model/order.ts';
import type { PositionLeg } from '../model/positionLeg.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { AccountCheck } from './accountPort.ts';
import type { FeesSession } from './feesPort.ts';
import type { PerpsSession, WalletName } from './perpsPort.ts';

export { VenueUnavailableError } from '../model/venueUnavailableError.ts';

/**
 * An order that is ready to be sent: everything is decided, rounded and allowed. Numbers are
 * decimal text on the market's own grid.
 */
export interface VenueOrder {
  /**
   * Our own id, 32 hex digits, never used twice; the venue's dialect renders it as the venue needs.
   */
  readonly clientId: string;
  readonly symbol: InstrumentSymbol;
  readonly marketType: MarketType;
  readonly side: Side;
  readonly type: OrderType;
  /** In base units. */
  readonly quantity: string;
  readonly price: string | undefined;
  readonly stopPrice: string | undefined;
  /** In percent. */
  readonly trailingDelta: number | undefined;
  readonly timeInForce: TimeInForce;
  readonly reduceOnly: boolean;
  /**
   * The position leg that it opens or reduces, for an account in hedge mode; absent for all others.
   */
  readonly leg?: PositionLeg | undefined;
  /** Deadline on the monotonic clock; the order must not be sent later. */
  readonly sendBeforeMs?: number | undefined;
  /**
   * Asked when the order is sent, by a session that may hold it back before; false: it must not be
   * sent.
   */
  readonly leave?: (() => boolean) | undefined;
}

/** Identifies an order; a venue looks it up by whatever it knows. */
export interface OrderRef {
  readonly clientId: string;
  /** The venue's own id, once it has given one. */
  readonly venueOrderId: string | undefined;
  readonly symbol: InstrumentSymbol;
  readonly marketType: MarketType;
  /**
   * The last reported state, when a live stream has reported nothing since: if the order is open,
   * this is its state.
   */
  readonly unchanged?: VenueOrderState | undefined;
  /**
   * The terms that we sent, for venues that keep no id of ours; absent for orders made elsewhere.
   */
  readonly sent?: SentTerms;
}

/** An order that is not over, as it is stored. */
export interface InFlightRef extends OrderRef {
  /** True while nobody knows whether it arrived. */
  readonly isUnknown?: boolean;
}

export type SentTerms = Pick<VenueOrder, 'side' | 'quantity' | 'price' | 'stopPrice'>;

/** An order as it was reported `ageMs` ago, and which is proven to be unchanged. */
export interface RecalledOrder {
  readonly order: VenueOrderState;
  readonly ageMs: number;
}

/** All but `open` are final: closed, canceled, expired, rejected. */
export type VenueOrderStatus = 'open' | 'closed' | 'canceled' | 'expired' | 'rejected';

/**
 * An order as the venue has it: its figures are cumulative, so that hearing them twice does no
 * harm.
 */
export interface VenueOrderState {
  readonly clientId: string | undefined;
  readonly venueOrderId: string;
  readonly symbol: InstrumentSymbol;
  readonly marketType: MarketType;
  readonly side: Side;
  readonly type: OrderType;
  readonly status: VenueOrderStatus;
  readonly price: number | undefined;
  readonly stopPrice: number | undefined;
  /** In base units, exact decimal text. */
  readonly quantity: string;
  readonly filled: string;
  /** Mean price of the fills; undefined before the first. */
  readonly average: number | undefined;
  /** Quote units of the fills, exact decimal text. */
  readonly cost: string;
  /** Fees by asset, exact decimal text; negative is a rebate. */
  readonly fees: Readonly<Record<string, string>>;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly lastTradeAtMs: number | undefined;
  /** Why the order ended, when the venue says so. */
  readonly reason: string | undefined;
}

/** One execution; it never changes. */
export interface VenueFill {
  /** The venue's id of the fill, unique per account, class and symbol. */
  readonly venueTradeId: string;
  readonly venueOrderId: string;
  readonly clientId: string | undefined;
  readonly symbol: InstrumentSymbol;
  readonly marketType: MarketType;
  readonly side: Side;
  /**
   * The position leg that it opened or reduced; given for every contract of an account in hedge
   * mode.
   */
  readonly leg?: PositionLeg | undefined;
  readonly price: number;
  /** In base units, exact decimal text. */
  readonly quantity: string;
  /** Exact decimal text; negative is a rebate. */
  readonly fee: string;
  readonly feeAsset: string;
  readonly liquidity: 'maker' | 'taker';
  readonly atMs: number;
  /**
   * Position of the fill among the account's fills of the symbol in that millisecond: a whole
   * number that grows. Absent when the venue does not tell it; the order of equal numbers is not
   * told either.
   */
  readonly sequence?: string;
  /**
   * Amount by which the venue may round value and fee in the quote; absent when it keeps all
   * digits.
   */
  readonly quoteRounding?: string;
}

/** Why a venue did not accept an order. */
export type RejectCode =
  | 'INSUFFICIENT_BALANCE'
  | 'INSUFFICIENT_MARGIN'
  /** A post-only order would have taken. */
  | 'WOULD_TAKE'
  /** The market has already passed the trigger of a stop, or of a leg of a pair. */
  | 'WOULD_TRIGGER'
  /** The order is reduce-only, and there is no position that it could reduce. */
  | 'NOTHING_TO_REDUCE'
  /** It is a market order, and the other side of the book is empty. */
  | 'NO_LIQUIDITY'
  /** A fill-or-kill order could not be filled. */
  | 'CANNOT_FILL'
  /** No connection was made: the venue has seen nothing. */
  | 'NOT_SENT'
  /** Our own limiter held it back until it was of no use: the venue has seen nothing. */
  | 'RATE_LIMITED'
  /** The venue's id rules say that the id was used before: the order must be looked up. */
  | 'DUPLICATE'
  /** The venue does not accept a value; used for settings. */
  | 'INVALID'
  /** The account's position mode differs from the order's: the mode must be read again. */
  | 'POSITION_MODE'
  /** The account's margin differs from the order's: its mode must be read again. */
  | 'ACCOUNT_MODE'
  /** Not while there are positions or open orders; used for settings. */
  | 'CONFLICT'
  | 'OTHER';

/**
 * Outcome of sending an order. `unknown`: it may have reached the venue (timeout, reset, 5xx, an
 * unreadable answer); it must be looked up and never be sent again blindly.
 */
export type SubmitOutcome =
  | {
      readonly kind: 'acknowledged';
      readonly order: VenueOrderState;
      /** The venue gave only its id: the state of the order must still be looked up. */
      readonly isUnseen?: true;
    }
  | {
      readonly kind: 'rejected';
      readonly code: RejectCode;
      readonly message: string;
      /** Time until our own limiter would let such an order leave, when it held this one back. */
      readonly waitMs?: number;
    }
  | { readonly kind: 'unknown'; readonly message: string };

export type CancelOutcome =
  /** The order after the cancel; it may have filled first. */
  | { readonly kind: 'done'; readonly order: VenueOrderState }
  /** The venue accepted the cancel; the state of the order could not be seen yet. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'notFound' }
  /**
   * The request was never sent. When our own limits held it back, they have room after `waitMs`.
   */
  | { readonly kind: 'notSent'; readonly message: string; readonly waitMs?: number | undefined }
  | { readonly kind: 'unknown'; readonly message: string; readonly cause?: StoreError };

/** `absent`: the venue answered and knows no such order. `unknown`: it could not be asked. */
export type LookupOutcome =
  | {
      readonly kind: 'found';
      readonly order: VenueOrderState;
      /** The order ended, and no report of that was on its way: no other source will report it. */
      readonly isUnheard?: true;
    }
  | {
      readonly kind: 'absent';
      /**
       * Time when the lookup began, in ms since the epoch, when that may be before it was
       * requested.
       */
      readonly askedAtMs?: number;
    }
  | {
      readonly kind: 'unknown';
      readonly message: string;
      /** Set for a paper account, whose venue is our own database. */
      readonly cause?: StoreError;
      /** True when the venue answers, but has not reported everything about this order yet. */
      readonly isUnfinished?: true;
    };

/** Balances of one wallet by asset, exact decimal text. */
export type VenueBalances = Readonly<
  Record<string, { readonly free: string; readonly used: string; readonly total: string }>
>;

/** Events of an account that its session receives without asking. */
export interface SessionEvents {
  order(order: VenueOrderState): void;
  fill(fill: VenueFill): void;
}

/** The venue cancels the open orders of the market type unless it is set again in time. */
export interface DeadMansSetting {
  readonly marketType: MarketType;
  /** Symbols with open orders; some venues have a switch for each. */
  readonly symbols: readonly InstrumentSymbol[];
  /** Undefined switches it off. */
  readonly delayMs: number | undefined;
}

export interface FillsQuery {
  readonly marketType: MarketType;
  /**
   * The market whose fills are wanted, or all when it is absent; fills of others may be returned as
   * well.
   */
  readonly symbol?: InstrumentSymbol | undefined;
  readonly sinceMs: number;
  readonly limit: number;
}

/** The means of an account in a market, as its session knows them without asking anybody. */
export interface MeansNow {
  /**
   * Returns how much of an asset new orders may use in the wallet of the market, as exact decimal
   * text.
   */
  free(asset: string): string;
  /** Base units of the positions in the market, exact decimal text. */
  readonly long: string;
  readonly short: string;
  /** Undefined when margin is not counted by market. */
  readonly leverage: number | undefined;
  /** Part of its notional that a resting order holds for its fee. */
  readonly feeRate: number;
}

/** One position of each contract, or a long and a short one. */
export type PositionMode = 'one_way' | 'hedge';

/** One account at its venue, open. No call rejects for a reason of the venue. */
export interface VenueSession extends PerpsSession, FeesSession {
  /**
   * Returns the same session, whose reads wait for the venue's limits with this purpose; without it
   * they wait as reads of a caller. Absent where nothing is limited. The purpose of orders and
   * cancels does not change.
   */
  for?(purpose: ReadPurpose): VenueSession;
  /**
   * Returns the same session for one look at all market types: a list that serves several of them
   * is read once. Whoever looks again asks for another, since this one reads nothing new. Absent
   * where nothing is read twice.
   */
  forOneLook?(): VenueSession;
  /**
   * Orders may wait in the session for the venue's limits, call `leave` when they are sent, and are
   * given up unsent when their signal aborts before that.
   */
  readonly mayHoldBack?: true;
  submit(order: VenueOrder, signal: AbortSignal): Promise<SubmitOutcome>;
  /**
   * Returns how long after its signing the venue may still accept such an order, in ms by its own
   * clock. Undefined when it sets no bound: then no absence proves that the order never arrives.
   */
  takenWithinMs(order: Pick<VenueOrder, 'marketType' | 'type'>): number | undefined;
  cancel(ref: OrderRef, signal: AbortSignal): Promise<CancelOutcome>;
  lookup(ref: OrderRef, signal: AbortSignal): Promise<LookupOutcome>;
  /**
   * Returns how many orders the venue reports in one answer; each needs its own when this is
   * absent.
   */
  togetherMax?(marketType: MarketType): number;
  /** Answers without a request, when a live stream proves the state of an order; see the type. */
  recall?(ref: OrderRef): RecalledOrder | undefined;
  /** Rejects with `VenueUnavailableError` when the venue cannot be asked; so do the next two. */
  openOrders(
    marketType: MarketType,
    symbol: InstrumentSymbol | undefined,
    signal: AbortSignal,
  ): Promise<readonly VenueOrderState[]>;
  balances(marketType: MarketType, signal: AbortSignal): Promise<VenueBalances>;
  /**
   * Balances of a wallet that transfers reach and trading does not use; absent where there is none.
   */
  walletBalances?(wallet: WalletName, signal: AbortSignal): Promise<VenueBalances>;
  /** Present when the venue is this process itself; rejects while the account cannot be opened. */
  meansNow?(market: Pick<VenueOrder, 'symbol' | 'marketType' | 'side'>): Promise<MeansNow>;
  /**
   * Returns how many fills the venue lists within a call's time limit; a thousand when this is
   * absent.
   */
  fillsAtOnce?(marketType: MarketType): number | undefined;
  /** Returns fills at or after `sinceMs`, oldest first, at most `limit`. */
  fills(query: FillsQuery, signal: AbortSignal): Promise<readonly VenueFill[]>;
  /**
   * Market types in which the record of an order's end does not prove how much of it had filled.
   */
  readonly doubtfulEnds?: readonly MarketType[];
  /** Reads the fills of orders that ended a moment ago and are not complete yet. */
  bringFills?(signal: AbortSignal): Promise<void>;
  /** Present where the venue has one; see `DeadMansSetting`. */
  readonly deadMansSwitch?: {
    /** Market types whose orders it cancels. */
    readonly marketTypes: readonly MarketType[];
    /** Rejects with `VenueUnavailableError` when it may not have been set. */
    set(setting: DeadMansSetting, signal: AbortSignal): Promise<void>;
  };
  /** Checks the account without trading; left out where there is nothing to check. */
  verify?(signal: AbortSignal): Promise<readonly AccountCheck[]>;
  /**
   * Reads the account's position mode for contracts; undefined when the venue does not report it.
   * Left out where there is only one mode. Rejects with `VenueUnavailableError`.
   */
  positionMode?(signal: AbortSignal): Promise<PositionMode | undefined>;
  /**
   * Reads how the venue margins the account; undefined when it does not report that. Left out where
   * it has no unified accounts beside others. Rejects with `VenueUnavailableError`.
   */
  unifiedMode?(signal: AbortSignal): Promise<UnifiedMode | undefined>;
  /** Applies a change of the account that needs no new session: its limits, its fees. */
  renew?(account: Account): void;
  /** Answers the running calls whose order was taken, with what is known by now. */
  answerSoon?(): void;
  close(): Promise<void>;
}

/** The means by which changes of an open account's orders become known. */
export interface OrderUpdates {
  readonly accountId: AccountId;
  /** Number of orders in flight that are followed. */
  readonly following: number;
  /** The venue's streams for the account; empty when orders are polled. */
  readonly streams: readonly {
    readonly name: string;
    readonly state: 'closed' | 'opening' | 'live' | 'down';
    /** Time since the venue's last message or sign of life; undefined without a connection. */
    readonly quietMs: number | undefined;
  }[];
}

/** Opens accounts of one kind: paper, or live at a venue. */
export interface VenueConnector {
  open(account: Account, events: SessionEvents): VenueSession;
  /** Returns the updates of every open account; absent where nothing can be missed. */
  updates?(): readonly OrderUpdates[];
}
