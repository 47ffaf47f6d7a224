import type { TcaReportWire } from '@windlass/contract';
import { tcaReportShape } from '@windlass/contract';
import { describe, expect, test } from 'vitest';
import {
  dayMs,
  makeReportFill,
  makeTcaTerms,
  reportStartMs,
} from '../../../../test/support/analytics/reportFixture.ts';
import type { ReportFill } from '../types.ts';
import { createTca } from './tca.ts';
import type { TcaTerms } from './types.ts';
import { toTcaReportWire } from './wire.ts';

const parents = new Map([
  ['algo-1', 'twap'],
  ['plan-1', 'router'],
]);

function reportOf(fills: readonly ReportFill[], terms: Partial<TcaTerms> = {}): TcaReportWire {
  const whole = makeTcaTerms(terms);
  const tca = createTca(whole);
  tca.add(fills, parents);
  return toTcaReportWire(whole, tca.report());
}

/** Bought at 100 when the mark price was 80; it rose to 110 in five minutes. Worth 300. */
const taken = makeReportFill({
  quantity: 3,
  fee: 3,
  marks: [80, 101, 102, 103, 104, 110],
});
/** Sold at 100 when the mark price was 125; it rose to 102. Worth 100. */
const made = makeReportFill({
  side: 'sell',
  quantity: 1,
  liquidity: 'maker',
  marks: [125, 100, 100, 100, 100, 102],
});
/** Its marks are not known; half a dollar was paid back, in the exchange's token. Worth 100. */
const unmarked = makeReportFill({
  quantity: 1,
  liquidity: 'maker',
  symbol: 'ETH/USDT:USDT',
  parentId: 'algo-1',
  fee: -0.001,
  feeAsset: 'BNB',
  feeUsd: 500,
  atMs: reportStartMs + dayMs,
});
const three = [taken, made, unmarked];

describe('what fills cost against the mark price', () => {
  test('is weighted by value; median and 95th percentile are of fills', () => {
    const { slippage } = reportOf(three);
    expect(slippage).toMatchObject({ avg_bps: 2_375, median_bps: 2_250, p95_bps: 2_500 });
    expect(slippage).toMatchObject({ cost_usd: 60 + 25, fills_count: 2 });
  });

  test('is told of buys and sells apart', () => {
    expect(reportOf(three).slippage?.by_side).toEqual({
      buy: { avg_bps: 2_500, cost_usd: 60, fills_count: 1 },
      sell: { avg_bps: 2_000, cost_usd: 25, fills_count: 1 },
    });
  });

  test('is below zero of a price better than the market', () => {
    const { slippage } = reportOf([makeReportFill({ marks: [125] })]);
    expect(slippage).toMatchObject({ avg_bps: -2_000, cost_usd: -50 });
  });
});

describe('where the market went afterwards', () => {
  test('is favourable above zero, by horizon', () => {
    const { markout } = reportOf(three);
    expect(markout).toMatchObject({ horizon_seconds: 300, avg_bps: 700, fills_count: 2 });
    expect(markout?.curve.map(({ bps }) => bps)).toEqual([75, 150, 225, 300, 700]);
    expect(markout?.curve.map(({ seconds }) => seconds)).toEqual([1, 5, 30, 60, 300]);
  });

  test('is that of the horizon that is asked for', () => {
    const report = reportOf(three, { horizon: 5 });
    expect(report.markout).toMatchObject({ horizon_seconds: 5, avg_bps: 150 });
    expect(report.by_symbol[0]?.markout_bps).toBe(150);
  });

  test('tells makers from takers, and how many it went against', () => {
    expect(reportOf(three).adverse_selection).toEqual({
      maker_markout_bps: -200,
      taker_markout_bps: 1_000,
      toxic_fill_pct: 50,
    });
  });
});

