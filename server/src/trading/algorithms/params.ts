/** How an algorithm prices what it posts (design: aggression). */
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
  /** From the arrival price. */
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

export interface ParamsOf {
  readonly twap: TwapParams;
  readonly ladder: LadderParams;
  readonly sweep: SweepParams;
  readonly timepace: TimepaceParams;
}

export type AlgorithmType = keyof ParamsOf;
