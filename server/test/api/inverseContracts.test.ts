import { executionEndpoints, orderEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AlgorithmsApp, createAlgorithmsApp } from '../support/algorithms/app.ts';
import { startBody } from '../support/algorithms/bodies.ts';

let test: AlgorithmsApp;
beforeAll(async () => {
  test = await createAlgorithmsApp();
});
afterAll(() => test.stop());

const symbol = 'BTC/USD:BTC';
const dated = 'BTC/USD:BTC-261225';
const account = 'paper-binance';
const message = `binance settles ${symbol} in BTC: inverse contracts are not supported.`;
const order = {
  exchange_account_id: account,
  symbol,
  side: 'buy',
  order_type: 'market',
  quantity: 3,
};
const route = {
  symbol,
  side: 'buy',
  quantity: 1,
  exchange_account_ids: [account],
  max_venues: 1,
  max_slippage_bps: 50,
};
const inverseLegs = {
  spread: { contra_symbol: symbol },
  funding_arb: { perp_symbol: symbol },
};

const post = (url: string, body: object) => test.ask({ method: 'POST', url, body });

describe('an inverse contract is refused by its exchange and symbol', () => {
  const execution = '/order-execution/execution';
  it.each<readonly [what: string, url: string, body: object]>([
    ['an order', orderEndpoints.submitOrder.path, order],
    ['its analysis', '/order-execution/pretrade/analyze', { ...route, order_type: 'market' }],
    ['its checks', '/order-execution/pretrade/validate', { ...route }],
    [
      'leverage',
      `${execution}/leverage`,
      { exchange_account_id: account, symbol, market_type: 'swap', leverage: 3 },
    ],
    [
      'margin mode',
      `${execution}/margin-mode`,
      { exchange_account_id: account, symbol, market_type: 'swap', margin_mode: 'isolated' },
    ],
    ['a route', '/order-execution/sor/execute', route],
  ])('%s', async (_what, url, { ...body }) => {
    const own = url.includes('pretrade')
      ? Object.fromEntries(Object.entries(body).filter(([name]) => !name.startsWith('max_')))
      : body;
    const { status, json } = await post(url, own);
    expect([status, json.data.error, json.message]).toEqual([400, 'NOT_SUPPORTED', message]);
    expect(json.data).toMatchObject({ exchange: 'binance', symbol });
  });

  it('a dated one as well', async () => {
    const { status, json } = await post(orderEndpoints.submitOrder.path, {
      ...order,
      symbol: dated,
      market_type: 'future',
    });
    expect([status, json.data.error]).toEqual([400, 'NOT_SUPPORTED']);
    expect(json.message).toBe(
      `binance settles ${dated} in BTC: inverse contracts are not supported.`,
    );
  });

  it.each(['true', 'false'])('the check of an order with preview=%s', async (preview) => {
    const url = `${executionEndpoints.validateOrder.path}?preview=${preview}`;
    const { status, json } = await post(url, {
      ...order,
      exchange: 'binance',
      market_type: 'swap',
    });
    expect([status, json.message]).toEqual([400, message]);
    expect(json.data).toMatchObject({ valid: false, error: message, code: 'NOT_SUPPORTED' });
  });

  it.each(['twap', 'ladder', 'sweep', 'timepace', 'spread', 'funding_arb'] as const)(
    'the start of a %s',
    async (type) => {
      const isPair = type === 'spread' || type === 'funding_arb';
      const body = isPair ? startBody(type, inverseLegs[type]) : startBody(type, {}, { symbol });
      const { status, json } = await test.send('startAlgorithm', body);
      // Every refusal of a start begins like this.
      const told = `Error - ${message}`;
      expect([status, json.data.error, json.message]).toEqual([400, 'NOT_SUPPORTED', told]);
    },
  );

  it('the estimate of a route leaves its exchange out for that', async () => {
    const { status, json } = await post('/order-execution/sor/estimate', route);
    expect([status, json.data.routable]).toEqual([200, false]);
    expect(JSON.stringify(json.data.excluded)).toContain(message);
  });

  it('and no order is stored', async () => {
    const query = new URLSearchParams({ exchange_account_id: account });
    const { json } = await test.ask({ url: `${orderEndpoints.getDailyLimit.path}?${query}` });
    expect(json.data).toMatchObject({ used_usd: 0 });
  });
});