describe('fees and what made them', () => {
  test('are in USD whatever they were charged in, of turnover', () => {
    const { fees, turnover_usd } = reportOf(three, { tier: { makerBps: 1, takerBps: 5 } });
    expect(turnover_usd).toBe(500);
    expect(fees).toEqual({
      total_usd: 3.5,
      effective_bps: 70,
      estimated: false,
      tier_maker_bps: 1,
      tier_taker_bps: 5,
    });
  });

  test('are reckoned by the fill where they are in its base or quote', () => {
    const inBase = makeReportFill({ fee: 0.01, feeAsset: 'BTC', feeUsd: undefined, quoteUsd: 1.1 });
    const inQuote = makeReportFill({ fee: 2, feeAsset: 'USDT', feeUsd: undefined, quoteUsd: 1.1 });
    const { fees } = reportOf([inBase, inQuote]);
    expect(fees.total_usd).toBeCloseTo(0.01 * 110 + 2.2, 12);
    expect(fees.estimated).toBe(false);
  });

  test('are estimated when only a rate of today is known, or none', () => {
    const fill = makeReportFill({ fee: 0.01, feeAsset: 'BNB', feeUsd: undefined });
    const today = reportOf([fill], { usdNow: (asset) => (asset === 'BNB' ? 600 : undefined) });
    expect(today.fees).toMatchObject({ total_usd: 6, estimated: true });
    expect(reportOf([fill]).fees).toMatchObject({ total_usd: 0, estimated: true });
    expect(reportOf([{ ...fill, fee: 0 }]).fees.estimated).toBe(false);
    expect(reportOf([], { isEstimated: true }).fees.estimated).toBe(true);
  });

  test('come with who made and who took, by count and by value', () => {
    const { capture } = reportOf(three);
    expect(capture.maker_pct).toBeCloseTo(200 / 3, 12);
    expect(capture.taker_pct).toBeCloseTo(100 / 3, 12);
    expect(capture.by_notional).toEqual({ maker_pct: 40, taker_pct: 60 });
  });

  test('and slippage are the drag on turnover and on what the account is worth', () => {
    expect(reportOf(three, { navUsd: 10_000 }).cost_drag).toEqual({
      bps_of_turnover: 1_770,
      pct_of_nav: 0.885,
    });
    expect(reportOf(three, { navUsd: 0 }).cost_drag.pct_of_nav).toBeNull();
    expect(reportOf(three).cost_drag.pct_of_nav).toBeNull();
  });

  test('of makers less rebates are set against the tier', () => {
    expect(reportOf(three, { rebatesUsd: 0.1 }).rebate_gap_bps).toBeCloseTo(20 - 1, 9);
    expect(reportOf([taken]).rebate_gap_bps).toBeNull();
    // 0.07 of 350 is 2 bps, and a little more in floating point.
    const atTier = makeReportFill({ side: 'sell', liquidity: 'maker', quantity: 3.5, fee: 0.07 });
    const tier = { makerBps: 2, takerBps: 5 };
    expect(reportOf([atTier], { tier }).rebate_gap_bps).toBe(0);
  });

  test('say whether making was worth it', () => {
    // The market moved 200 bps against it; it paid 25 and saved the 5 of taking.
    expect(reportOf(three).maker_net_edge_bps).toBe(-200 - 25 + 5);
    expect(reportOf([taken]).maker_net_edge_bps).toBeNull();
  });
});

describe('the parts of a report', () => {
  test('are symbols, most turnover first', () => {
    const { by_symbol } = reportOf(three);
    expect(by_symbol.map(({ symbol }) => symbol)).toEqual(['BTC/USDT:USDT', 'ETH/USDT:USDT']);
    expect(by_symbol[0]).toEqual({
      symbol: 'BTC/USDT:USDT',
      fills_count: 2,
      turnover_usd: 400,
      slippage_bps: 2_375,
      slippage_usd: 85,
      markout_bps: 700,
      maker_pct: 50,
      fees_usd: 4,
      fees_bps: 100,
    });
    expect(by_symbol[1]).toMatchObject({ slippage_bps: null, slippage_usd: 0, markout_bps: null });
  });

  test('are what placed the orders; of equal turnover by name', () => {
    const routed = { ...unmarked, parentId: 'plan-1' };
    const lost = { ...unmarked, parentId: 'nobody knows' };
    const { by_algorithm } = reportOf([routed, lost, ...three]);
    expect(by_algorithm.map(({ algorithm }) => algorithm)).toEqual([
      'manual',
      'router',
      'twap',
      'unknown',
    ]);
  });

  test('are UTC days, ascending', () => {
    const late = { ...taken, atMs: reportStartMs + dayMs - 1 };
    const { by_day } = reportOf([late, unmarked]);
    expect(by_day.map(({ date }) => date)).toEqual([reportStartMs, reportStartMs + dayMs]);
  });
});

