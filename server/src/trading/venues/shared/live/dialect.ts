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
import type { ByActivity } from '../limits/comparisonRoom.ts';
import type { VenueLimits } from '../limits/venueLimits.ts';
import type { VenueListing } from '../venueListing.ts';
import type { CcxtClient } from './ccxtClient.ts';
import type { DialectCall } from './dialectCall.ts';
import type { VenueWord } from './failures.ts';
import type { FeesDialect } from './feesDialect.ts';
import type { PerpsDialect, PortfolioMarginDialect, TransfersDialect } from './perpsDialect.ts';
import type { SignOtherwise, StampRequest } from './signing.ts';
import type { TradeRequest } from './tradeHttp.ts';
import type { UserStream } from './userStreams.ts';

export type { DialectCall, OrderLink, OrderLinks, PublicCall } from './dialectCall.ts';

/** Cancels all open orders at the venue, ours and others, unless it is set again in time. */
export interface DeadMansSwitch {
  readonly marketTypes: readonly MarketType[];
  /** One for all of these at once: it is taken off when the last of them no longer wants it. */
  readonly isShared?: true;
  /** Undefined `delayMs` takes it off. The symbols are for venues with a switch for each. */
  set(
    call: DialectCall,
    setting: {
      readonly marketType: MarketType;
      readonly symbols: readonly InstrumentSymbol[];
      readonly delayMs: number | undefined;
    },
  ): Promise<void>;
}

/** Facts that the venue tells of a key and its account; it does not tell those left out. */
export interface KeyFacts {
  /** The types of markets that the key may trade. */
  readonly tradable?: readonly MarketType[];
  readonly canWithdraw?: boolean;
  /** True when it works from named addresses alone. */
  readonly isBoundToAddresses?: boolean;
  /** True where contracts are held both ways at once. */
  readonly isHedged?: boolean;
  /** The way the venue margins the account. */
  readonly unifiedMode?: UnifiedMode;
  /** A sentence about contracts that are held another way than the account is. */
  readonly heldOtherwise?: string;
}

export interface FillsOfSymbols {
  readonly marketType: MarketType;
  readonly symbol: InstrumentSymbol;
  /** Others whose fills are wanted as well; only dialects that list all fills are asked so. */
  readonly also?: readonly InstrumentSymbol[];
  readonly sinceMs: number;
  readonly limit: number;
}

/**
 * One order of many: as it is, that the venue answered and knows none, or that what it tells of it
 * is not whole yet.
 */
export type ManyOutcome = VenueOrderState | 'absent' | 'untold';

/** Looks at many orders for hardly more than one of them costs. */
export interface LookupMany {
  /** Orders that are looked at together. */
  readonly ordersMax: number;
  /** By our ids. What is left out is looked up by itself. */
  look(call: DialectCall, refs: readonly OrderRef[]): Promise<ReadonlyMap<string, ManyOutcome>>;
}

/**
 * How one class of ccxt trades: what is particular to a venue, and nothing else. No method sends an
 * order more than once, or decides what an error means.
 */
