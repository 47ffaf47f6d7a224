import { accountEndpoints, executionEndpoints, orderEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService, type TestTrader } from '../support/app/testService.ts';

const spot = { symbol: 'BTC/USDT', marketType: 'spot' } as const;
const swap = { symbol: 'BTC/USDT:USDT', marketType: 'swap' } as const;
const limit = { order_type: 'limit', side: 'buy', quantity: 1, price: 95 };

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ venue: 'binance', markets: [spot, swap] });
});
afterAll(() => service.app.stop());

const preview = (trader: TestTrader, body: object) =>
  service.app.ask({
    method: executionEndpoints.validateOrder.method,
    url: `${executionEndpoints.validateOrder.path}?preview=true`,
    body: { exchange_account_id: trader.account, symbol: spot.symbol, ...limit, ...body },
  });

async function nothingOf(trader: TestTrader): Promise<void> {
  const query = new URLSearchParams({ exchange_account_id: trader.account });
  const { json } = await service.app.ask({ url: `${orderEndpoints.getDailyLimit.path}?${query}` });
  expect([json.data.used_usd, json.data.order_count]).toEqual([0, 0]);
  expect(await trader.open()).toEqual([]);
  expect(await trader.used()).toEqual({});
}

it('answers with the order as it would be sent, what moved and what it is worth', async () => {
  const trader = await service.trader(spot, { daily_limit_usd: 100 });
  const body = { quantity: 1.00019, price: 95.019, post_only: true, client_order_id: 'one' };
  const { status, json } = await preview(trader, body);
  expect(status).toBe(200);
  expect(json).toEqual({
    isError: false,
    message: 'Order parameters are valid',
    statusCode: 200,
    data: {
      valid: true,
      error: null,
      warnings: [],
      preview: {
        exchange: 'binance',
        exchange_account_id: trader.account,
        symbol: 'BTC/USDT',
        market_type: 'spot',
        side: 'buy',
        order_type: 'limit',
        quantity: '1.0001',
        price: '95.01',
        stop_price: null,
        trailing_delta: null,
        time_in_force: 'POST_ONLY',
        reduce_only: false,
        order_value_usd: 95.019501,
        remaining_usd: 100,
        changes: [
          {
            field: 'quantity',
            from: 1.00019,
            to: 1.0001,
            reason: 'rounded down to the quantity step 0.0001',
          },
          {
            field: 'price',
            from: 95.019,
            to: 95.01,
            reason: 'rounded down to the price tick 0.01',
          },
        ],
      },
    },
  });
  await nothingOf(trader);
  // The name is still free.
  const found = await service.app.order('one', { exchange_account_id: trader.account });
  expect(found.status).toBe(404);
});

describe('whatever would stop the order makes it invalid', () => {
  it.each([
    [{ quantity: 2 }, 'DAILY_LIMIT_EXCEEDED', 'Order would exceed daily limit. Remaining: $100.00'],
    [
      { quantity: 0.1 },
      'BELOW_MINIMUM_ORDER',
      'Error - The order value $9.50 is below the minimum of $10.00.',
    ],
    [{ symbol: 'DOGE/USDT' }, 'SYMBOL_NOT_FOUND', 'binance lists no spot market DOGE/USDT.'],
    [
      { price: 110, quantity: 0.5 },
      'PRICE_COLLAR_EXCEEDED',
      "The price 110 is 9.45 % beyond 100.5, more than the account's price collar of 5 % allows (price_collar_pct).",
    ],
    [
      { order_type: 'trailing_stop', price: null, trailing_delta: 1 },
      'NOT_SUPPORTED',
      'Error - binance does not support trailing_stop orders on spot markets.',
    ],
  ])('%j: %s', async (change, code, message) => {
    const trader = await service.trader(spot, { daily_limit_usd: 100 });
    const { status, json } = await preview(trader, change);
    expect([status, json.isError, json.statusCode, json.message]).toEqual([
      400,
      true,
      400,
      message,
    ]);
    expect(json.data).toMatchObject({ valid: false, error: message, code, warnings: [] });
    await nothingOf(trader);
  });

  it('a field that is wrong is named as in a sent order', async () => {
    const trader = await service.trader(spot);
    const { status, json } = await preview(trader, { quantity: 0 });
    const error = 'Error - quantity must be above 0.';
    expect([status, json.message]).toEqual([400, error]);
    expect(json.data).toMatchObject({ valid: false, error, code: 'VALIDATION_FAILED' });
    expect(json.data.errors).toMatchObject([
      { field: 'quantity', message: 'quantity must be above 0' },
    ]);
    const none = await preview(trader, { exchange_account_id: 'nobody' });
    expect(none.json.message).toBe('Exchange account not found.');
  });
});

