import type { TcaReportWire } from '@windlass/contract';
import { bpsOf } from '../sum.ts';
import type {
  CapturePct,
  MarkoutReport,
  MarkSources,
  OrderShortfall,
  PartReport,
  ShortfallReport,
  ShortfallUsd,
  SlippageCost,
  SlippageReport,
  TcaReport,
  TcaTerms,
} from './types.ts';

type Block<Name extends keyof TcaReportWire> = NonNullable<TcaReportWire[Name]>;

/** Translates a report to the wire format. */
export function toTcaReportWire(terms: TcaTerms, report: TcaReport): TcaReportWire {
  const { slippage, markout, shortfall } = report;
  return {
    exchange_account_id: terms.accountId,
    window: { start: terms.fromMs, end: terms.toMs },
    market_type: terms.marketType,
    symbol: terms.symbol ?? null,
    fills_count: report.fillsCount,
    turnover_usd: report.turnoverUsd,
    unvalued_fills: report.unvaluedFills,
    prices: pricesWire(report.prices),
    slippage: slippage ? slippageWire(slippage) : null,
    markout: markout ? markoutWire(markout, terms.horizon) : null,
    adverse_selection: markout ? adverseSelectionWire(markout) : null,
    capture: { ...captureWire(report.capture), by_notional: captureWire(report.captureByValue) },
    fees: feesWire(terms, report),
    cost_drag: {
      bps_of_turnover: report.costDrag.turnoverBps ?? null,
      pct_of_nav: report.costDrag.navPct ?? null,
    },
    implementation_shortfall: shortfall ? shortfallWire(shortfall) : null,
    by_symbol: report.bySymbol.map((part) => ({ symbol: part.key, ...partWire(part) })),
    by_algorithm: report.byAlgorithm.map((part) => ({ algorithm: part.key, ...partWire(part) })),
    by_day: report.byDay.map((part) => ({ date: part.key, ...partWire(part) })),
    rebate_gap_bps: report.rebateGapBps ?? null,
    maker_net_edge_bps: report.makerNetEdgeBps ?? null,
  };
}

function pricesWire({ live, candles, missing, missingBy, ageMs }: MarkSources) {
  const countOf = (asked: (typeof missingBy)[number]['word']): number =>
    missingBy.find(({ word }) => word === asked)?.fillsCount ?? 0;
  return {
    live,
    candles,
    missing,
    missing_by: {
      no_book: countOf('no_book'),
      no_mark: countOf('no_mark'),
      stale: countOf('stale'),
      not_followed: countOf('not_followed'),
      late: countOf('late'),
      not_recorded: countOf('not_recorded'),
    },
    age_ms: {
      median: ageMs.median ?? null,
      p95: ageMs.p95 ?? null,
      max: ageMs.max ?? null,
    },
  };
}

function slippageWire(slippage: SlippageReport): Block<'slippage'> {
  const { buy, sell } = slippage.bySide;
  return {
    ...slippageCostWire(slippage),
    median_bps: slippage.medianBps ?? null,
    p95_bps: slippage.p95Bps ?? null,
    by_side: { buy: slippageCostWire(buy), sell: slippageCostWire(sell) },
  };
}

function slippageCostWire({ bps, costUsd, fillsCount }: SlippageCost) {
  return { avg_bps: bps ?? null, cost_usd: costUsd, fills_count: fillsCount };
}

function markoutWire({ bps, fillsCount, curve }: MarkoutReport, horizon: number): Block<'markout'> {
  return {
    horizon_seconds: horizon,
    avg_bps: bps ?? null,
    fills_count: fillsCount,
    curve: curve.map((point) => ({
      seconds: point.seconds,
      bps: point.bps ?? null,
      fills_count: point.fillsCount,
    })),
  };
}

function adverseSelectionWire(markout: MarkoutReport): Block<'adverse_selection'> {
  return {
    maker_markout_bps: markout.makerBps ?? null,
    taker_markout_bps: markout.takerBps ?? null,
    toxic_fill_pct: markout.toxicPct ?? null,
  };
}

function captureWire({ makerPct, takerPct }: CapturePct) {
  return { maker_pct: makerPct ?? null, taker_pct: takerPct ?? null };
}

function feesWire({ tier }: TcaTerms, { fees }: TcaReport): Block<'fees'> {
  return {
    total_usd: fees.totalUsd,
    effective_bps: fees.effectiveBps ?? null,
    tier_maker_bps: tier.makerBps,
    tier_taker_bps: tier.takerBps,
    estimated: fees.isEstimated,
  };
}

function partWire(part: PartReport) {
  return {
    fills_count: part.fillsCount,
    turnover_usd: part.turnoverUsd,
    slippage_bps: part.slippageBps ?? null,
    slippage_usd: part.slippageUsd,
    markout_bps: part.markoutBps ?? null,
    maker_pct: part.makerPct ?? null,
    fees_usd: part.feesUsd,
    fees_bps: part.feesBps ?? null,
  };
}

function shortfallWire(shortfall: ShortfallReport): Block<'implementation_shortfall'> {
  const orders = shortfall.orders.map(orderWire);
  return { orders_count: orders.length, ...shortfallUsdWire(shortfall), orders };
}

function orderWire(cost: OrderShortfall): Block<'implementation_shortfall'>['orders'][number] {
  const { id, type, symbol, side, arrivalPrice } = cost.order;
  return {
    order_id: id,
    algorithm_type: type,
    symbol,
    side,
    arrival_price: arrivalPrice,
    quantity: cost.quantity,
    filled_quantity: cost.filled,
    ...shortfallUsdWire(cost),
    unmarked_fills: cost.unmarkedFills,
  };
}

function shortfallUsdWire(cost: ShortfallUsd) {
  return {
    ordered_usd: cost.orderedUsd,
    delay_usd: cost.delayUsd,
    spread_usd: cost.spreadUsd,
    impact_usd: cost.impactUsd,
    timing_usd: cost.timingUsd,
    fees_usd: cost.feesUsd,
    opportunity_usd: cost.opportunityUsd,
    total_usd: cost.totalUsd,
    total_bps: bpsOf(cost.totalUsd, cost.orderedUsd) ?? null,
  };
}
