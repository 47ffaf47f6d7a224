import type { AccountId, PairFees } from '../../model/account.ts';
import type { Side } from '../../model/order.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { UsdNow } from '../feeRate.ts';
import { type MarkMissing, markHorizons, type ReportFill, type ShortfallOrder } from '../types.ts';

export type MarkoutHorizon = Exclude<(typeof markHorizons)[number], 0>;
/** Seconds after a fill at which a markout is told. */
export const markoutHorizons = markHorizons.filter((seconds) => seconds !== 0);

/** What a report is asked for, and what of it fills do not say. */
export interface TcaTerms {
  readonly accountId: AccountId;
  /** Included at both ends. */
  readonly fromMs: number;
  readonly toMs: number;
  /** `swap` is all derivatives. */
  readonly marketType: 'swap' | 'spot';
  /** Undefined: all. */
  readonly symbol: InstrumentSymbol | undefined;
  /** Of the markout, seconds. */
  readonly horizon: MarkoutHorizon;
  /** What the account's tier says it pays. */
  readonly tier: PairFees;
  /** What the account is worth; undefined: not known. */
  readonly navUsd: number | undefined;
  /** Paid back beside fees within the window; above zero is received. */
  readonly rebatesUsd: number;
  /** The exchange omits fees of single fills. */
  readonly isEstimated: boolean;
  /** That began in the window; those of the other kind of market are passed over. */
  readonly orders: readonly ShortfallOrder[];
  readonly usdNow: UsdNow;
}

/** Algorithm types, or `router`, by the parents of fills. */
export type ParentKinds = ReadonlyMap<string, string>;

export interface Tca {
  /**
   * Takes the next fills, oldest first, of the terms' account, kind of market and symbol. Fills
   * after the window count for algorithm orders that began in it, and for nothing else.
   */
  add(fills: readonly ReportFill[], parents: ParentKinds): void;
  /** When the last of the orders ended, or the window: fills are wanted until then. */
  readonly untilMs: number;
  report(): TcaReport;
}

/** A mean of fills, with how many it is of; undefined is not known, here and below. */
export interface MeanBps {
  readonly bps: number | undefined;
  readonly fillsCount: number;
}

export interface SlippageCost extends MeanBps {
  readonly costUsd: number;
}

export interface SlippageReport extends SlippageCost {
  readonly medianBps: number | undefined;
  readonly p95Bps: number | undefined;
  readonly bySide: Readonly<Record<Side, SlippageCost>>;
}

export interface MarkoutReport extends MeanBps {
  readonly curve: readonly (MeanBps & { readonly seconds: MarkoutHorizon })[];
  readonly makerBps: number | undefined;
  readonly takerBps: number | undefined;
  readonly toxicPct: number | undefined;
}

export interface CapturePct {
  readonly makerPct: number | undefined;
  readonly takerPct: number | undefined;
}

export interface FeesReport {
  readonly totalUsd: number;
  readonly effectiveBps: number | undefined;
  readonly isEstimated: boolean;
}

export interface CostDrag {
  readonly turnoverBps: number | undefined;
  readonly navPct: number | undefined;
}

/** The fills of one symbol, algorithm or day. */
export interface PartReport {
  readonly fillsCount: number;
  readonly turnoverUsd: number;
  readonly slippageBps: number | undefined;
  readonly slippageUsd: number;
  readonly markoutBps: number | undefined;
  readonly makerPct: number | undefined;
  readonly feesUsd: number;
  readonly feesBps: number | undefined;
}

export interface Breakdown {
  readonly bySymbol: readonly (PartReport & { readonly key: InstrumentSymbol })[];
  readonly byAlgorithm: readonly (PartReport & { readonly key: string })[];
  /** Keys are UTC starts of days, epoch ms. */
  readonly byDay: readonly (PartReport & { readonly key: number })[];
}

export interface ShortfallUsd {
  readonly orderedUsd: number;
  readonly delayUsd: number;
  readonly spreadUsd: number;
  readonly impactUsd: number;
  readonly timingUsd: number;
  readonly feesUsd: number;
  readonly opportunityUsd: number;
  readonly totalUsd: number;
}

/** What one order cost the account. */
export interface OrderShortfall extends ShortfallUsd {
  readonly order: ShortfallOrder;
  /** What of it was the account's to fill, and what it filled. */
  readonly quantity: number;
  readonly filled: number;
  readonly unmarkedFills: number;
}

export interface ShortfallReport extends ShortfallUsd {
  readonly orders: readonly OrderShortfall[];
}

/** Fills by where their mark is from. */
export interface MarkSources {
  readonly live: number;
  readonly candles: number;
  readonly missing: number;
  /** Why; `not_recorded` of fills of earlier versions, and of those that are still to be noted. */
  readonly missingBy: readonly {
    readonly word: MarkMissing | 'not_recorded';
    readonly fillsCount: number;
  }[];
  /** By how much marks are older than their fills, where that was noted. */
  readonly ageMs: {
    readonly median: number | undefined;
    readonly p95: number | undefined;
    readonly max: number | undefined;
  };
}

export interface TcaReport extends Breakdown {
  readonly fillsCount: number;
  readonly turnoverUsd: number;
  readonly unvaluedFills: number;
  readonly prices: MarkSources;
  /** Undefined of spot; so is the next. */
  readonly slippage: SlippageReport | undefined;
  readonly markout: MarkoutReport | undefined;
  /** By fills, and by what they were worth. */
  readonly capture: CapturePct;
  readonly captureByValue: CapturePct;
  readonly fees: FeesReport;
  readonly costDrag: CostDrag;
  /** Undefined without orders. */
  readonly shortfall: ShortfallReport | undefined;
  readonly rebateGapBps: number | undefined;
  readonly makerNetEdgeBps: number | undefined;
}
