import { beforeEach, describe, expect, it } from 'vitest';
import {
  both,
  type CheckedBench,
  checkedBench,
  spot as symbol,
} from '../../../test/support/pretrade/checks.ts';
import type { AnalysisDraft } from './types.ts';

let bench: CheckedBench['bench'];
let checked: CheckedBench['checked'];
let check: CheckedBench['check'];
beforeEach(() => {
  ({ bench, checked, check } = checkedBench());
});

describe('daily_limit', () => {
  it('is what remains of all accounts together', async () => {
    bench.remainingUsd.set('a', 100).set('b', 53);
    expect(await check('daily_limit', { ...both, quantity: 1.5 })).toMatchObject({ passed: true });
    bench.remainingUsd.set('b', 51.9);
    expect(await check('daily_limit', { ...both, quantity: 1.5 })).toEqual({
      name: 'daily_limit',
      passed: false,
      message: 'Order would exceed daily limit. Remaining: $151.90.',
      details: {
        // 152 at binance, and 153 at kraken, whose best ask is 102.
        order_value_usd: expect.closeTo(152.34, 2),
        remaining_usd: 151.9,
        limit_usd: 2_000_000,
      },
    });
  });

  it('values the order where each exchange stands, as it does when it is sent there', async () => {
    // Over all books 1 costs 101; sent to kraken it is worth 102.
    bench.remainingUsd.set('a', 0).set('b', 101.5);
    expect(await check('daily_limit', both)).toMatchObject({
      passed: false,
      details: { order_value_usd: 102, remaining_usd: 101.5 },
    });
    bench.remainingUsd.set('b', 102);
    expect(await check('daily_limit', both)).toMatchObject({ passed: true });
  });

  it('values a market sell at the best bid, whatever it would fetch', async () => {
    bench.show('binance', symbol, [
      [
        [99, 1],
        [50, 9],
      ],
      [[101, 1]],
    ]);
    bench.remainingUsd.set('a', 296);
    const sell = { side: 'sell', quantity: 3 } as const;
    expect(await check('daily_limit', sell)).toMatchObject({
      passed: false,
      details: { order_value_usd: 297 },
    });
    bench.remainingUsd.set('a', 297);
    expect(await check('daily_limit', sell)).toMatchObject({ passed: true });
  });

  it('values a limit sell at the tick above its price, as it is sent', async () => {
    const sell = { type: 'limit', side: 'sell', quantity: 2, limitPrice: 100.001 } as const;
    bench.remainingUsd.set('a', 200.01);
    expect(await check('daily_limit', sell)).toMatchObject({
      passed: false,
      details: { order_value_usd: 200.02 },
    });
  });

  it('is no match for an order beyond all numbers of dollars', async () => {
    for (const quantity of [1e10, 1e12, 1e15]) {
      const { passed, message, details } = await check('daily_limit', { quantity });
      expect([passed, details?.remaining_usd]).toEqual([false, 1_000_000]);
      expect(details?.order_value_usd).toBe(quantity * 101);
      expect(message).not.toMatch(/NaN|Infinity/);
    }
  });

  it('is not passed by noise of the arithmetic', async () => {
    const limit = { type: 'limit', quantity: 3, limitPrice: 1.1 } as const;
    expect(3 * 1.1).toBeGreaterThan(3.3);
    bench.remainingUsd.set('a', 3.3);
    expect(await check('daily_limit', limit)).toMatchObject({ passed: true });
    bench.remainingUsd.set('a', 3.299999);
    expect(await check('daily_limit', limit)).toMatchObject({ passed: false });
  });

  it('values a sell at the bid where that is above its price', async () => {
    bench.remainingUsd.set('a', 98.9);
    const sell = { type: 'limit', side: 'sell', quantity: 1, limitPrice: 95 } as const;
    const { passed, details } = await check('daily_limit', sell);
    expect([passed, details?.order_value_usd]).toEqual([false, 99]);
  });

  it('holds the development cap and max_order_usd, one order an account', async () => {
    bench.capUsd.set('a', 50);
    expect(await check('daily_limit', { quantity: 0.4 })).toMatchObject({ passed: true });
    const capped = await check('daily_limit', { quantity: 0.5 });
    expect(capped).toMatchObject({
      passed: false,
      details: { order_value_usd: 50.5, remaining_usd: 50, limit_usd: 50 },
    });
    expect(capped.message).toContain('development-mode safety limit');
    bench.account('c', 'kraken', {
      dailyLimitMicroUsd: 1e12,
      limits: { maxOrderMicroUsd: 60e6 },
    });
    const two = { accountIds: ['a', 'c'] };
    expect(await check('daily_limit', { ...two, quantity: 1 })).toMatchObject({ passed: true });
    const three = await check('daily_limit', { ...two, quantity: 1.1 });
    expect(three).toMatchObject({ passed: false, details: { remaining_usd: 110 } });
    expect(three.message).toContain('(development-mode safety limit, max_order_usd): $110.00');
  });

  it('lets an account take no more than remains of its day, whatever its cap', async () => {
    bench.capUsd.set('a', 50);
    bench.remainingUsd.set('a', 20).set('b', 100);
    bench.account('b', 'kraken', { dailyLimitMicroUsd: 100e6, limits: { maxOrderMicroUsd: 40e6 } });
    expect(await check('daily_limit', { ...both, quantity: 0.7 })).toMatchObject({
      passed: false,
      details: { order_value_usd: expect.closeTo(71.165, 3), remaining_usd: 60, limit_usd: 90 },
    });
  });
});

