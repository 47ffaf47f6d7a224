import { executionEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app/testApp.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.stop());

const validate = (body: unknown) =>
  test.call({ method: 'POST', url: executionEndpoints.validateOrder.path, body });
const messageOf = async (body: object) => {
  const { status, json } = await validate(body);
  expect([status, json.isError, json.statusCode]).toEqual([400, true, 400]);
  expect(json.data).toEqual({ valid: false, error: json.message, warnings: expect.any(Array) });
  return json.message;
};
const warningsOf = async (body: object) => {
  const { status, json } = await validate(body);
  expect(status).toBe(200);
  return json.data.warnings;
};

describe('the answer of validateOrder', () => {
  it('to a valid order', async () => {
    const answer = await validate({ exchange: 'binance', order_type: 'limit' });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      isError: false,
      message: 'Order parameters are valid',
      statusCode: 200,
      data: { valid: true, error: null, warnings: [] },
    });
  });

  it('to an invalid one', async () => {
    const body = { exchange: 'binance', order_type: 'oco', market_type: 'swap' };
    const message = 'Error - binance does not support oco orders on swap markets.';
    const answer = await validate({ ...body, stop_price: 1 });
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({
      isError: true,
      message,
      statusCode: 400,
      data: { valid: false, error: message, warnings: [] },
    });
  });
});

describe('a field that is missing or wrong', () => {
  it.each([
    [{ order_type: 'limit' }, 'Error - exchange is required and must be a string.'],
    [{ exchange: 'binance' }, 'Error - order_type is required and must be a string.'],
    [
      { exchange: 'binance', order_type: 'limit', reduceOnly: true },
      'Error - reduceOnly is not a field of this request. Did you mean reduce_only?',
    ],
  ])('makes %j invalid', async (body, message) => {
    const { status, json } = await validate(body);
    expect([status, json.isError, json.statusCode, json.message]).toEqual([
      400,
      true,
      400,
      message,
    ]);
    expect(json.data).toMatchObject({
      valid: false,
      error: message,
      warnings: [],
      code: 'VALIDATION_FAILED',
      errors: [expect.objectContaining({ field: expect.any(String) })],
    });
  });
});

describe('an order is invalid', () => {
  const limit = { order_type: 'limit' };
  const swap = { ...limit, market_type: 'swap' };

  it.each([
    [
      { exchange: 'hyperliquid', ...limit },
      'hyperliquid does not support spot trading, so no limit orders on spot markets.',
    ],
    [
      { exchange: 'kraken', order_type: 'iceberg' },
      'kraken does not support iceberg orders on spot markets.',
    ],
    [
      { exchange: 'hyperliquid', ...swap, time_in_force: 'FOK' },
      'hyperliquid does not support time_in_force FOK for limit orders on swap markets.',
    ],
    [
      { exchange: 'okx', ...swap, time_in_force: 'gtc' },
      'okx does not support time_in_force gtc for limit orders on swap markets.',
    ],
    [
      { exchange: 'gateio', ...limit, time_in_force: 'POST_ONLY' },
      'gateio does not support time_in_force POST_ONLY for limit orders on spot markets.',
    ],
    [
      { exchange: 'okx', ...limit, reduce_only: true },
      'okx does not support reduce_only for limit orders on spot markets.',
    ],
    [
      { exchange: 'gateio', ...limit, post_only: true },
      'gateio does not support post_only for limit orders on spot markets.',
    ],
    [
      { exchange: 'okx', order_type: 'market', post_only: true },
      'okx does not support post_only for market orders on spot markets, which always take liquidity.',
    ],
    [
      { exchange: 'okx', order_type: 'market', time_in_force: 'POST_ONLY' },
      'okx does not support post_only for market orders on spot markets, which always take liquidity.',
    ],
    [
      { exchange: 'bybit', ...swap, post_only: true, time_in_force: 'IOC' },
      'bybit does not support post_only together with time_in_force IOC for limit orders on swap markets.',
    ],
    [
      { exchange: 'bybit', ...swap, post_only: true, time_in_force: 'FOK' },
      'bybit does not support post_only together with time_in_force FOK for limit orders on swap markets.',
    ],
    [{ exchange: 'mtgox', ...limit }, "Exchange 'mtgox' not supported."],
    [
      { exchange: 'okx', ...limit, market_type: 'perp' },
      "market_type must be 'spot', 'swap' or 'future'.",
    ],
    [
      { exchange: 'bybit', order_type: 'trailing_stop', market_type: 'swap' },
      'bybit trailing_stop orders on swap markets need a trailing_delta.',
    ],
    [
      { exchange: 'bybit', order_type: 'trailing_stop', market_type: 'swap', trailing_delta: 0 },
      'bybit trailing_stop orders on swap markets need a trailing_delta between 0 and 100 percent, not 0.',
    ],
    [
      { exchange: 'okx', order_type: 'stop_loss', stop_price: -1 },
      'okx stop_loss orders on spot markets need a stop_price above 0, not -1.',
    ],
  ])('%j', async (body, message) => {
    expect(await messageOf(body)).toBe(`Error - ${message}`);
  });

  it.each([
    { exchange: 'binance', demand: 'from 0.1 to 10 percent in steps of 0.1', at: 0.001 },
    { exchange: 'binance', demand: 'from 0.1 to 10 percent in steps of 0.1', at: 0.123 },
    { exchange: 'binance', demand: 'from 0.1 to 10 percent in steps of 0.1', at: 60 },
    { exchange: 'okx', demand: 'from 0.1 to 99.99 percent in steps of 0.01', at: 0.123 },
    { exchange: 'bybit', demand: 'between 0 and 100 percent', at: 100 },
  ])('when a stop trails by $at percent at $exchange', async ({ exchange, demand, at }) => {
    const trailing = { exchange, order_type: 'trailing_stop', market_type: 'swap' };
    expect(await messageOf({ ...trailing, trailing_delta: at })).toBe(
      `Error - ${exchange} trailing_stop orders on swap markets need a trailing_delta ${demand}, ` +
        `not ${at}.`,
    );
  });

  it.each(['stop_loss', 'stop_loss_limit', 'take_profit', 'take_profit_limit'])(
    'when a %s has no stop price',
    async (type) => {
      const body = { exchange: 'kraken', order_type: type };
      const message = `Error - kraken ${type} orders on spot markets need a stop_price.`;
      expect(await messageOf(body)).toBe(message);
    },
  );

  it('for the first reason only, and still with its warnings', async () => {
    const all = {
      exchange: 'gateio',
      order_type: 'stop_loss',
      time_in_force: 'DAY',
      reduce_only: true,
      post_only: true,
    };
    const time = await validate(all);
    expect(time.json.message).toContain('time_in_force DAY');
    expect(time.json.data.warnings).toHaveLength(1);
    expect(await messageOf({ ...all, time_in_force: 'IOC' })).toContain('reduce_only');
    const notReducing = { ...all, time_in_force: 'IOC', reduce_only: false };
    expect(await messageOf(notReducing)).toContain('post_only');
    expect(await messageOf({ ...notReducing, post_only: false })).toContain('stop_price');
  });
});

