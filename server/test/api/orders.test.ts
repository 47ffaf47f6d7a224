import { orderEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrdersApp, type OrdersApp } from '../support/orders/app.ts';

let test: OrdersApp;
beforeAll(async () => {
  test = await createOrdersApp();
});
afterAll(() => test.stop());

const account = { exchange_account_id: 'paper-binance' };
const urlOf = (path: string, query: Readonly<Record<string, string>> = account) =>
  `${path}?${new URLSearchParams(query)}`;

describe('submitOrder', () => {
  it('answers with the execution result of an order that fills at once', async () => {
    const { status, json } = await test.submit({ order_type: 'market', price: null });
    expect(status).toBe(200);
    expect(json).toEqual({
      isError: false,
      message: 'Order executed successfully',
      statusCode: 200,
      data: {
        order_id: expect.any(String),
        client_order_id: expect.any(String),
        exchange: 'binance',
        market: 'BTC/USDT',
        order_type: 'market',
        order_side: 'buy',
        order_status: 'closed',
        quantity: 0.01,
        quantity_filled: 0.01,
        avg_fill_price: expect.any(Number),
        order_fee: expect.any(Number),
        fee_currency: 'BTC',
        execution_time: expect.any(Number),
        execution_date: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    });
    expect(json.data.order_fee).toBeGreaterThan(0);
  });

  it('answers with one that rests, before any fill', async () => {
    const { json } = await test.submit();
    expect(json.data).toMatchObject({
      order_status: 'open',
      quantity_filled: 0,
      avg_fill_price: null,
      order_fee: 0,
      fee_currency: null,
    });
  });

  it('takes swap when nothing is said and the symbol has a settle asset', async () => {
    const { json } = await test.submit({ symbol: 'BTC/USDT:USDT' });
    const found = await test.order(json.data.order_id);
    expect(found.json.data.market_type).toBe('swap');
  });
});

describe('getOrder', () => {
  it('finds an order by the id of the exchange, ours and the client id', async () => {
    const { json } = await test.submit({ client_order_id: 'find me' });
    const byVenue = await test.order(json.data.order_id);
    const byClient = await test.order('find me');
    expect(byVenue.status).toBe(200);
    expect(byVenue.json).toEqual({
      isError: false,
      message: 'Order retrieved successfully',
      statusCode: 200,
      data: {
        order_id: json.data.order_id,
        client_order_id: 'find me',
        symbol: 'BTC/USDT',
        market_type: 'spot',
        status: 'open',
        type: 'limit',
        side: 'buy',
        price: 50_000,
        stop_price: null,
        amount: 0.01,
        filled: 0,
        remaining: 0.01,
        average: null,
        cost: 0,
        fee: { cost: 0, currency: null },
        reason: null,
        timestamp: expect.any(Number),
        datetime: expect.any(String),
        last_traded_timestamp: null,
      },
    });
    expect(byClient.json).toEqual(byVenue.json);
  });

  it('knows no order of another account, market or name', async () => {
    const { json } = await test.submit();
    const id = json.data.order_id;
    const missing = [
      await test.order('nobody'),
      await test.order(id, { exchange_account_id: 'paper-bybit' }),
      await test.order(id, { market_type: 'swap' }),
      await test.order(id, { symbol: 'ETH/USDT' }),
    ];
    for (const answer of missing) {
      expect([answer.status, answer.json.data.error]).toEqual([404, 'ORDER_NOT_FOUND']);
    }
  });
});

describe('cancelOrder', () => {
  it('answers with the order after it, also the second time', async () => {
    await test.submit({ client_order_id: 'cancel me' });
    for (const _ of [1, 2]) {
      const { status, json } = await test.cancel('cancel me');
      expect([status, json.message]).toEqual([200, 'Order cancelled successfully']);
      expect(json.data).toMatchObject({ status: 'canceled', filled: 0, remaining: 0.01 });
    }
  });

  it('says of an order that filled first that it was not cancelled', async () => {
    const order = { order_type: 'market', price: null, client_order_id: 'filled' };
    await test.submit(order);
    const { status, json } = await test.cancel('filled');
    expect([status, json.message]).toEqual([200, 'Order is closed and was not cancelled']);
    expect(json.data).toMatchObject({ status: 'closed', remaining: 0 });
  });

  it('knows no order that is none', async () => {
    const { status, json } = await test.cancel('nobody');
    expect([status, json.data.error]).toEqual([404, 'ORDER_NOT_FOUND']);
  });
});

describe('the other reads', () => {
  it('listOpenOrders gives the open orders of a market type', async () => {
    await test.submit({ exchange_account_id: 'paper-gateio', client_order_id: 'open one' });
    const query = { exchange_account_id: 'paper-gateio' };
    const { json } = await test.ask({ url: urlOf(orderEndpoints.listOpenOrders.path, query) });
    expect(json.message).toBe('Open orders retrieved successfully');
    expect(json.data).toMatchObject([{ client_order_id: 'open one', status: 'open' }]);
    const swap = { ...query, market_type: 'swap' };
    const other = await test.ask({ url: urlOf(orderEndpoints.listOpenOrders.path, swap) });
    expect(other.json.data).toEqual([]);
  });

  it('getBalance gives what is free, used and in all', async () => {
    const query = { exchange_account_id: 'paper-kraken' };
    await test.submit({ ...query, symbol: 'BTC/USD', price: 50_000, quantity: 0.02 });
    const { json } = await test.ask({ url: urlOf(orderEndpoints.getBalance.path, query) });
    expect(json.message).toBe('Balance retrieved successfully');
    expect(json.data).toMatchObject({ exchange: 'kraken', ...query });
    const { free, used, total } = json.data;
    expect(used.USD).toBeGreaterThanOrEqual(1_000);
    expect(free.USD + used.USD).toBe(total.USD);
  });

  it('getDailyLimit counts what is reserved', async () => {
    const query = { exchange_account_id: 'small' };
    await test.account({ ...query, exchange: 'binance', mode: 'paper' });
    await test.submit({ ...query, quantity: 0.001 });
    const { json } = await test.ask({ url: urlOf(orderEndpoints.getDailyLimit.path, query) });
    expect(json.message).toBe('Daily limit retrieved successfully');
    expect(json.data).toMatchObject({ ...query, limit_usd: 100, order_count: 1 });
    expect(json.data.date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(json.data.used_usd).toBeCloseTo(50, 0);
    expect(json.data.used_usd + json.data.remaining_usd).toBeCloseTo(100, 6);
    expect(json.data.pct_used).toBeCloseTo((100 * json.data.used_usd) / json.data.limit_usd, 9);
  });
});
