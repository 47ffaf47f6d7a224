import type { Side } from '../model/order.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';

export type AnalysisOrderType = 'market' | 'limit' | 'algo';
export type Urgency = 'low' | 'normal' | 'high';

/** A prospective order; symbol and accounts are only names yet. */
export interface AnalysisDraft {
  readonly symbol: string;
  readonly side: Side;
  /** Base units. */
  readonly quantity: number;
  readonly accountIds: readonly string[];
  readonly type: AnalysisOrderType;
  /** Set for limit orders. */
  readonly limitPrice: number | undefined;
  readonly urgency: Urgency;
  readonly withScenarios: boolean;
}

export type CheckName = 'balance' | 'daily_limit' | 'symbol' | 'order_size';

export interface Check {
  readonly name: CheckName;
  readonly passed: boolean;
  readonly message: string;
  /** The figures behind a failed check, by their names on the wire. */
  readonly details?: Readonly<Record<string, number | string | null>>;
  /** Why the check failed, where it is not the usual reason. */
  readonly failure?: Failure;
}

export interface Failure {
  /** Undefined where no code of the document (Trading §4.5) fits. */
  readonly code: WarningCode | undefined;
  /** Advice on how to pass it. */
  readonly advice: string;
}

export interface Validation {
  readonly passed: boolean;
  /** Quantity that all books show, if a market order is for more than that; base units. */
  readonly shownQuantity?: number;
  readonly checks: readonly Check[];
}

/** Data about one venue whose accounts may trade. */
export interface EligibleBook {
  readonly venue: VenueId;
  /** The side that would be taken, best first. */
  readonly levels: readonly (readonly [price: number, quantity: number])[];
  readonly bestBid: number;
  readonly bestAsk: number;
  readonly stalenessMs: number;
  /** 0 to 1. */
  readonly confidence: number;
  /** The lowest fee of its accounts; bps. */
  readonly makerBps: number;
  readonly takerBps: number;
}

/** A market as an analysis sees it: at least one eligible book. */
export interface MarketView {
  readonly symbol: InstrumentSymbol;
  readonly books: readonly EligibleBook[];
  /** Mid between the best bid and the best ask of all eligible books. */
  readonly mid: number;
  /** USD of one unit of the quote. */
  readonly quoteUsd: number;
  /** Average daily volume over all exchanges; undefined when it is not known. */
  readonly advUsd: number | undefined;
  /** True when every exchange that lists the pair reported its part of that volume. */
  readonly isAdvComplete: boolean;
  /** Realised volatility of the mid over a day, in bps; undefined until it is known. */
  readonly dailyVolatilityBps: number | undefined;
}

export interface AnalysedOrder {
  readonly side: Side;
  readonly quantity: number;
  readonly type: AnalysisOrderType;
  readonly limitPrice: number | undefined;
  readonly urgency: Urgency;
}

/** Trading §2.7. */
export interface OrderLiquidity {
  /** Value at the mid. */
  readonly orderValueUsd: number;
  /** Percent. */
  readonly pctOfTop10Depth: number;
  readonly pctOfTop20Depth: number;
  readonly levelsToFill: number;
  readonly depthAvailableUsd: number;
  readonly pctOfAdv: number | undefined;
  readonly fillTimeTakerSec: number | undefined;
  readonly fillTimeMakerSec: number | undefined;
  readonly venues: readonly {
    readonly venue: VenueId;
    readonly pctOfDepth: number;
    readonly depthUsd: number;
    readonly confidence: number;
  }[];
}

/** Trading §2.7 and §4.5; bps of the value at the mid, positive is a cost. */
export interface OrderCost {
  readonly totalBps: number;
  readonly totalUsd: number;
  readonly executionPrice: number;
  readonly confidence: number;
  readonly feeBps: number;
  readonly feeUsd: number;
  readonly feeType: 'taker' | 'maker' | 'mixed';
  readonly slippageBps: number;
  readonly slippageUsd: number;
  readonly impactBps: number;
  readonly impactUsd: number;
  readonly impactCalibratedBps: number | undefined;
  readonly arrivalPrice: number;
  readonly vwap: number;
  readonly vsMidBps: number;
  readonly vsArrivalBps: number;
  readonly venues: readonly {
    readonly venue: VenueId;
    readonly quantity: number;
    readonly feeBps: number;
    readonly slippageBps: number;
    readonly totalBps: number;
    readonly confidence: number;
  }[];
}

