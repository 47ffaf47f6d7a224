import type { StoreError } from '../../kit/errors.ts';
import type { Account, AccountId, UnifiedMode } from '../model/account.ts';
import type { ReadPurpose } from '../model/callPurpose.ts';
import type { MarketType, OrderType, Side, TimeInForce } from '../model/order.ts';
import type { PositionLeg } from '../model/positionLeg.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { FeesSession } from './feesPort.ts';
import type { PerpsSession, WalletName } from './perpsPort.ts';

export { VenueUnavailableError } from '../model/venueUnavailableError.ts';

/**
 * An order ready to be sent: everything is decided, rounded and allowed. Numbers are decimal text
 * on the market's own grid.
 */
export interface VenueOrder {
  /** Ours, 32 hex digits, new for ever; the venue renders it as it needs. */
  readonly clientId: string;
  readonly symbol: InstrumentSymbol;
  readonly marketType: MarketType;
  readonly side: Side;
  readonly type: OrderType;
  /** Base units. */
  readonly quantity: string;
  readonly price: string | undefined;
  readonly stopPrice: string | undefined;
  /** Percent. */
  readonly trailingDelta: number | undefined;
  readonly timeInForce: TimeInForce;
  readonly reduceOnly: boolean;
  /** The leg that it opens or reduces, of an account in hedge mode; absent for all others. */
  readonly leg?: PositionLeg | undefined;
  /** On the monotonic clock; later it must not leave. */
  readonly sendBeforeMs?: number | undefined;
  /** Asked as it leaves, by a session that may hold it back before; false: it must not leave. */
  readonly leave?: (() => boolean) | undefined;
}

/** Which order is meant; a venue looks it up by whatever it knows. */
export interface OrderRef {
  readonly clientId: string;
  /** The venue's own id, once it has told one. */
  readonly venueOrderId: string | undefined;
  readonly symbol: InstrumentSymbol;
  readonly marketType: MarketType;
  /** As it was last told, where a live stream has told nothing since: if it is open, it is this. */
  readonly unchanged?: VenueOrderState | undefined;
  /** The terms we sent, for venues that keep no name of ours; absent for orders made elsewhere. */
  readonly sent?: SentTerms;
}

export type SentTerms = Pick<VenueOrder, 'side' | 'quantity' | 'price' | 'stopPrice'>;

/** An order as it was told `ageMs` ago, and as it is proven to be still. */
export interface RecalledOrder {
  readonly order: VenueOrderState;
  readonly ageMs: number;
}

/** Final: closed, canceled, expired, rejected. */
export type VenueOrderStatus = 'open' | 'closed' | 'canceled' | 'expired' | 'rejected';

/** An order as the venue has it: cumulative truth, so that hearing it twice does no harm. */
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
  /** Base units, exact decimal text. */
  readonly quantity: string;
  readonly filled: string;
  /** Mean price of the fills; undefined before the first. */
  readonly average: number | undefined;
  /** Quote units of the fills, exact decimal text. */
  readonly cost: string;
  /** By asset, exact decimal text; negative is a rebate. */
  readonly fees: Readonly<Record<string, string>>;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly lastTradeAtMs: number | undefined;
  /** Why it ended, when the venue says so. */
  readonly reason: string | undefined;
}

/** One execution, once and for ever the same. */
export interface VenueFill {
  /** The venue's id of it, unique per account, class and symbol. */
  readonly venueTradeId: string;
  readonly venueOrderId: string;
  readonly clientId: string | undefined;
  readonly symbol: InstrumentSymbol;
  readonly marketType: MarketType;
  readonly side: Side;
  /** The leg that it opened or reduced; told of every contract of an account in hedge mode. */
  readonly leg?: PositionLeg | undefined;
  readonly price: number;
  /** Base units, exact decimal text. */
  readonly quantity: string;
  /** Exact decimal text; negative is a rebate. */
  readonly fee: string;
  readonly feeAsset: string;
  readonly liquidity: 'maker' | 'taker';
  readonly atMs: number;
  /**
   * Its place among the account's fills of the symbol in that millisecond: a whole number that
   * grows. Absent where the venue does not tell; of equal ones it does not tell either.
   */
  readonly sequence?: string;
  /** What the venue may round off value and fee in the quote; absent where it keeps all digits. */
  readonly quoteRounding?: string;
}