describe('what the exchange would surely refuse', () => {
  const poor = { paper_balances: { spot: { USDT: '94' }, swap: { USDT: '1' } } };
  it.each([
    [spot, { order_type: 'stop_loss', price: null, stop_price: 100 }, 'ORDER_WOULD_TRIGGER'],
    [spot, { side: 'sell', order_type: 'oco', price: 106, stop_price: 101 }, 'ORDER_WOULD_TRIGGER'],
    [swap, { side: 'sell', price: 106, reduce_only: true }, 'NOTHING_TO_REDUCE'],
    [spot, { price: 101, time_in_force: 'POST_ONLY' }, 'POST_ONLY_WOULD_TAKE'],
    [spot, {}, 'INSUFFICIENT_BALANCE'],
    [spot, { side: 'sell', price: 106 }, 'INSUFFICIENT_BALANCE'],
    [swap, {}, 'INSUFFICIENT_MARGIN'],
    [spot, { order_type: 'market', price: null }, 'INSUFFICIENT_BALANCE'],
  ])('%j %j: %s', async (own, change, code) => {
    const trader = await service.trader(own, poor);
    const { status, json } = await preview(trader, { symbol: own.symbol, ...change });
    expect([status, json.data.valid, json.data.code]).toEqual([400, false, code]);
    expect(json.message).toBe(json.data.error);
    await nothingOf(trader);
    const sent = await trader.send({ ...limit, ...change });
    expect([sent.status, sent.json.message, sent.json.data.error]).toEqual([
      400,
      json.message,
      code,
    ]);
  });

  it('binds reducing by no limit', async () => {
    const trader = await service.trader(swap);
    await trader.take({ order_type: 'market', side: 'buy', quantity: 0.2 });
    await service.app.ask({
      method: accountEndpoints.changeAccount.method,
      url: accountEndpoints.changeAccount.path.replace(':id', trader.account),
      body: { daily_limit_usd: 0 },
    });
    const closing = { symbol: swap.symbol, side: 'sell', price: 106, reduce_only: true };
    const { status, json } = await preview(trader, { ...closing, quantity: 0.01 });
    expect([status, json.data.preview.reduce_only]).toEqual([200, true]);
    expect(json.data.preview.remaining_usd).toBe(0);
  });

  it('sees that a market order would meet nothing', async () => {
    const trader = await service.trader(spot);
    await trader.show({ bids: [[100, 4]] });
    const market = { order_type: 'market', price: null };
    const { status, json } = await preview(trader, market);
    expect([status, json.data.valid, json.data.code]).toEqual([400, false, 'INVALID_ORDER']);
    expect((await trader.send({ ...limit, ...market })).json.message).toBe(json.message);
    expect((await preview(trader, {})).json.data.valid).toBe(true);
    await nothingOf(trader);
  });

  it('is refused by no book that has fallen silent', async () => {
    const trader = await service.trader(spot);
    service.market.silence();
    await service.app.clock.advance(3_000);
    const { json } = await preview(trader, { price: 101, time_in_force: 'POST_ONLY' });
    expect(json.data.code).not.toBe('POST_ONLY_WOULD_TAKE');
  });
});

it('takes swap when nothing is said and the symbol has a settle asset, and names what is wrong', async () => {
  const trader = await service.trader(swap);
  const { json } = await preview(trader, { symbol: swap.symbol });
  expect(json.data.preview.market_type).toBe('swap');
  const spoken = await preview(trader, { symbol: swap.symbol, market_type: 'spot' });
  const sent = await trader.send({ ...limit, market_type: 'spot' });
  const { errors, code } = spoken.json.data;
  expect({ ...spoken.json, data: { error: code, errors } }).toEqual(sent.json);
  expect([spoken.json.data.valid, spoken.json.data.error]).toEqual([false, sent.json.message]);
  expect(spoken.json.message).toBe('Error - BTC/USDT:USDT is a swap market, not spot.');
});

it('says the same as the order itself', async () => {
  const trader = await service.trader(spot);
  const { path: url, method } = accountEndpoints.changeAccount;
  const id = url.replace(':id', trader.account);
  await service.app.ask({ method, url: id, body: { limits: { max_order_usd: 90 } } });
  const [asked, sent] = [await preview(trader, {}), await trader.send(limit)];
  expect(asked.json.message).toBe(sent.json.message);
  expect(asked.json.data.code).toBe(sent.json.data.error);
});
