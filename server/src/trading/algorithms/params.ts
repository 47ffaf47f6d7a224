import type { InstrumentSymbol } from '../model/symbol.ts';

/** Closeness to the market of the prices that an algorithm posts (design: aggression). */
export type Aggression = 'passive' | 'neutral' | 'aggressive';

/** Orderbook §4.3, TWAP params. */
export interface TwapParams {
  readonly durationMs: number;
  readonly intervalMs: number;
  readonly aggression: Aggression | 'auto';
  readonly randomizeSize: boolean;
  readonly randomizeTiming: boolean;
  readonly catchUpEnabled: boolean;
  /** Percent of the size of an interval. */
  readonly maxCatchUpPct: number;
}

/** Orderbook §4.3, Ladder params. */
export interface LadderParams {
  readonly numLevels: number;
  readonly priceSpacingBps: number;
  readonly sizeDistribution: 'equal' | 'linear' | 'exponential';
  readonly startPrice?: number | undefined;
  readonly endPrice?: number | undefined;
  readonly cancelOnFillPct?: number | undefined;
  readonly cancelOnPriceMoveBps?: number | undefined;
  readonly repriceOnMoveBps?: number | undefined;
}

/** Orderbook §4.3, Sweep params. Its limit price is merged into the order's. */
export interface SweepParams {
  readonly urgency: Aggression;
  readonly useSor: boolean;
  /** Measured from the arrival price. */
  readonly maxSlippageBps: number;
  readonly maxRetries: number;
}

/** Orderbook §4.3, TimePace params. Its limit price is merged into the order's. */
export interface TimepaceParams {
  /** Base units. */
  readonly quantityPerInterval: number;
  readonly intervalMs: number;
  readonly aggression: Aggression;
  readonly randomizeSize: boolean;
  readonly randomizeSizePct: number;
}

/** Orderbook §4.3, Spread params. The anchor leg is the order's own symbol and side. */
export interface SpreadParams {
  readonly contraSymbol: InstrumentSymbol;
  readonly anchorAccountIds: readonly string[];
  readonly contraAccountIds: readonly string[];
  /** Base units by which the legs may differ. */
  readonly riskQuantity: number;
  readonly leadMode: 'anchor' | 'contra';
  readonly aggression: Aggression;
  readonly sweepTriggerMode: 'immediate' | 'disabled' | 'threshold';
  readonly sweepThresholdPct: number;
  readonly pauseOffsetPct?: number | undefined;
  readonly repriceIncrementBps: number;
  readonly spreadOffsetPct: number;
  /** Undefined when resting hedges have no time limit. */
  readonly maxUnhedgedMs?: number | undefined;
}

/** Orderbook §4.3, funding_arb params. The spot leg is the order's own symbol. */
export interface FundingArbParams {
  readonly perpSymbol: InstrumentSymbol;
  readonly spotAccountId: string;
  readonly perpAccountId: string;
  /** Percent a year. */
  readonly entryAprPct: number;
  readonly exitAprPct: number;
  readonly smoothingHours: number;
  readonly maxEntryBasisBps: number;
  readonly roundTripCostBps: number;
  readonly maxBreakevenHours: number;
  readonly minHoldHours: number;
  readonly maxHoldHours?: number | undefined;
  /** Base units by which the legs may differ. */
  readonly riskQuantity: number;
  readonly maxUnhedgedMs: number;
  /** Minimum distance of the liquidation price, in percent of the mark price. */
  readonly liquidationBufferPct: number;
  /** Amount by which the basis may widen beyond that of the entry. */
  readonly basisStopBps?: number | undefined;
  readonly pollIntervalMs: number;
}

export interface ParamsOf {
  readonly twap: TwapParams;
  readonly ladder: LadderParams;
  readonly sweep: SweepParams;
  readonly timepace: TimepaceParams;
  readonly spread: SpreadParams;
  readonly funding_arb: FundingArbParams;
}

export type AlgorithmType = keyof ParamsOf;
