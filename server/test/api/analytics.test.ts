import { analyticsEndpoints, type Endpoint } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerpsApp, type PerpsApp } from '../support/app/perpsApp.ts';

const okx = { exchange_account_id: 'paper-okx' };
const binance = { exchange_account_id: 'paper-binance' };
const perpetual = 'BTC/USDT:USDT';
/** Contains every demo account. */
const portfolio = { portfolio_id: 'paper' };

let test: PerpsApp;
beforeAll(async () => {
  test = await createPerpsApp();
  await test.trade({ ...okx, symbol: perpetual, side: 'buy' });
  await test.trade({ ...okx, symbol: perpetual, side: 'sell' });
  await test.trade({ ...binance, symbol: perpetual, side: 'buy' });
  await test.trade({ ...okx, symbol: 'BTC/USDT', side: 'buy' });
  // Two rounds collect everything.
  await test.clock.advance(150_000);
});
afterAll(() => test.stop());

function ask({ path }: Endpoint, query: Readonly<Record<string, string>>, key?: string) {
  const url = `${path}?${new URLSearchParams(query)}`;
  return test.ask({ url, ...(key !== undefined && { key }) });
}

async function answered(...asked: Parameters<typeof ask>) {
  const { status, json } = await ask(...asked);
  expect([status, json.isError]).toEqual([200, false]);
  return json;
}

const dataOf = async (...asked: Parameters<typeof ask>) => (await answered(...asked)).data;

describe('enhanced positions', () => {
  const { getEnhancedPositions } = analyticsEndpoints;

  it('say how far each is from its liquidation, and all of them beside the data', async () => {
    const { data, risk_summary: risk, message } = await answered(getEnhancedPositions, binance);
    expect(message).toBe('Positions retrieved successfully');
    const [position] = data;
    expect(data).toHaveLength(1);
    expect(position).toMatchObject({ symbol: perpetual, side: 'long', ...binance });
    expect(position.maintenance_margin).toBeGreaterThan(0);
    expect(position.margin_health_score).toBeGreaterThan(30);
    expect(risk).toEqual({
      total_notional: position.notional,
      total_unrealized_pnl: position.unrealized_pnl,
      avg_leverage: expect.closeTo(position.leverage, 9),
      positions_at_risk: 0,
      lowest_margin_health: position.margin_health_score,
      position_count: 1,
    });
  });

  it('of an account without positions are none, and no risk', async () => {
    const { data, risk_summary: risk } = await answered(getEnhancedPositions, okx);
    expect(data).toEqual([]);
    expect(risk).toEqual({
      total_notional: 0,
      total_unrealized_pnl: 0,
      avg_leverage: null,
      positions_at_risk: 0,
      lowest_margin_health: null,
      position_count: 0,
    });
  });

  it('are documented with what stands beside the data', async () => {
    const { json } = await test.call({ url: '/openapi.json', key: null });
    const { responses } = json.paths[getEnhancedPositions.path].get;
    const schema = responses['200'].content['application/json'].schema;
    expect(Object.keys(schema.properties)).toContain('risk_summary');
    expect(schema.required).toContain('risk_summary');
  });
});

describe('fills of perpetuals', () => {
  const { listPerpFills } = analyticsEndpoints;

  it('are of an account, newest first', async () => {
    const { fills, ...rest } = await dataOf(listPerpFills, okx);
    expect(rest).toEqual({
      total_orders: 2,
      total_fills: fills.length,
      page: 0,
      size: 100,
    });
    const times = fills.map(({ timestamp }: { timestamp: number }) => timestamp);
    expect(times).toEqual(times.toSorted((a: number, b: number) => b - a));
    expect(fills.at(0)).toMatchObject({ market: perpetual, side: 'sell', fee_currency: 'USDT' });
    expect(fills.at(-1)).toMatchObject({ market: perpetual, side: 'buy', ...okx });
  });

  it('are of a portfolio, page by page, each once', async () => {
    const all = await dataOf(listPerpFills, portfolio);
    expect(all.total_orders).toBe(3);
    const ids: string[] = [];
    for (let page = 0; page < all.total_fills; page += 1) {
      const { fills } = await dataOf(listPerpFills, { ...portfolio, page: `${page}`, size: '1' });
      ids.push(...fills.map((fill: { trade_id: string }) => fill.trade_id));
    }
    expect(ids).toEqual(all.fills.map((fill: { trade_id: string }) => fill.trade_id));
  });
});

describe('the summary of perpetuals', () => {
  const { getPerpsSummary } = analyticsEndpoints;

  it('has the profit that was taken and the fees that were paid', async () => {
    const { json } = await test.send('getRealizedPnl', okx);
    const [{ amount }] = json.data.entries;
    const { pnl, by_symbol: bySymbol } = await dataOf(getPerpsSummary, okx);
    expect(pnl.summary).toMatchObject({ count: 1, currency: 'USDT' });
    expect(pnl.summary.total_pnl).toBeCloseTo(amount, 9);
    const { fills } = await dataOf(analyticsEndpoints.listPerpFills, okx);
    const fees = fills.reduce((sum: number, { fee }: { fee: number }) => sum + fee, 0);
    expect(bySymbol[perpetual].total_fees).toBeCloseTo(fees, 9);
    expect(bySymbol[perpetual].net_return).toBeCloseTo(
      amount + bySymbol[perpetual].total_funding - fees,
      9,
    );
  });

  it('of an account that never traded is zeros and nulls', async () => {
    const kraken = { exchange_account_id: 'paper-kraken' };
    expect(await dataOf(getPerpsSummary, kraken)).toMatchObject({
      ...kraken,
      portfolio_id: null,
      by_symbol: {},
      funding: { summary: { total_funding: 0, count: 0 }, by_market: [] },
      pnl: { summary: { total_pnl: 0, count: 0 }, by_market: [] },
    });
  });
});

describe('lists that paper accounts have nothing in', () => {
  it('are empty pages', async () => {
    expect(await dataOf(analyticsEndpoints.listTwapOrders, okx)).toEqual({
      total: 0,
      page: 0,
      size: 50,
      entries: [],
    });
    expect(await dataOf(analyticsEndpoints.listRebates, portfolio)).toEqual({
      total: 0,
      page: 0,
      size: 50,
      entries: [],
      summary_by_currency: [],
    });
  });
});

describe('a wrong question', () => {
  it('is a 400 that names the field', async () => {
    const { listPerpFills, getPerpsSummary } = analyticsEndpoints;
    for (const [endpoint, query, field] of [
      [getPerpsSummary, {}, 'exchange_account_id'],
      [getPerpsSummary, { ...okx, ...portfolio }, 'exchange_account_id'],
      [getPerpsSummary, { ...okx, start_ts: '2', end_ts: '1' }, 'start_ts'],
      [listPerpFills, { ...okx, size: '501' }, 'size'],
      [listPerpFills, { ...okx, market: 'BTC' }, 'market'],
    ] as const) {
      const { status, json } = await ask(endpoint, query);
      expect([status, json.isError, json.data.error]).toEqual([400, true, 'VALIDATION_FAILED']);
      expect(json.data.errors).toMatchObject([{ field }]);
    }
  });
});
