import { tcaEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerpsApp, type PerpsApp } from '../support/app/perpsApp.ts';

const { path } = tcaEndpoints.getTcaReport;
const account = { exchange_account_id: 'paper-okx' };
const perpetual = 'BTC/USDT:USDT';

let test: PerpsApp;
beforeAll(async () => {
  test = await createPerpsApp();
  await test.trade({ ...account, symbol: perpetual, side: 'buy' });
  await test.trade({ ...account, symbol: perpetual, side: 'sell' });
  await test.trade({ ...account, symbol: 'BTC/USDT', side: 'buy' });
  // After the last horizon of the markout.
  await test.clock.advance(310_000);
});
afterAll(() => test.stop());

function ask(query: Readonly<Record<string, string>>) {
  return test.ask({ url: `${path}?${new URLSearchParams(query)}` });
}

async function reportOf(query: Readonly<Record<string, string>>) {
  const { status, json } = await ask(query);
  expect([status, json.message]).toEqual([200, 'TCA report retrieved successfully']);
  return json.data;
}

describe('the report of costs', () => {
  it('of perpetuals has slippage, markout and fees of every fill', async () => {
    const report = await reportOf(account);
    const { fills_count: count, slippage, markout, fees, by_symbol: bySymbol } = report;
    expect(report).toMatchObject({ ...account, market_type: 'swap', unvalued_fills: 0 });
    expect(count).toBeGreaterThanOrEqual(2);
    expect(slippage.fills_count).toBe(count);
    // Both crossed the spread around the mark.
    expect(slippage.cost_usd).toBeGreaterThan(0);
    expect(report.prices).toMatchObject({ live: count, candles: 0, missing: 0 });
    const { age_ms: age } = report.prices;
    expect(age.median).toBeGreaterThanOrEqual(1);
    expect(age.max).toBeLessThanOrEqual(2_000);
    expect(markout.curve.map(({ seconds }: { seconds: number }) => seconds)).toEqual([
      1, 5, 30, 60, 300,
    ]);
    for (const { fills_count: known } of markout.curve) expect(known).toBe(count);
    expect(fees.total_usd).toBeGreaterThan(0);
    expect(report.capture).toMatchObject({ maker_pct: 0, taker_pct: 100 });
    expect(bySymbol).toMatchObject([{ symbol: perpetual, fills_count: count }]);
    expect(report.by_algorithm).toMatchObject([{ algorithm: 'manual', fills_count: count }]);
    expect(report.by_day).toHaveLength(1);
    expect(report.cost_drag.pct_of_nav).toBeGreaterThan(0);
    expect(report.implementation_shortfall).toBeNull();
  });

  it('of spot has fees, in USD, and no block that needs a mark price', async () => {
    const report = await reportOf({ ...account, market_type: 'spot' });
    expect(report.fills_count).toBeGreaterThanOrEqual(1);
    expect(report.fees.total_usd).toBeGreaterThan(0);
    expect(report).toMatchObject({ slippage: null, markout: null, adverse_selection: null });
    expect(report.maker_net_edge_bps).toBeNull();
  });

  it('of an account without fills is whole, with zeros and nulls', async () => {
    const report = await reportOf({ exchange_account_id: 'paper-kraken' });
    expect(report).toMatchObject({
      fills_count: 0,
      turnover_usd: 0,
      by_symbol: [],
      by_algorithm: [],
      by_day: [],
      slippage: { avg_bps: null, cost_usd: 0, fills_count: 0 },
      cost_drag: { bps_of_turnover: null },
    });
  });
});

describe('the page of the report', () => {
  it('is HTML that may load and run nothing', async () => {
    const { status, text, headers } = await ask({ ...account, format: 'html' });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = String(headers['content-security-policy']);
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(text).toContain('<h1>Transaction costs of paper-okx</h1>');
    expect(text).not.toMatch(/<script|https?:/);
  });

  it('that is refused is answered in the envelope', async () => {
    const { status, json, headers } = await ask({ ...account, format: 'html', horizon: '7' });
    expect([status, json.isError]).toEqual([400, true]);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(json.data.errors).toMatchObject([{ field: 'horizon' }]);
  });
});
