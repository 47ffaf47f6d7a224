import type { UnifiedMode } from '../../../model/account.ts';
import type { MarketType, OrderType } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type {
  OrderRef,
  PositionMode,
  VenueBalances,
  VenueFill,
  VenueOrder,
  VenueOrderState,
} from '../../venuePort.ts';
import type { ByActivity } from '../limits/comparisonBudget.ts';
import type { VenueLimits } from '../limits/venueLimits.ts';
import type { VenueListing } from '../venueListing.ts';
import type { CcxtClient } from './ccxtClient.ts';
import type { DialectCall } from './dialectCall.ts';
import type { ErrorMeaning } from './failures.ts';
import type { FeesDialect } from './feesDialect.ts';
import type { PerpsDialect, PortfolioMarginDialect, TransfersDialect } from './perpsDialect.ts';
import type { SignOtherwise, StampRequest } from './signing.ts';
import type { TradeRequest } from './tradeHttp.ts';
import type { UserStream } from './userStreams.ts';

export type { DialectCall, OrderLink, OrderLinks, PublicCall } from './dialectCall.ts';

/** Cancels all open orders at the venue, ours and others, unless it is set again in time. */
export interface DeadMansSwitch {
  readonly marketTypes: readonly MarketType[];
  /**
   * One switch for all of these at once: it is switched off when the last of them no longer wants
   * it.
   */
  readonly isShared?: true;
  /** Undefined `delayMs` switches it off. The symbols are for venues with a switch for each. */
  set(
    call: DialectCall,
    setting: {
      readonly marketType: MarketType;
      readonly symbols: readonly InstrumentSymbol[];
      readonly delayMs: number | undefined;
    },
  ): Promise<void>;
}

/** Facts that the venue reports of a key and its account; it does not report undefined ones. */
export interface KeyFacts {
  /** The types of markets that the key may trade. */
  readonly tradable?: readonly MarketType[] | undefined;
  readonly canWithdraw?: boolean | undefined;
  /** True when the key works only from named addresses. */
  readonly isBoundToAddresses?: boolean | undefined;
  /** True when the account can hold a long and a short position of one contract. */
  readonly isHedged?: boolean | undefined;
  /** The mode in which the venue margins the account. */
  readonly unifiedMode?: UnifiedMode | undefined;
  /** A sentence about contracts that are held in another mode than the account's. */
  readonly heldOtherwise?: string | undefined;
}

export interface FillsOfSymbols {
  readonly marketType: MarketType;
  readonly symbol: InstrumentSymbol;
  /**
   * Other symbols whose fills are wanted as well; only dialects that list all fills receive them.
   */
  readonly also?: readonly InstrumentSymbol[];
  readonly sinceMs: number;
  readonly limit: number;
}

/**
 * One order of many: its state, or that the venue answered and knows none, or that its report of
 * the order is not complete yet.
 */
export type ManyOutcome = VenueOrderState | 'absent' | 'untold';

/** Looks up many orders at hardly more cost than one. */
export interface LookupMany {
  /** Maximum number of orders that are looked up together. */
  readonly ordersMax: number;
  /** Returns outcomes by our ids. An order that is left out is looked up separately. */
  look(call: DialectCall, refs: readonly OrderRef[]): Promise<ReadonlyMap<string, ManyOutcome>>;
}

/**
 * The trading calls of one class of ccxt: the particulars of a venue, and nothing else. No method
 * sends an order more than once, or decides what an error means.
 */
