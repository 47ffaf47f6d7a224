import type { TcaReportWire } from '@windlass/contract';
import { expect, it } from 'vitest';
import { partsCsv } from './partsCsv.ts';

const part = {
  fills_count: 2,
  turnover_usd: 100,
  slippage_bps: null,
  slippage_usd: 0,
  markout_bps: -1.5,
  maker_pct: 50,
  fees_usd: 0.1,
  fees_bps: 10,
};

const report: TcaReportWire = {
  exchange_account_id: 'paper-okx',
  window: { start: 0, end: 1 },
  market_type: 'swap',
  symbol: null,
  fills_count: 2,
  turnover_usd: 100,
  unvalued_fills: 0,
  prices: {
    live: 2,
    candles: 0,
    missing: 0,
    missing_by: {
      no_book: 0,
      no_mark: 0,
      stale: 0,
      not_followed: 0,
      late: 0,
      not_recorded: 0,
    },
    age_ms: {
      median: 40,
      p95: 90,
      max: 120,
    },
  },
  slippage: null,
  markout: null,
  adverse_selection: null,
  implementation_shortfall: null,
  capture: { maker_pct: 50, taker_pct: 50, by_notional: { maker_pct: 50, taker_pct: 50 } },
  fees: {
    total_usd: 0.1,
    effective_bps: 10,
    tier_maker_bps: 1,
    tier_taker_bps: 5,
    estimated: false,
  },
  cost_drag: { bps_of_turnover: 10, pct_of_nav: null },
  by_symbol: [{ symbol: 'BTC/USDT:USDT', ...part }],
  by_algorithm: [{ algorithm: '=HYPERLINK("x")', ...part }],
  by_day: [{ date: 86_400_000, ...part }],
  rebate_gap_bps: null,
  maker_net_edge_bps: null,
};

it('writes every part in a line, unknown figures as empty cells, and no name as a formula', () => {
  const [head, ...lines] = partsCsv(report).split('\r\n');
  expect(head).toMatch(/^by,name,fills_count,turnover_usd,slippage_bps,/);
  expect(lines).toEqual([
    'symbol,BTC/USDT:USDT,2,100,,0,-1.5,50,0.1,10',
    'algorithm,"\'=HYPERLINK(""x"")",2,100,,0,-1.5,50,0.1,10',
    'day,1970-01-02T00:00:00.000Z,2,100,,0,-1.5,50,0.1,10',
    '',
  ]);
});
