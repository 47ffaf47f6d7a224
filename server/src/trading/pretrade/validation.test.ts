import { beforeEach, describe, expect, it } from 'vitest';
import {
  both,
  type CheckedBench,
  checkedBench,
  perp,
  spot as symbol,
} from '../../../test/support/pretrade/checks.ts';
import type { AnalysisDraft } from './types.ts';

let bench: CheckedBench['bench'];
let checked: CheckedBench['checked'];
let check: CheckedBench['check'];
beforeEach(() => {
  ({ bench, checked, check } = checkedBench());
});

describe('all checks', () => {
  it('are always listed, in the order of the document', async () => {
    const names = ['balance', 'daily_limit', 'symbol', 'order_size'];
    const drafts: Partial<AnalysisDraft>[] = [{}, { symbol: 'NONE/USDT' }, { quantity: 1e9 }];
    for (const draft of drafts) {
      const { checks } = await checked(draft);
      expect(checks.map(({ name }) => name)).toEqual(names);
    }
  });

  it('pass together, without figures, and fail when one of them does', async () => {
    const { passed, checks } = await checked();
    expect([passed, ...checks.map((each) => each.passed)]).toEqual([true, true, true, true, true]);
    expect(checks.map(({ details }) => details)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    bench.free.set('a', 0);
    expect((await checked()).passed).toBe(false);
  });
});

describe('symbol', () => {
  it('passes where one exchange takes orders, and says where others do not', async () => {
    bench.account('c', 'hyperliquid');
    bench.account('d', 'bybit');
    bench.account('e', 'okx');
    bench.list('bybit', symbol, { isActive: false });
    bench.silent.add('okx');
    const ids = ['a', 'b', 'c', 'd', 'e'];
    expect(await check('symbol', { accountIds: ids })).toEqual({
      name: 'symbol',
      passed: true,
      message:
        'BTC/USDT is active at binance, kraken. hyperliquid: not listed. ' +
        'bybit: is not accepting orders now. okx: its markets are not known yet.',
    });
  });

  it('fails where none does, and nothing else is claimed then', async () => {
    bench.list('kraken', symbol, { isActive: false });
    bench.account('c', 'gateio');
    const { passed, checks } = await checked({ accountIds: ['b', 'c'] });
    const unchecked = {
      passed: false,
      message: 'Not checked: there is no market in BTC/USDT to check the order against.',
    };
    expect(passed).toBe(false);
    expect(checks).toEqual([
      { name: 'balance', ...unchecked },
      { name: 'daily_limit', ...unchecked },
      {
        name: 'symbol',
        passed: false,
        message:
          'None of the accounts can trade BTC/USDT now. kraken: is not accepting orders now. ' +
          'gateio: not listed.',
        details: { symbol, kraken: 'is not accepting orders now', gateio: 'not listed' },
      },
      { name: 'order_size', ...unchecked },
    ]);
  });

  it('waits for nobody when the markets of the only exchange are not known', async () => {
    bench.silent.add('binance');
    await expect(checked()).rejects.toMatchObject({ code: 'MARKETS_UNAVAILABLE' });
  });

  it('needs futures_credentials where contracts are apart, and no inverse contracts', async () => {
    bench.account('live', 'kraken', { mode: 'live' });
    const live = await check('symbol', { symbol: perp, accountIds: ['live'] });
    expect(live.message).toContain(
      'kraken needs futures_credentials for swap markets (account live).',
    );
    bench.list('binance', 'BTC/USD:BTC', { isInverse: true });
    await expect(checked({ symbol: 'BTC/USD:BTC' })).rejects.toMatchObject({
      code: 'NOT_SUPPORTED',
      message: 'binance settles BTC/USD:BTC in BTC: inverse contracts are not supported.',
    });
  });

  it('takes a dated future for what it is', async () => {
    const dated = 'BTC/USDT:USDT-261225';
    bench.list('binance', dated);
    bench.show('binance', dated, [[[99, 1]], [[101, 1]]]);
    expect(await checked({ symbol: dated })).toMatchObject({ passed: true });
  });
});

describe('order_size', () => {
  it('names the minimum of USD 10, at a market order’s worth', async () => {
    expect(await check('order_size', { quantity: 0.1 })).toMatchObject({ passed: true });
    expect(await check('order_size', { quantity: 0.09 })).toEqual({
      name: 'order_size',
      passed: false,
      message: 'The order value $9.09 is below the minimum of $10.00.',
      details: { order_value_usd: 9.09, minimum_usd: 10 },
    });
    // A sell is worth the bid, and a limit order its price.
    const sell = { side: 'sell', quantity: 0.1 } as const;
    expect(await check('order_size', sell)).toMatchObject({ passed: false });
    const limit = { type: 'limit', quantity: 0.1, limitPrice: 99.9 } as const;
    expect(await check('order_size', limit)).toMatchObject({ passed: false });
    expect(await check('order_size', { ...limit, limitPrice: 100 })).toMatchObject({
      passed: true,
    });
  });

  it('says so once, however many exchanges there are', async () => {
    const { message } = await check('order_size', { ...both, quantity: 0.09 });
    expect(message).toBe('The order value $9.09 is below the minimum of $10.00.');
  });

  it('passes where one exchange takes it, and names the minimum of the others', async () => {
    bench.list('kraken', symbol, { quantityMin: 2 });
    expect(await check('order_size', both)).toEqual({
      name: 'order_size',
      passed: true,
      message:
        'binance takes orders of this size. ' +
        'kraken: The order quantity 1 is below the minimum of 2.',
    });
    expect(await check('order_size', { accountIds: ['b'] })).toEqual({
      name: 'order_size',
      passed: false,
      message: 'kraken: The order quantity 1 is below the minimum of 2.',
      details: { exchange: 'kraken', minimum_of: 'quantity', minimum: 2, given: 1 },
    });
  });

  it('rounds down to the step first, and holds the smallest value of the exchange', async () => {
    bench.list('binance', symbol, { quantityStep: 1, quantityMin: 1, notionalMin: 101 });
    // 1.9 is 1, worth the mid of 100.
    expect(await check('order_size', { quantity: 1.9 })).toMatchObject({
      passed: false,
      details: { exchange: 'binance', minimum_of: 'value', minimum: 101, given: 100 },
    });
    expect(await check('order_size', { quantity: 2 })).toMatchObject({ passed: true });
    bench.list('binance', symbol, { quantityStep: 1, notionalMin: 5 });
    bench.show('binance', symbol, [[[5.9, 9]], [[6, 9]]]);
    // Worth 11.40 as requested, 6 as it would be sent.
    expect(await check('order_size', { quantity: 1.9 })).toMatchObject({
      passed: false,
      details: { order_value_usd: 6, minimum_usd: 10 },
    });
  });

  it('is refused where the price is beyond the collar of every account', async () => {
    const limit = { type: 'limit', limitPrice: 106 } as const;
    expect(await check('order_size', limit)).toMatchObject({
      passed: false,
      message: expect.stringMatching(/^a: The price 106 is 6.00 % beyond 100/),
      details: { price: 106, reference_price: 100, price_collar_pct: 5 },
    });
    bench.account('b', 'kraken', { limits: { priceCollarPct: 10 }, dailyLimitMicroUsd: 1e12 });
    expect(await check('order_size', { ...both, ...limit })).toMatchObject({ passed: true });
  });
});

describe('halted accounts', () => {
  it('count for nothing, and the message says so', async () => {
    bench.halt('b');
    bench.free.set('a', 100);
    bench.remainingUsd.set('a', 100);
    const note = 'b is halted and counts for nothing.';
    const balance = await check('balance', both);
    expect([balance.passed, balance.message]).toEqual([false, expect.stringContaining(note)]);
    expect(balance.details).toMatchObject({ available: 100 });
    const limit = await check('daily_limit', both);
    expect([limit.passed, limit.message]).toEqual([false, expect.stringContaining(note)]);
    expect(limit.details).toMatchObject({ remaining_usd: 100, limit_usd: 1_000_000 });
    expect(bench.asked).not.toContain('power b');
  });

  it('leave an order without any account that could send it', async () => {
    bench.halt('a');
    const { passed, checks } = await checked();
    expect(passed).toBe(false);
    expect(checks.map((each) => each.passed)).toEqual([false, false, true, true]);
    expect(checks[0]?.details).toMatchObject({ available: 0, currency: 'USDT' });
    expect(checks[0]?.details?.shortfall).toBeCloseTo(101.101, 9);
    expect(checks[1]?.details).toMatchObject({ remaining_usd: 0, limit_usd: 0 });
  });
});
