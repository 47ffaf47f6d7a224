import { z } from 'zod';
import { sides } from '../orders/words.ts';

const number = z.number();
const unknownNumber = number.nullable();

/** Seconds after a fill at which its market is measured again. */
export const markoutHorizons = [1, 5, 30, 60, 300] as const;
export type MarkoutHorizon = (typeof markoutHorizons)[number];

const bySide = z.object({ avg_bps: unknownNumber, cost_usd: number, fills_count: z.int() });

/** Fill price against the mark price at the time of the fill. Positive is a cost. */
const slippage = z.object({
  avg_bps: unknownNumber.describe('weighted by turnover'),
  median_bps: unknownNumber,
  p95_bps: unknownNumber.describe('19 of 20 fills cost no more'),
  cost_usd: number,
  fills_count: z.int().describe('fills whose mark price is known'),
  by_side: z.object({ buy: bySide, sell: bySide }),
});

/** Mark price after the fill against the price of the fill. Positive is favourable. */
const markout = z.object({
  horizon_seconds: z.int(),
  avg_bps: unknownNumber.describe('at that horizon, weighted by turnover'),
  fills_count: z.int(),
  curve: z.array(z.object({ seconds: z.int(), bps: unknownNumber, fills_count: z.int() })),
});

const adverseSelection = z.object({
  maker_markout_bps: unknownNumber,
  taker_markout_bps: unknownNumber,
  toxic_fill_pct: unknownNumber.describe('fills whose markout is below zero, percent'),
});

const capture = z.object({
  maker_pct: unknownNumber.describe('of the fills'),
  taker_pct: unknownNumber,
  by_notional: z.object({ maker_pct: unknownNumber, taker_pct: unknownNumber }),
});

const fees = z.object({
  total_usd: number.describe('below zero: more rebates than fees'),
  effective_bps: unknownNumber.describe('of turnover'),
  tier_maker_bps: number,
  tier_taker_bps: number,
  estimated: z.boolean().describe('the exchange omits fees of single fills'),
});

const costDrag = z.object({
  bps_of_turnover: unknownNumber.describe('slippage and fees'),
  pct_of_nav: unknownNumber.describe('of what the account is worth now'),
});

/** The parts that sum to `total_usd`. Positive is a cost (Perold 1988). */
export const shortfallParts = [
  'delay',
  'spread',
  'impact',
  'timing',
  'fees',
  'opportunity',
] as const;

const shortfallUsd = {
  delay_usd: number,
  spread_usd: number,
  impact_usd: number,
  timing_usd: number,
  fees_usd: number,
  opportunity_usd: number,
  total_usd: number,
} as const;

const markSources = z.object({
  live: z.int().describe('seen before the fill, by the stamps of the exchange'),
  candles: z.int().describe('from candles, as versions before this one had it'),
  missing: z.int(),
  missing_by: z
    .object({
      no_book: z.int().describe('the book was not in order'),
      no_mark: z.int().describe('no mark price was reported before the fill'),
      stale: z.int().describe('the last one was older than 2 seconds'),
      not_followed: z.int().describe('the market was not watched before the fill'),
      late: z.int().describe('the fill was reported too late'),
      not_recorded: z.int().describe('of earlier versions, or still to be noted'),
    })
    .describe('fills without a mark price, by why they have none'),
  age_ms: z
    .object({ median: unknownNumber, p95: unknownNumber, max: unknownNumber })
    .describe('by how much marks are older than their fills; null where none has a known age'),
});

const shortfall = z.object({
  orders_count: z.int(),
  ordered_usd: number.describe('at their arrival prices'),
  ...shortfallUsd,
  total_bps: unknownNumber.describe('of ordered_usd'),
  orders: z.array(
    z.object({
      order_id: z.string(),
      algorithm_type: z.string(),
      symbol: z.string(),
      side: z.enum(sides),
      quantity: number,
      filled_quantity: number,
      arrival_price: number,
      ordered_usd: number,
      ...shortfallUsd,
      total_bps: unknownNumber,
      unmarked_fills: z.int().describe('without a market price: all they cost is timing'),
    }),
  ),
});

const part = {
  fills_count: z.int(),
  turnover_usd: number,
  slippage_bps: unknownNumber,
  slippage_usd: number,
  markout_bps: unknownNumber,
  maker_pct: unknownNumber.describe('of the fills'),
  fees_usd: number,
  fees_bps: unknownNumber,
} as const;

/** Design, TCA. Blocks that need a mark price are null on spot (Trading §4.4). */
export const tcaReportShape = z.object({
  exchange_account_id: z.string(),
  window: z.object({ start: z.int(), end: z.int() }),
  market_type: z.enum(['swap', 'spot']),
  symbol: z.string().nullable(),
  fills_count: z.int(),
  turnover_usd: number,
  unvalued_fills: z
    .int()
    .describe('of which the worth in USD is not known: counted as fills, and in no sum'),
  prices: markSources.describe('fills by where the mark price of before them is from'),
  slippage: slippage.nullable(),
  markout: markout.nullable(),
  adverse_selection: adverseSelection.nullable(),
  capture,
  fees,
  cost_drag: costDrag,
  implementation_shortfall: shortfall.nullable().describe('null without algorithm orders'),
  by_symbol: z.array(z.object({ symbol: z.string(), ...part })).describe('most turnover first'),
  by_algorithm: z
    .array(z.object({ algorithm: z.string(), ...part }))
    .describe('an algorithm type, router, manual or unknown; most turnover first'),
  by_day: z
    .array(z.object({ date: z.int().describe('UTC start of the day, epoch ms'), ...part }))
    .describe('ascending'),
  rebate_gap_bps: unknownNumber.describe(
    'what makers paid less rebates, above the tier: positive is money left behind',
  ),
  maker_net_edge_bps: unknownNumber.describe(
    'what making brought over taking at the mark price; below zero taking was cheaper',
  ),
});
export type TcaReportWire = z.output<typeof tcaReportShape>;