/** Why a venue did not take an order. */
export type RejectCode =
  | 'INSUFFICIENT_BALANCE'
  | 'INSUFFICIENT_MARGIN'
  /** Post-only would have taken. */
  | 'WOULD_TAKE'
  /** The trigger of a stop, or of a leg of a pair, has been passed already. */
  | 'WOULD_TRIGGER'
  /** Reduce-only, and no position stands against it. */
  | 'NOTHING_TO_REDUCE'
  /** A market order, and nothing stands on the other side of the book. */
  | 'NO_LIQUIDITY'
  /** Fill-or-kill could not fill. */
  | 'CANNOT_FILL'
  /** No connection came about: the venue has seen nothing. */
  | 'NOT_SENT'
  /** Our own limiter held it back for longer than it was of use: the venue has seen nothing. */
  | 'RATE_LIMITED'
  /** The venue's own id rules say it was there before: it must be looked up. */
  | 'DUPLICATE'
  /** A value that the venue does not take; of settings. */
  | 'INVALID'
  /** The account holds positions another way than the order says: its mode must be read anew. */
  | 'POSITION_MODE'
  /** The account is margined another way than the order says: its mode must be read anew. */
  | 'ACCOUNT_MODE'
  /** Not while there are positions or open orders; of settings. */
  | 'CONFLICT'
  | 'OTHER';

/**
 * What became of a sending. `unknown`: it may have reached the venue (timeout, reset, 5xx, an
 * answer nobody can read); it must be looked up and never be sent again blindly.
 */
export type SubmitOutcome =
  | {
      readonly kind: 'acknowledged';
      readonly order: VenueOrderState;
      /** The venue told its id alone: what became of it is still to be looked up. */
      readonly isUnseen?: true;
    }
  | {
      readonly kind: 'rejected';
      readonly code: RejectCode;
      readonly message: string;
      /** When our own limiter would let such an order leave, where it held this one back. */
      readonly waitMs?: number;
    }
  | { readonly kind: 'unknown'; readonly message: string };

export type CancelOutcome =
  /** The order after the cancel; it may have filled first. */
  | { readonly kind: 'done'; readonly order: VenueOrderState }
  /** The venue took the cancel; what became of the order could not be seen yet. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'notFound' }
  /** The request never left. Where our own limits held it back, they had room after so long. */
  | { readonly kind: 'notSent'; readonly message: string; readonly waitMs?: number | undefined }
  | { readonly kind: 'unknown'; readonly message: string; readonly cause?: StoreError };

/** `absent`: the venue answered and knows no such order. `unknown`: it could not be asked. */
export type LookupOutcome =
  | {
      readonly kind: 'found';
      readonly order: VenueOrderState;
      /** The order ended, and no word of that was on its way: nobody else will tell of it. */
      readonly isUnheard?: true;
    }
  | {
      readonly kind: 'absent';
      /** When the look began, epoch ms, where that may be before it was asked for. */
      readonly askedAtMs?: number;
    }
  | {
      readonly kind: 'unknown';
      readonly message: string;
      /** Of a paper account, whose venue is our own database. */
      readonly cause?: StoreError;
      /** The venue answers, and has not told all of this one order yet. */
      readonly isUnfinished?: true;
    };

/** Balances of one wallet by asset, exact decimal text. */
export type VenueBalances = Readonly<
  Record<string, { readonly free: string; readonly used: string; readonly total: string }>
>;

/** What a session hears of its account without asking. */
export interface SessionEvents {
  order(order: VenueOrderState): void;
  fill(fill: VenueFill): void;
}

/** One thing that was found out about an account before it trades. */
export interface AccountCheck {
  readonly check:
    | 'credentials'
    | 'clock'
    | 'trading'
    | 'withdrawals'
    | 'addresses'
    | 'position_mode'
    | 'unified_mode'
    | 'comparisons';
  /** What it is about: a venue may have a key for some market types each. */
  readonly marketTypes: readonly MarketType[];
  /** `warning`: it trades, and something about it is unwise. `unknown`: the venue does not say. */
  readonly status: 'ok' | 'warning' | 'failed' | 'unknown';
  readonly message: string;
}

/** The venue cancels the open orders of the market type unless it is set again in time. */
export interface DeadMansSetting {
  readonly marketType: MarketType;
  /** With open orders; some venues have a switch for each. */
  readonly symbols: readonly InstrumentSymbol[];
  /** Undefined takes it off. */
  readonly delayMs: number | undefined;
}

export interface FillsQuery {
  readonly marketType: MarketType;
  /** The market whose fills are wanted, or all where it is absent; others may be told as well. */
  readonly symbol?: InstrumentSymbol | undefined;
  readonly sinceMs: number;
  readonly limit: number;
}

/** What an account has for a market, as its session knows it without asking anybody. */
export interface MeansNow {
  /** What new orders may use of an asset in the wallet of the market, exact decimal text. */
  free(asset: string): string;
  /** Base units of the positions in the market, exact decimal text. */
  readonly long: string;
  readonly short: string;
  /** Undefined where margin is not counted by market. */
  readonly leverage: number | undefined;
  /** Share of its value that a resting order holds for its fee. */
  readonly feeRate: number;
}