export interface Dialect {
  /** Its file in the package. */
  readonly ccxtClass: string;
  readonly marketTypes: readonly MarketType[];
  /** Those of them whose wallet can be read, and in which no orders are sent. */
  readonly readOnly?: readonly MarketType[];
  /** Which of an account's credentials it signs with. */
  readonly credential: 'main' | 'futures';
  readonly listing: VenueListing;
  readonly limits: VenueLimits;
  /** Whether the venue takes requests of a key only in the order they were signed. */
  readonly isOrdered?: true;
  /** Headers beside those of ccxt, such as the time until which the venue may carry it out. */
  readonly headers?: (request: TradeRequest, nowMs: number) => Readonly<Record<string, string>>;
  /** What the class has no way to write down as the venue reads it. */
  readonly signOtherwise?: SignOtherwise;
  /** Deadlines among the fields of a request, which begin when it is signed. */
  readonly stamp?: StampRequest<CcxtClient>;
  /**
   * Names whoever signs, at venues that take a nonce of a signer once: all accounts of a process
   * that one key signs for count together.
   */
  readonly signerOf?: (client: CcxtClient) => string;
  /** Options of the class; broker tags are blank here. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Parts of the venue's api that the class does not know: where each of them is. */
  readonly addresses?: Readonly<Record<string, string>>;
  /** Where the venue tells an account of its orders; they are polled where this is absent. */
  readonly userStreams?: readonly UserStream[];
  /** Between two polls of an account, where the venue's budget wants more than half a second. */
  readonly pollGapMs?: number;
  /**
   * With a live stream, how long after the last word an order is looked at all the same, where half
   * a minute is too dear. A comparison brings word of all open orders each minute.
   */
  readonly auditMs?: number;
  /**
   * The cost of comparing an account, by the group of the limits, where the venue counts the
   * address that all accounts share. Left out where it counts keys alone.
   */
  readonly comparisonCosts?: Readonly<Record<string, ByActivity>>;
  /** True when verification looks for the region of a refused key; nothing else ever does. */
  readonly findsRegion?: true;
  /** True when fees of fills are reckoned by us, from the base tier: the venue tells none. */
  readonly estimatesFees?: true;
  /** What the venue's own texts mean, where ccxt's class of the error is not enough. */
  readonly words: readonly VenueWord[];
  /**
   * Sends the order. The state is what the venue's answer says of it; undefined where that is an
   * acknowledgement alone, and the order has to be looked up.
   */
  submit(call: DialectCall, order: VenueOrder): Promise<VenueOrderState | undefined>;
  /**
   * For how long after it was signed the venue takes such an order, in ms. Undefined where it would
   * take it at any time.
   */
  takenWithinMs(type: OrderType): number | undefined;
  cancel(call: DialectCall, ref: OrderRef): Promise<void>;
  /** Undefined when the venue answered and knows none. */
  lookup(call: DialectCall, ref: OrderRef): Promise<VenueOrderState | undefined>;
  /** Present where a look at each order by itself would take a restart minutes. */
  readonly lookupMany?: LookupMany;
  openOrders(
    call: DialectCall,
    marketType: MarketType,
    symbol: InstrumentSymbol | undefined,
  ): Promise<readonly VenueOrderState[]>;
  balances(call: DialectCall, marketType: MarketType): Promise<VenueBalances>;
  /** Where the venue cancels by itself what it hears nothing of. */
  readonly deadMansSwitch?: DeadMansSwitch;
  /** Positions, leverage and funding; left out by classes that trade spot alone. */
  readonly perps?: PerpsDialect;
  readonly fees?: FeesDialect;
  readonly transfers?: TransfersDialect;
  readonly portfolioMargin?: PortfolioMarginDialect;
  /** The venue's clock, epoch ms; left out where it has none to ask. */
  time?(call: DialectCall): Promise<number>;
  /** Rejects unless the key is the account's; for venues where anybody may read any account. */
  checkKey?(call: DialectCall): Promise<void>;
  /** What the venue says of the key and of the account; left out where it says nothing. */
  keyFacts?(call: DialectCall): Promise<KeyFacts>;
  /**
   * True where the answer to an order tells what filled of it in sums alone: its fills are read
   * later, those of many orders in one list.
   */
  readonly tellsFillsLater?: true;
  /**
   * True where the end of an order is told only with its fills read around the order's life: they
   * need not be asked for again.
   */
  readonly provesEnds?: true;
  /** True when the venue lists the fills of all symbols together: one answer serves them all. */
  readonly listsAllFills?: true;
  /**
   * Returns how contracts are held, or undefined where the venue does not say. Present where
   * orders name their leg: at all others an account in hedge mode is not traded.
   */
  positionMode?(call: DialectCall): Promise<PositionMode | undefined>;
  /**
   * Returns how the venue margins the account, or undefined where it does not say. Present at
   * venues that have unified accounts beside others.
   */
  unifiedMode?(call: DialectCall): Promise<UnifiedMode | undefined>;
  /** Oldest first. */
  fills(call: DialectCall, query: FillsOfSymbols): Promise<readonly VenueFill[]>;
}
