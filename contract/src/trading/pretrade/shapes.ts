import { z } from 'zod';

const number = z.number();
const unknownNumber = number.nullable();
const share = number.min(0).max(1);

/** Parts of a pre-trade analysis (Trading §2.7). */
export const checkNames = ['balance', 'daily_limit', 'symbol', 'order_size'] as const;

export const validationSchema = z.object({
  passed: z.boolean(),
  checks: z.array(
    z.object({
      name: z.enum(checkNames),
      passed: z.boolean(),
      message: z.string(),
      details: z
        .record(z.string(), z.union([number, z.string(), z.null()]))
        .optional()
        .describe('the figures behind a failed check'),
    }),
  ),
});
export type ValidationWire = z.output<typeof validationSchema>;

export const liquiditySchema = z.object({
  symbol: z.string(),
  order_quantity: number,
  order_value_usd: number.describe('at the mid'),
  pct_of_top10_depth: number.describe('of the side that would be taken, over eligible books'),
  pct_of_top20_depth: number,
  levels_to_fill: z.int().describe('merged price levels the order walks'),
  depth_available_usd: number.describe('of the side, all levels within reach'),
  adv_usd: unknownNumber,
  pct_of_adv: unknownNumber,
  estimated_fill_time_taker_sec: unknownNumber,
  estimated_fill_time_maker_sec: unknownNumber,
  venue_liquidity: z.array(
    z.object({
      venue: z.string(),
      pct_of_depth: number,
      depth_usd: number,
      book_confidence: share,
    }),
  ),
});
export type OrderLiquidityWire = z.output<typeof liquiditySchema>;

export const costSchema = z.object({
  total_cost_bps: number.describe('fee_bps + slippage_bps + market_impact_bps'),
  total_cost_usd: number,
  estimated_execution_price: number,
  confidence: share,
  fee_bps: number,
  fee_usd: number,
  fee_type: z.enum(['taker', 'maker', 'mixed']),
  slippage_bps: number.describe('against the mid; positive is a cost'),
  slippage_usd: number,
  market_impact_bps: number.describe('5 × √(percent of ADV)'),
  market_impact_usd: number,
  market_impact_calibrated_bps: unknownNumber.describe(
    'square-root law with the realised volatility of the mid; null until it is known',
  ),
  daily_volatility_bps: unknownNumber.describe('realised, behind the calibrated impact'),
  mid_price: number,
  arrival_price: number.describe('the best price of the side when asked'),
  estimated_vwap: number,
  vs_mid_bps: number,
  vs_arrival_bps: number,
  venue_costs: z.array(
    z.object({
      venue: z.string(),
      quantity: number,
      fee_bps: number,
      slippage_bps: number,
      total_bps: number,
      confidence: share,
    }),
  ),
});
export type OrderCostWire = z.output<typeof costSchema>;

const resized = z.object({ total_cost_bps: number, quantity: number });
const timed = z.object({ total_cost_bps: number, fill_time_sec: unknownNumber });

export const scenariosSchema = z.object({
  base_case: z.object({ total_cost_bps: number }),
  size_minus_20pct: resized,
  size_plus_20pct: resized,
  taker_estimate: timed,
  maker_estimate: timed,
});
export type ScenariosWire = z.output<typeof scenariosSchema>;

/** Trading §4.5, and BOOK_UNAVAILABLE for a listed symbol that has no usable book now. */
export const warningCodes = [
  'INSUFFICIENT_BALANCE',
  'DAILY_LIMIT_EXCEEDED',
  'SYMBOL_NOT_FOUND',
  'BOOK_UNAVAILABLE',
  'BELOW_MINIMUM_ORDER',
  'LOW_LIQUIDITY',
  'VERY_LOW_LIQUIDITY',
  'LARGE_ORDER',
  'VERY_LARGE_ORDER',
  'STALE_FEED',
  'WIDE_SPREAD',
  'HIGH_IMPACT',
  'LOW_CONFIDENCE',
] as const;

export const summarySchema = z.object({
  headline_cost_bps: unknownNumber,
  headline_cost_usd: unknownNumber,
  headline_recommendation: z.string().nullable(),
  primary_venue: z.string().nullable(),
  primary_venue_pct: unknownNumber,
  time_to_fill_estimate: z.string().nullable(),
  order_size_context: z.string().nullable(),
  cost_breakdown: z.array(z.object({ label: z.string(), bps: number, usd: number })),
  warnings: z.array(
    z.object({
      severity: z.enum(['info', 'warning', 'critical']),
      code: z.enum(warningCodes),
      message: z.string(),
    }),
  ),
  confidence_score: share,
  confidence_label: z.enum(['High', 'Medium', 'Low']),
  confidence_factors: z.array(z.string()),
});
export type AnalysisSummaryWire = z.output<typeof summarySchema>;