/** One position of each contract, or a long and a short one. */
export type PositionMode = 'one_way' | 'hedge';

/** One account at its venue, open. No call rejects for a reason of the venue. */
export interface VenueSession extends PerpsSession, FeesSession {
  /**
   * The same session, whose reads wait for the limits of the venue as what they are for: without it
   * a caller waits for them. Absent where nothing is limited. Orders and cancels are what they are.
   */
  for?(purpose: ReadPurpose): VenueSession;
  /**
   * The same session for one look at all market types: a list that serves several of them is read
   * once. Whoever looks again asks for another, since this one hears nothing new. Absent where
   * nothing is read twice.
   */
  forOneLook?(): VenueSession;
  /**
   * Orders may wait in it for the limits of the venue, ask when they leave, and are given up unsent
   * when their signal aborts before that.
   */
  readonly mayHoldBack?: true;
  submit(order: VenueOrder, signal: AbortSignal): Promise<SubmitOutcome>;
  /**
   * For how long after it was signed the venue may still take such an order, in ms by its own
   * clock. Undefined where it sets no bound: then no absence proves that the order never arrives.
   */
  takenWithinMs(order: Pick<VenueOrder, 'marketType' | 'type'>): number | undefined;
  cancel(ref: OrderRef, signal: AbortSignal): Promise<CancelOutcome>;
  lookup(ref: OrderRef, signal: AbortSignal): Promise<LookupOutcome>;
  /** As many orders as the venue tells in one answer; each by itself where this is absent. */
  togetherMax?(marketType: MarketType): number;
  /** Answers without a question, where a live stream proves what an order is; see the type. */
  recall?(ref: OrderRef): RecalledOrder | undefined;
  /** Rejects with `VenueUnavailableError` when it cannot be asked; so do the next two. */
  openOrders(
    marketType: MarketType,
    symbol: InstrumentSymbol | undefined,
    signal: AbortSignal,
  ): Promise<readonly VenueOrderState[]>;
  balances(marketType: MarketType, signal: AbortSignal): Promise<VenueBalances>;
  /** Of a wallet that transfers reach and trading is not paid from; absent where there is none. */
  walletBalances?(wallet: WalletName, signal: AbortSignal): Promise<VenueBalances>;
  /** Present where the venue is this process itself; rejects while it cannot be opened. */
  meansNow?(market: Pick<VenueOrder, 'symbol' | 'marketType' | 'side'>): Promise<MeansNow>;
  /** Fills at or after `sinceMs`, oldest first, at most `limit`. */
  fills(query: FillsQuery, signal: AbortSignal): Promise<readonly VenueFill[]>;
  /** Market types in which the record of an order's end does not prove what of it had filled. */
  readonly doubtfulEnds?: readonly MarketType[];
  /** Reads the fills of orders that ended a moment ago, where it is not done with the order. */
  bringFills?(signal: AbortSignal): Promise<void>;
  /** Where the venue has one; see `DeadMansSetting`. */
  readonly deadMansSwitch?: {
    /** Market types it cancels orders of. */
    readonly marketTypes: readonly MarketType[];
    /** Rejects with `VenueUnavailableError` when it may not have been set. */
    set(setting: DeadMansSetting, signal: AbortSignal): Promise<void>;
  };
  /** Looks at the account without trading; left out where there is nothing to look at. */
  verify?(signal: AbortSignal): Promise<readonly AccountCheck[]>;
  /**
   * Reads how the account holds positions of contracts; undefined where the venue does not tell.
   * Left out where there is one way only. Rejects with `VenueUnavailableError`.
   */
  positionMode?(signal: AbortSignal): Promise<PositionMode | undefined>;
  /**
   * Reads how the venue margins the account; undefined where it does not tell. Left out where it
   * has no unified accounts beside others. Rejects with `VenueUnavailableError`.
   */
  unifiedMode?(signal: AbortSignal): Promise<UnifiedMode | undefined>;
  /** The account was changed in a way that needs no new session: its limits, its fees. */
  renew?(account: Account): void;
  close(): Promise<void>;
}

/** How what happens to the orders of an open account becomes known. */
export interface OrderUpdates {
  readonly accountId: AccountId;
  /** Orders in flight that are looked after. */
  readonly following: number;
  /** Streams the venue has for it; empty where orders are polled. */
  readonly streams: readonly {
    readonly name: string;
    readonly state: 'closed' | 'opening' | 'live' | 'down';
    /** Since the venue's last word or sign of life; undefined without a connection. */
    readonly quietMs: number | undefined;
  }[];
}

/** Opens accounts of one kind: paper, or live at a venue. */
export interface VenueConnector {
  open(account: Account, events: SessionEvents): VenueSession;
  /** Of every open account; absent where nothing can be missed. */
  updates?(): readonly OrderUpdates[];
}