describe('what is not known', () => {
  test('is said of prices: seen, from candles, or missing', () => {
    const fills = [
      { ...made, markAgeMs: 40 },
      { ...made, markAgeMs: 1 },
      made,
      { ...made, source: 'candles' as const },
      unmarked,
      { ...made, marks: [0] },
      { ...unmarked, markMissing: 'stale' as const },
      { ...unmarked, markMissing: 'late' as const },
      { ...unmarked, markMissing: 'late' as const },
    ];
    expect(reportOf(fills).prices).toEqual({
      live: 3,
      candles: 1,
      missing: 5,
      missing_by: {
        no_book: 0,
        no_mark: 0,
        stale: 1,
        not_followed: 0,
        late: 2,
        not_recorded: 2,
      },
      // Marks of earlier versions have no age.
      age_ms: { median: 20.5, p95: 40, max: 40 },
    });
    expect(reportOf([made]).prices.age_ms).toEqual({ median: null, p95: null, max: null });
  });

  test('leaves a fill of unknown worth counted, and in no sum', () => {
    const unvalued = { ...made, quoteUsd: undefined };
    const report = reportOf([taken, unvalued]);
    expect(report).toMatchObject({ fills_count: 2, unvalued_fills: 1, turnover_usd: 300 });
    expect(report.capture).toEqual({
      maker_pct: 50,
      taker_pct: 50,
      by_notional: { maker_pct: 0, taker_pct: 100 },
    });
    expect(report.slippage?.fills_count).toBe(1);
    expect(report.markout?.fills_count).toBe(1);
    expect(report.fees.total_usd).toBe(3);
    expect(report.by_symbol[0]).toMatchObject({ fills_count: 2, turnover_usd: 300 });
  });

  test('makes a whole report of zeros and nulls of an account without fills', () => {
    const report = reportOf([]);
    expect(tcaReportShape.parse(report)).toEqual(report);
    expect(report).toMatchObject({ fills_count: 0, turnover_usd: 0, by_symbol: [], by_day: [] });
    expect(report.slippage).toMatchObject({ avg_bps: null, p95_bps: null, cost_usd: 0 });
    expect(report.markout?.curve).toHaveLength(5);
    expect(report.capture.maker_pct).toBeNull();
    expect(report).toMatchObject({ rebate_gap_bps: null, implementation_shortfall: null });
  });
});

describe('a report of spot', () => {
  const spot = { symbol: 'BTC/USDT', marks: [99, 98, 97, 96, 95, 94] };

  test('is of fees alone, whatever was seen of the market', () => {
    const fill = makeReportFill({ ...spot, fee: 0.02, feeAsset: 'BTC', feeUsd: undefined });
    const report = reportOf([fill, { ...fill, liquidity: 'maker' }], { marketType: 'spot' });
    expect(report).toMatchObject({ slippage: null, markout: null, adverse_selection: null });
    expect(report.fees).toMatchObject({ total_usd: 4, effective_bps: 100 });
    expect(report.cost_drag.bps_of_turnover).toBe(100);
    expect(report).toMatchObject({ rebate_gap_bps: 99, maker_net_edge_bps: null });
    expect(report.by_day[0]).toMatchObject({ slippage_bps: null, slippage_usd: 0 });
    expect(tcaReportShape.parse(report)).toEqual(report);
  });
});

describe('fills that come part by part', () => {
  test('count within the window, both of its ends included', () => {
    const at = (atMs: number) => ({ ...taken, atMs });
    const [fromMs, toMs] = [reportStartMs + 10, reportStartMs + 20];
    const fills = [9, 10, 15, 20, 21].map((ms) => at(reportStartMs + ms));
    expect(reportOf(fills, { fromMs, toMs }).fills_count).toBe(3);
  });

  test('make the same report in one part as in a hundred', () => {
    const fills = Array.from({ length: 100_000 }, (_, i) => ({
      ...([taken, made, unmarked][i % 3] ?? taken),
      atMs: reportStartMs + i * 1_000,
      venueTradeId: `${i}`,
    }));
    const whole = createTca(makeTcaTerms());
    const pieces = createTca(makeTcaTerms());
    whole.add(fills, parents);
    for (let i = 0; i < fills.length; i += 1_000) pieces.add(fills.slice(i, i + 1_000), parents);
    expect(pieces.report()).toEqual(whole.report());
    expect(pieces.report()).toMatchObject({ fillsCount: 100_000, turnoverUsd: 16_666_800 });
  });
});
