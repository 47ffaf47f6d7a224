import type { AccountId, MakerTakerFees } from '../../model/account.ts';
import type { Side } from '../../model/order.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { UsdNow } from '../feeRate.ts';
import { type MarkMissing, markHorizons, type ReportFill, type ShortfallOrder } from '../types.ts';

export type MarkoutHorizon = Exclude<(typeof markHorizons)[number], 0>;
/** Seconds after a fill at which a markout is measured. */
export const markoutHorizons = markHorizons.filter((seconds) => seconds !== 0);

/** The query of a report, and the facts that fills do not contain. */
export interface TcaTerms {
  readonly accountId: AccountId;
  /** Included at both ends. */
  readonly fromMs: number;
  readonly toMs: number;
  /** `swap` includes all derivatives. */
  readonly marketType: 'swap' | 'spot';
  /** Undefined means all. */
  readonly symbol: InstrumentSymbol | undefined;
  /** Horizon of the markout, seconds. */
  readonly horizon: MarkoutHorizon;
  /** Fees of the account's tier. */
  readonly tier: MakerTakerFees;
  /** Worth of the account; undefined when it is not known. */
  readonly navUsd: number | undefined;
  /** Rebates paid beside fees within the window; above zero is received. */
  readonly rebatesUsd: number;
  /** True when the exchange omits fees of single fills. */
  readonly isEstimated: boolean;
  /** Orders that began in the window; those of the other market type are ignored. */
  readonly orders: readonly ShortfallOrder[];
  readonly usdNow: UsdNow;
}

/** Algorithm types, or `router`, by the parents of fills. */
export type ParentKinds = ReadonlyMap<string, string>;

export interface Tca {
  /**
   * Takes the next fills, oldest first, of the terms' account, market type and symbol. Fills after
   * the window count only for algorithm orders that began in it.
   */
  add(fills: readonly ReportFill[], parents: ParentKinds): void;
  /** When the last of the orders ended, or the window: fills are needed until then. */
  readonly untilMs: number;
  report(): TcaReport;
}

/** A mean over fills, with their number. Undefined means not known, here and below. */
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
  /** Keys are the UTC starts of days, epoch ms. */
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

/** The cost of one order to the account. */
export interface OrderShortfall extends ShortfallUsd {
  readonly order: ShortfallOrder;
  /** The account's part of the order, and what the account filled. */
  readonly quantity: number;
  readonly filled: number;
  readonly unmarkedFills: number;
}

export interface ShortfallReport extends ShortfallUsd {
  readonly orders: readonly OrderShortfall[];
}

/** Number of fills by the source of their mark. */
export interface MarkSources {
  readonly live: number;
  readonly candles: number;
  readonly missing: number;
  /** The reasons; `not_recorded` for fills of earlier versions, and for those that still wait. */
  readonly missingBy: readonly {
    readonly word: MarkMissing | 'not_recorded';
    readonly fillsCount: number;
  }[];
  /** Milliseconds by which marks are older than their fills, where that was recorded. */
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
  /** Undefined for spot; so is the next. */
  readonly slippage: SlippageReport | undefined;
  readonly markout: MarkoutReport | undefined;
  /** Shares by number of fills, and by their value. */
  readonly capture: CapturePct;
  readonly captureByValue: CapturePct;
  readonly fees: FeesReport;
  readonly costDrag: CostDrag;
  /** Undefined without orders. */
  readonly shortfall: ShortfallReport | undefined;
  readonly rebateGapBps: number | undefined;
  readonly makerNetEdgeBps: number | undefined;
}