export interface Dialect {
  /** The file of the class in the package. */
  readonly ccxtClass: string;
  readonly marketTypes: readonly MarketType[];
  /** Market types whose wallet can be read, and in which no orders are sent. */
  readonly readOnly?: readonly MarketType[];
  /** The credentials of an account that it signs with. */
  readonly credential: 'main' | 'futures';
  readonly listing: VenueListing;
  readonly limits: VenueLimits;
  /** True when the venue accepts requests of a key only in the order in which they were signed. */
  readonly isOrdered?: true;
  /**
   * Headers beside those of ccxt, such as the time until which the venue may execute the request.
   */
  readonly headers?: (request: TradeRequest, nowMs: number) => Readonly<Record<string, string>>;
  /** Signs requests that the class would write in another form than the venue reads. */
  readonly signOtherwise?: SignOtherwise;
  /** Adds fields with deadlines to a request, which begin when it is signed. */
  readonly stamp?: StampRequest<CcxtClient>;
  /**
   * Returns a name for the signer, at venues that accept each nonce of a signer once: all accounts
   * of a process that one key signs for count together.
   */
  readonly signerOf?: (client: CcxtClient) => string;
  /** Options of the class; broker tags are blank here. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Addresses of those parts of the venue's API that the class does not know. */
  readonly addresses?: Readonly<Record<string, string>>;
  /**
   * The streams on which the venue reports an account's orders; they are polled when this is
   * absent.
   */
  readonly userStreams?: readonly UserStream[];
  /**
   * Minimum time between two polls of an account, where the venue's budget requires more than half
   * a second.
   */
  readonly pollGapMs?: number;
  /**
   * With a live stream, the time since the last report after which an order is looked up all the
   * same, where half a minute costs too much. A comparison reports all open orders each minute.
   */
  readonly auditMs?: number;
  /**
   * The cost of comparing an account, by the group of the limits, where the venue counts the
   * address that all accounts share. Left out where it counts only keys.
   */
  readonly comparisonCosts?: Readonly<Record<string, ByActivity>>;
  /** True when verification looks for the region of a refused key; nothing else ever does. */
  readonly findsRegion?: true;
  /**
   * True when we calculate the fees of fills ourselves, from the base tier, because the venue does
   * not report them.
   */
  readonly estimatesFees?: true;
  /** Meanings of the venue's own texts, where ccxt's class of the error is not enough. */
  readonly errorMeanings: readonly ErrorMeaning[];
  /**
   * Sends the order and returns the state in the venue's answer; undefined when that is only an
   * acknowledgement, and the order has to be looked up.
   */
  submit(call: DialectCall, order: VenueOrder): Promise<VenueOrderState | undefined>;
  /**
   * Returns for how many ms after signing the venue accepts such an order. Undefined when it would
   * accept it at any time.
   */
  takenWithinMs(type: OrderType): number | undefined;
  cancel(call: DialectCall, ref: OrderRef): Promise<void>;
  /** Returns undefined when the venue answered and knows no such order. */
  lookup(call: DialectCall, ref: OrderRef): Promise<VenueOrderState | undefined>;
  /** Present where looking up each order separately would take minutes after a restart. */
  readonly lookupMany?: LookupMany;
  openOrders(
    call: DialectCall,
    marketType: MarketType,
    symbol: InstrumentSymbol | undefined,
  ): Promise<readonly VenueOrderState[]>;
  balances(call: DialectCall, marketType: MarketType): Promise<VenueBalances>;
  /** Present where the venue itself cancels orders when it hears nothing for a time. */
  readonly deadMansSwitch?: DeadMansSwitch;
  /** Positions, leverage and funding; left out by classes that only trade spot. */
  readonly perps?: PerpsDialect;
  readonly fees?: FeesDialect;
  readonly transfers?: TransfersDialect;
  readonly portfolioMargin?: PortfolioMarginDialect;
  /** Returns the venue's clock, in ms since the epoch; left out where there is none to ask. */
  time?(call: DialectCall): Promise<number>;
  /** Rejects unless the key is the account's; for venues where anybody may read any account. */
  checkKey?(call: DialectCall): Promise<void>;
  /** Returns the venue's facts about the key and the account; left out where it gives none. */
  keyFacts?(call: DialectCall): Promise<KeyFacts>;
  /**
   * True when the answer to an order gives only the sums of its fills: the fills are read later,
   * those of many orders in one list.
   */
  readonly tellsFillsLater?: true;
  /**
   * True when the end of an order is reported only with its fills read around the order's life:
   * they need not be asked for again.
   */
  readonly provesEnds?: true;
  /** True when the venue lists the fills of all symbols together: one answer serves them all. */
  readonly listsAllFills?: true;
  /**
   * Returns how contracts are held, or undefined when the venue does not say. Present where orders
   * name their position leg: elsewhere an account in hedge mode is not traded.
   */
  positionMode?(call: DialectCall): Promise<PositionMode | undefined>;
  /**
   * Returns how the venue margins the account, or undefined when it does not say. Present at venues
   * that have unified accounts beside others.
   */
  unifiedMode?(call: DialectCall): Promise<UnifiedMode | undefined>;
  /** Number of fills that the venue lists in half a minute, where that is less than a thousand. */
  readonly fillsAtOnce?: number;
  /** Oldest first. */
  fills(call: DialectCall, query: FillsOfSymbols): Promise<readonly VenueFill[]>;
}