describe('an order is valid', () => {
  it.each([
    { exchange: 'binance', order_type: 'limit', time_in_force: 'POST_ONLY' },
    { exchange: 'kraken', order_type: 'limit', time_in_force: 'POST_ONLY', post_only: true },
    { exchange: 'bybit', order_type: 'limit', market_type: 'future', time_in_force: 'POST_ONLY' },
    { exchange: 'okx', order_type: 'stop_loss_limit', stop_price: 1, post_only: true },
    { exchange: 'hyperliquid', order_type: 'limit', market_type: 'swap', reduce_only: true },
    { exchange: 'kraken', order_type: 'market', market_type: 'future', reduce_only: true },
    { exchange: 'okx', order_type: 'market', time_in_force: 'IOC' },
  ])('%j', async (body) => {
    const { status, json } = await validate(body);
    expect([status, json.data.valid, json.data.error]).toEqual([200, true, null]);
  });
});

describe('warnings', () => {
  const trailing = { order_type: 'trailing_stop', market_type: 'swap', trailing_delta: 1 };

  it.each([
    [{ exchange: 'kraken', order_type: 'limit', market_type: 'swap' }, 'futures credential'],
    [{ exchange: 'gateio', order_type: 'take_profit', stop_price: 1 }, 'price-triggered orders'],
    [{ exchange: 'hyperliquid', order_type: 'market', market_type: 'swap' }, 'at most 5 % beyond'],
    [{ exchange: 'bybit', ...trailing }, 'belong to a position'],
    [{ exchange: 'okx', order_type: 'oco' }, 'a stop_price for the stop leg'],
  ])('%j: %s', async (body, words) => {
    expect(await warningsOf(body)).toEqual([expect.stringContaining(words)]);
  });

  it.each([
    { exchange: 'kraken', order_type: 'limit' },
    { exchange: 'gateio', order_type: 'limit' },
    { exchange: 'gateio', order_type: 'stop_loss', market_type: 'swap', stop_price: 1 },
    { exchange: 'hyperliquid', order_type: 'limit', market_type: 'swap' },
    { exchange: 'binance', order_type: 'oco', stop_price: 1 },
  ])('none for %j', async (body) => {
    expect(await warningsOf(body)).toEqual([]);
  });
});

describe('a body that is none', () => {
  it('is one with a field that no order has', async () => {
    const body = { exchange: 'okx', order_type: 'market', reduceOnly: true };
    const { status, json } = await validate(body);
    expect([status, json.data.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(JSON.stringify(json)).toContain(
      'reduceOnly is not a field of this request. Did you mean reduce_only?',
    );
  });

  it.each([
    [{}, ['order_type', 'exchange']],
    [{ exchange: 'okx' }, ['order_type']],
    [{ exchange: 'okx', order_type: 'limit', reduce_only: 'yes' }, ['reduce_only']],
    [{ exchange: 'okx', order_type: 'limit', stop_price: '1' }, ['stop_price']],
    [{ exchange: 'x'.repeat(65), order_type: '' }, ['exchange', 'order_type']],
  ])('%j is refused field by field', async (body, fields) => {
    const { status, json } = await validate(body);
    expect([status, json.isError, json.data.code]).toEqual([400, true, 'VALIDATION_FAILED']);
    expect([json.data.valid, json.data.error]).toEqual([false, json.message]);
    expect(json.data.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
  });
});