describe('money and limits', () => {
  const order = { ...both, type: 'limit', quantity: 1.5, limitPrice: 100 } as const;
  const failedOf = async (changes: Partial<AnalysisDraft> = {}) => {
    const { passed, checks } = await checked({ ...order, ...changes });
    const failed = checks.filter((each) => !each.passed).map(({ name }) => name);
    expect(passed).toBe(failed.length === 0);
    return failed;
  };

  it('are of each account: one with the money and one with the limits take nothing', async () => {
    bench.free.set('a', 1_000).set('b', 0);
    bench.remainingUsd.set('a', 0).set('b', 1_000);
    expect(await failedOf()).toEqual(['daily_limit']);
    const { message, details } = await check('daily_limit', order);
    expect(message).toBe(
      'Order value $150.00 exceeds what the accounts could take, each with its own money and ' +
        'limits: $0.00.',
    );
    expect(details).toMatchObject({ order_value_usd: 150, remaining_usd: 0 });
  });

  it('pass as soon as both together carry it, each its part', async () => {
    const fee = 1.001;
    bench.free.set('a', 100 * fee).set('b', 1_000);
    bench.remainingUsd.set('a', 1_000).set('b', 50);
    expect(await failedOf()).toEqual([]);
    bench.remainingUsd.set('b', 49.9);
    expect(await failedOf()).toEqual(['daily_limit']);
    bench.remainingUsd.set('b', 50);
    bench.free.set('a', 99.9 * fee);
    expect(await failedOf()).toEqual(['daily_limit']);
    expect((await check('daily_limit', order)).details).toMatchObject({
      remaining_usd: expect.closeTo(149.9, 5),
    });
  });

  it('hold the bound of single orders of the account that has the money', async () => {
    bench.free.set('b', 0);
    bench.capUsd.set('a', 100);
    expect(await failedOf()).toEqual(['daily_limit']);
    bench.capUsd.set('a', 150);
    expect(await failedOf()).toEqual([]);
  });

  it('are short of money first, where that is short by itself', async () => {
    bench.free.set('a', 50).set('b', 50);
    bench.remainingUsd.set('a', 100).set('b', 100);
    expect(await failedOf()).toEqual(['balance']);
    bench.remainingUsd.set('b', 10);
    expect(await failedOf()).toEqual(['balance', 'daily_limit']);
  });

  it('count of accounts alone whose exchange shows a usable book', async () => {
    bench.account('c', 'bybit', { dailyLimitMicroUsd: 1e12 });
    bench.list('bybit', symbol);
    const three = { accountIds: ['a', 'c'] };
    bench.free.set('a', 100);
    expect(await failedOf(three)).toEqual(['balance']);
    const balance = await check('balance', { ...order, ...three });
    expect(balance.details).toMatchObject({ available: 100 });
    expect(balance.message).toContain('c counts for nothing: no usable bybit book.');
    const sides = [[[99, 1]], [[101, 1]]] as const;
    bench.show('binance', symbol, sides);
    bench.free.set('a', 1e6);
    bench.remainingUsd.set('a', 100);
    expect(await failedOf(three)).toEqual(['daily_limit']);
    expect(await check('daily_limit', { ...order, ...three })).toMatchObject({
      message: expect.stringContaining('c counts for nothing: no usable bybit book.'),
      details: { remaining_usd: 100, limit_usd: 1_000_000 },
    });
    bench.show('binance', symbol, sides);
    bench.remainingUsd.set('a', 1_000);
    bench.list('binance', symbol, { quantityMin: 5 });
    bench.list('bybit', symbol, { quantityMin: 0.1 });
    expect(await failedOf(three)).toEqual(['order_size']);
  });
});

describe('max_open_orders', () => {
  beforeEach(() => {
    bench.account('a', 'binance', { dailyLimitMicroUsd: 1e12, limits: { maxOpenOrders: 3 } });
  });

  it('keeps an account out that has so many, and the message says so', async () => {
    bench.openOrders.set('a', 2);
    expect(await check('daily_limit')).toMatchObject({ passed: true });
    bench.openOrders.set('a', 3);
    expect(await check('daily_limit')).toMatchObject({
      passed: false,
      message:
        'Order value $101.00 exceeds what single orders of these accounts may come to ' +
        '(max_open_orders): $0.00. a has 3 open orders and may have 3 (max_open_orders), ' +
        'so it takes no other.',
      details: { order_value_usd: 101, remaining_usd: 0, limit_usd: 0 },
    });
    expect(await check('daily_limit', both)).toMatchObject({ passed: true });
  });

  it('is asked of nobody who has none', async () => {
    await checked(both);
    expect(bench.asked.filter((each) => each.startsWith('openOrders'))).toEqual(['openOrders a']);
  });
});
