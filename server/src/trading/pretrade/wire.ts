import type {
  AnalysisSummaryWire,
  AnalysisWire,
  LiquidityWire,
  OrderCostWire,
  OrderLiquidityWire,
  ScenariosWire,
  ValidationWire,
} from '@windlass/contract';
import type {
  Analysis,
  MarketView,
  OrderCost,
  OrderLiquidity,
  Scenarios,
  Summary,
  SymbolLiquidity,
  Validation,
} from './types.ts';
import { canExecute } from './validation.ts';

/** Trading §2.7: fields that need a passed validation are left out without one. */
export function toAnalysisWire(analysis: Analysis): AnalysisWire {
  const { requestId, atMs, symbol, side, quantity, validation, market, summary } = analysis;
  return {
    request_id: requestId,
    timestamp: atMs,
    symbol,
    side,
    quantity,
    can_execute: canExecute(validation),
    validation: toValidationWire(validation),
    ...(market && {
      liquidity: toOrderLiquidityWire(market.analysis.liquidity, market.view, quantity),
      cost: toCostWire(market.analysis.cost, market.view),
      ...(market.analysis.scenarios && { scenarios: toScenariosWire(market.analysis.scenarios) }),
    }),
    summary: toSummaryWire(summary),
  };
}

export function toValidationWire({ passed, checks }: Validation): ValidationWire {
  return {
    passed,
    checks: checks.map(({ name, passed: isPassed, message, details }) => ({
      name,
      passed: isPassed,
      message,
      ...(details && { details: { ...details } }),
    })),
  };
}

function toOrderLiquidityWire(
  liquidity: OrderLiquidity,
  view: MarketView,
  quantity: number,
): OrderLiquidityWire {
  return {
    symbol: view.symbol,
    order_quantity: quantity,
    order_value_usd: liquidity.orderValueUsd,
    pct_of_top10_depth: liquidity.pctOfTop10Depth,
    pct_of_top20_depth: liquidity.pctOfTop20Depth,
    levels_to_fill: liquidity.levelsToFill,
    depth_available_usd: liquidity.depthAvailableUsd,
    adv_usd: view.advUsd ?? null,
    pct_of_adv: liquidity.pctOfAdv ?? null,
    estimated_fill_time_taker_sec: liquidity.fillTimeTakerSec ?? null,
    estimated_fill_time_maker_sec: liquidity.fillTimeMakerSec ?? null,
    venue_liquidity: liquidity.venues.map(({ venue, pctOfDepth, depthUsd, confidence }) => ({
      venue,
      pct_of_depth: pctOfDepth,
      depth_usd: depthUsd,
      book_confidence: confidence,
    })),
  };
}

function toCostWire(cost: OrderCost, view: MarketView): OrderCostWire {
  return {
    total_cost_bps: cost.totalBps,
    total_cost_usd: cost.totalUsd,
    estimated_execution_price: cost.executionPrice,
    confidence: cost.confidence,
    fee_bps: cost.feeBps,
    fee_usd: cost.feeUsd,
    fee_type: cost.feeType,
    slippage_bps: cost.slippageBps,
    slippage_usd: cost.slippageUsd,
    market_impact_bps: cost.impactBps,
    market_impact_usd: cost.impactUsd,
    market_impact_calibrated_bps: cost.impactCalibratedBps ?? null,
    daily_volatility_bps: view.dailyVolatilityBps ?? null,
    mid_price: view.mid,
    arrival_price: cost.arrivalPrice,
    estimated_vwap: cost.vwap,
    vs_mid_bps: cost.vsMidBps,
    vs_arrival_bps: cost.vsArrivalBps,
    venue_costs: cost.venues.map((each) => ({
      venue: each.venue,
      quantity: each.quantity,
      fee_bps: each.feeBps,
      slippage_bps: each.slippageBps,
      total_bps: each.totalBps,
      confidence: each.confidence,
    })),
  };
}

function toScenariosWire({ baseBps, smaller, larger, taker, maker }: Scenarios): ScenariosWire {
  type Resized = Scenarios['smaller'];
  type Timed = Scenarios['taker'];
  const resized = ({ totalBps, quantity }: Resized) => ({ total_cost_bps: totalBps, quantity });
  const timed = ({ totalBps, fillTimeSec }: Timed) => ({
    total_cost_bps: totalBps,
    fill_time_sec: fillTimeSec ?? null,
  });
  return {
    base_case: { total_cost_bps: baseBps },
    size_minus_20pct: resized(smaller),
    size_plus_20pct: resized(larger),
    taker_estimate: timed(taker),
    maker_estimate: timed(maker),
  };
}

function toSummaryWire(summary: Summary): AnalysisSummaryWire {
  return {
    headline_cost_bps: summary.costBps ?? null,
    headline_cost_usd: summary.costUsd ?? null,
    headline_recommendation: summary.recommendation ?? null,
    primary_venue: summary.primaryVenue ?? null,
    primary_venue_pct: summary.primaryVenuePct ?? null,
    time_to_fill_estimate: summary.timeToFill ?? null,
    order_size_context: summary.sizeContext ?? null,
    cost_breakdown: summary.breakdown.map(({ label, bps, usd }) => ({ label, bps, usd })),
    warnings: summary.warnings.map(({ severity, code, message }) => ({ severity, code, message })),
    confidence_score: summary.confidence,
    confidence_label: summary.confidenceLabel,
    confidence_factors: [...summary.confidenceFactors],
  };
}

/** Trading §4.5, liquidity. */
export function toLiquidityWire(liquidity: SymbolLiquidity): LiquidityWire {
  const { symbol, isAvailable, atMs, mid, spreadBps, advUsd, depthUsd, venues } = liquidity;
  return {
    symbol,
    available: isAvailable,
    timestamp: atMs,
    mid_price: mid ?? null,
    spread_bps: spreadBps ?? null,
    adv_usd: advUsd ?? null,
    depth_usd: { top_10: depthUsd.top10, top_20: depthUsd.top20 },
    by_venue: venues.map((each) => ({
      venue: each.venue,
      bid_depth: each.bidDepthUsd,
      ask_depth: each.askDepthUsd,
      spread_bps: each.spreadBps ?? null,
      confidence: each.confidence,
    })),
  };
}
