import type { AnalysisWire, RouteEstimateWire, RoutePlanWire } from '@windlass/contract';

const slice = {
  venue: 'okx',
  exchange_account_id: 'a',
  quantity: 1.5,
  estimated_price: 100,
  limit_price: 101,
  room_bps: 12,
  cost_bps: 6,
  slippage_bps: 1,
  fee_bps: 5,
  fee_source: 'config',
  confidence: 0.98,
  score: 6.2,
} as const;

const excluded = [
  { venue: 'bybit', exchange_account_id: 'b', reason: 'BOOK_STALE', message: 'Too old.' },
] as const;

export const estimate: RouteEstimateWire = {
  symbol: 'BTC/USDT',
  side: 'buy',
  total_quantity: 2,
  estimated_vwap: 100,
  estimated_cost_bps: 6,
  routable: false,
  allocated_quantity: 1.5,
  unallocated_quantity: 0.5,
  mid_price: 99.99,
  objective_bps: 6.2,
  optimality_gap_bps: 0.004,
  slices: [slice],
  candidates: [],
  excluded: [...excluded],
};

/** Returns a plan that has filled in part, except where the test says otherwise. */
export function planOf(rest: Partial<RoutePlanWire> = {}): RoutePlanWire {
  return {
    ...{ plan_id: 'p-1', client_plan_id: 'mine', symbol: 'BTC/USDT', side: 'buy' },
    ...{ total_quantity: 2, status: 'partial', reason: 'nothing more within reach' },
    ...{ created_at: '2026-01-01T00:00:00.000Z', executed_at: null, completed_at: null },
    ...{ executed_quantity: 1.5, unfilled_quantity: 0.5, actual_vwap: 100, actual_cost_bps: 6 },
    ...{ mid_price: 99.99, estimated_vwap: 100, estimated_cost_bps: null },
    max_venues: 3,
    max_slippage_bps: 50,
    reduce_only: false,
    excluded: [...excluded],
    slices: [
      {
        ...{ ...slice, number: 1, round: 1, status: 'filled', order_id: 'o-1' },
        ...{ filled_quantity: 1.5, avg_fill_price: 100, reason: null },
      },
    ],
    ...rest,
  };
}

/** An order that could be sent, with every field filled in. */
export const analysis: AnalysisWire = {
  request_id: 'r',
  timestamp: 1,
  symbol: 'BTC/USDT',
  side: 'buy',
  quantity: 2,
  can_execute: true,
  validation: {
    passed: true,
    checks: [{ name: 'daily_limit', passed: true, message: 'Enough is left.' }],
  },
  liquidity: {
    ...{ symbol: 'BTC/USDT', order_quantity: 2, order_value_usd: 200, pct_of_top10_depth: 1 },
    ...{ pct_of_top20_depth: 1, levels_to_fill: 2, depth_available_usd: 1e6, adv_usd: null },
    ...{ pct_of_adv: null, estimated_fill_time_taker_sec: 1, venue_liquidity: [] },
    estimated_fill_time_maker_sec: 60,
  },
  cost: {
    ...{ total_cost_bps: 6, total_cost_usd: 1.2, estimated_execution_price: 100, fee_bps: 5 },
    ...{ confidence: 0.9, fee_usd: 1, fee_type: 'taker', slippage_bps: 1, slippage_usd: 0.2 },
    ...{ market_impact_bps: 0, market_impact_usd: 0, market_impact_calibrated_bps: null },
    ...{ daily_volatility_bps: null, mid_price: 99.99, arrival_price: 100, estimated_vwap: 100 },
    ...{ vs_mid_bps: 1, vs_arrival_bps: 0 },
    venue_costs: [
      { venue: 'okx', quantity: 2, fee_bps: 5, slippage_bps: 1, total_bps: 6, confidence: 0.9 },
    ],
  },
  scenarios: {
    base_case: { total_cost_bps: 6 },
    size_minus_20pct: { total_cost_bps: 5.5, quantity: 1.6 },
    size_plus_20pct: { total_cost_bps: 7, quantity: 2.4 },
    taker_estimate: { total_cost_bps: 6, fill_time_sec: 1 },
    maker_estimate: { total_cost_bps: 2, fill_time_sec: null },
  },
  summary: {
    ...{ headline_cost_bps: 6, headline_cost_usd: 1.2, primary_venue: 'okx' },
    ...{ headline_recommendation: 'Send it as it is.', primary_venue_pct: 100 },
    ...{ time_to_fill_estimate: '1 s', order_size_context: '1 % of the depth' },
    ...{ confidence_score: 0.9, confidence_label: 'High', confidence_factors: ['fresh books'] },
    cost_breakdown: [{ label: 'Fees', bps: 5, usd: 1 }],
    warnings: [{ severity: 'warning', code: 'WIDE_SPREAD', message: 'The spread is wide.' }],
  },
};
