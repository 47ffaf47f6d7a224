import type { TcaReportWire } from '@windlass/contract';

const dayMs = 86_400_000;
const startMs = 1_700_006_400_000;

type Part = Omit<TcaReportWire['by_day'][number], 'date'>;

function partOf(changes: Partial<Part> = {}): Part {
  return {
    fills_count: 4,
    turnover_usd: 10_000,
    slippage_bps: 1.5,
    slippage_usd: 1.5,
    markout_bps: -0.4,
    maker_pct: 25,
    fees_usd: 4,
    fees_bps: 4,
    ...changes,
  };
}

const noneMissing = {
  no_book: 0,
  no_mark: 0,
  stale: 0,
  not_followed: 0,
  late: 0,
  not_recorded: 0,
};

const fullPrices = {
  live: 10,
  candles: 1,
  missing: 1,
  missing_by: {
    ...noneMissing,
    late: 1,
  },
  age_ms: {
    median: 40,
    p95: 90,
    max: 120,
  },
};

/** Returns the report of an account without fills, on spot unless told otherwise. */
export function emptyReport(changes: Partial<TcaReportWire> = {}): TcaReportWire {
  return {
    exchange_account_id: 'paper-okx',
    window: { start: startMs, end: startMs + 30 * dayMs },
    market_type: 'spot',
    symbol: null,
    fills_count: 0,
    turnover_usd: 0,
    unvalued_fills: 0,
    prices: {
      live: 0,
      candles: 0,
      missing: 0,
      missing_by: noneMissing,
      age_ms: {
        median: null,
        p95: null,
        max: null,
      },
    },
    slippage: null,
    markout: null,
    adverse_selection: null,
    capture: {
      maker_pct: null,
      taker_pct: null,
      by_notional: { maker_pct: null, taker_pct: null },
    },
    fees: {
      total_usd: 0,
      effective_bps: null,
      estimated: false,
      tier_maker_bps: 2,
      tier_taker_bps: 5,
    },
    cost_drag: { bps_of_turnover: null, pct_of_nav: null },
    implementation_shortfall: null,
    by_symbol: [],
    by_algorithm: [],
    by_day: [],
    rebate_gap_bps: null,
    maker_net_edge_bps: null,
    ...changes,
  };
}

/** Returns a report of perpetuals traded on three days, one of them with price improvement. */
export function fullReport(changes: Partial<TcaReportWire> = {}): TcaReportWire {
  const shortfall = {
    delay_usd: 3,
    spread_usd: 1,
    impact_usd: 2,
    timing_usd: -4,
    fees_usd: 5,
    opportunity_usd: 0.5,
    total_usd: 7.5,
    total_bps: 7.5,
    ordered_usd: 10_000,
  };
  const order = {
    order_id: '0193-a',
    algorithm_type: 'twap',
    symbol: 'BTC/USDT:USDT',
    side: 'buy' as const,
    quantity: 0.1,
    filled_quantity: 0.1,
    arrival_price: 100_000,
    unmarked_fills: 0,
  };
  const bySide = { avg_bps: 1.5, cost_usd: 2, fills_count: 6 };
  return emptyReport({
    market_type: 'swap',
    fills_count: 12,
    turnover_usd: 30_000,
    prices: fullPrices,
    slippage: {
      avg_bps: 1.2,
      median_bps: 1,
      p95_bps: 4,
      cost_usd: 3.6,
      fills_count: 11,
      by_side: { buy: bySide, sell: { ...bySide, fills_count: 5 } },
    },
    markout: {
      horizon_seconds: 300,
      avg_bps: -0.8,
      fills_count: 10,
      curve: [
        { seconds: 1, bps: 0.2, fills_count: 11 },
        { seconds: 5, bps: null, fills_count: 0 },
        { seconds: 30, bps: -0.3, fills_count: 10 },
        { seconds: 60, bps: -0.6, fills_count: 10 },
        { seconds: 300, bps: -0.8, fills_count: 10 },
      ],
    },
    adverse_selection: {
      maker_markout_bps: -1.4,
      taker_markout_bps: 0.3,
      toxic_fill_pct: 60,
    },
    capture: {
      maker_pct: 25,
      taker_pct: 75,
      by_notional: { maker_pct: 30, taker_pct: 70 },
    },
    fees: {
      total_usd: 12,
      effective_bps: 4,
      tier_maker_bps: 2,
      tier_taker_bps: 5,
      estimated: false,
    },
    cost_drag: { bps_of_turnover: 5.2, pct_of_nav: 0.1 },
    implementation_shortfall: {
      orders_count: 1,
      ...shortfall,
      orders: [{ ...order, ...shortfall }],
    },
    by_symbol: [{ symbol: 'BTC/USDT:USDT', ...partOf({ fills_count: 12 }) }],
    by_algorithm: [
      { algorithm: 'twap', ...partOf() },
      { algorithm: 'manual', ...partOf() },
    ],
    by_day: [-2, 3, 2.6].map((slippage_usd, day) => ({
      date: startMs + day * dayMs,
      ...partOf({ slippage_usd }),
    })),
    rebate_gap_bps: -0.5,
    maker_net_edge_bps: 1.1,
    ...changes,
  });
}