export interface Scenarios {
  readonly baseBps: number;
  readonly smaller: { readonly totalBps: number; readonly quantity: number };
  readonly larger: { readonly totalBps: number; readonly quantity: number };
  readonly taker: { readonly totalBps: number; readonly fillTimeSec: number | undefined };
  readonly maker: { readonly totalBps: number; readonly fillTimeSec: number | undefined };
}

export type WarningCode =
  | 'INSUFFICIENT_BALANCE'
  | 'DAILY_LIMIT_EXCEEDED'
  | 'SYMBOL_NOT_FOUND'
  | 'BOOK_UNAVAILABLE'
  | 'BELOW_MINIMUM_ORDER'
  | 'LOW_LIQUIDITY'
  | 'VERY_LOW_LIQUIDITY'
  | 'LARGE_ORDER'
  | 'VERY_LARGE_ORDER'
  | 'STALE_FEED'
  | 'WIDE_SPREAD'
  | 'HIGH_IMPACT'
  | 'LOW_CONFIDENCE';

export interface Warning {
  readonly severity: 'warning' | 'critical';
  readonly code: WarningCode;
  readonly message: string;
}

/** Trading §2.7; figures that need a passed validation are undefined without one. */
export interface Summary {
  readonly costBps: number | undefined;
  readonly costUsd: number | undefined;
  readonly recommendation: string | undefined;
  readonly primaryVenue: VenueId | undefined;
  readonly primaryVenuePct: number | undefined;
  readonly timeToFill: string | undefined;
  readonly sizeContext: string | undefined;
  readonly breakdown: readonly {
    readonly label: string;
    readonly bps: number;
    readonly usd: number;
  }[];
  readonly warnings: readonly Warning[];
  readonly confidence: number;
  readonly confidenceLabel: 'High' | 'Medium' | 'Low';
  readonly confidenceFactors: readonly string[];
}

/** The figures of a market for an order that passed validation. */
export interface MarketAnalysis {
  readonly liquidity: OrderLiquidity;
  readonly cost: OrderCost;
  readonly scenarios: Scenarios | undefined;
  readonly summary: Summary;
}

/** The whole answer; the analysis of the market is there when validation passed. */
export interface Analysis {
  readonly requestId: string;
  readonly atMs: number;
  readonly symbol: string;
  readonly side: Side;
  readonly quantity: number;
  readonly validation: Validation;
  readonly market: { readonly view: MarketView; readonly analysis: MarketAnalysis } | undefined;
  readonly summary: Summary;
}

/** The liquidity of a symbol's open books (Trading §4.5, liquidity). */
export interface SymbolLiquidity {
  readonly symbol: InstrumentSymbol;
  readonly isAvailable: boolean;
  readonly atMs: number;
  readonly mid: number | undefined;
  readonly spreadBps: number | undefined;
  readonly advUsd: number | undefined;
  readonly depthUsd: { readonly top10: number; readonly top20: number };
  readonly venues: readonly {
    readonly venue: VenueId;
    readonly bidDepthUsd: number;
    readonly askDepthUsd: number;
    readonly spreadBps: number | undefined;
    readonly confidence: number;
  }[];
}

/** Estimates the cost of an order before it is sent (Trading §4.5). */
export interface Pretrade {
  /** Throws VALIDATION_FAILED for unknown accounts and bad symbols; failed checks are an answer. */
  analyze(draft: AnalysisDraft): Promise<Analysis>;
  validate(
    draft: Pick<AnalysisDraft, 'symbol' | 'side' | 'quantity' | 'accountIds'>,
  ): Promise<Validation>;
  /** Reads the open books only: subscribes to none. */
  liquidity(symbol: string): Promise<SymbolLiquidity>;
}
