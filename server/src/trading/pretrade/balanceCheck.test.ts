import { beforeEach, describe, expect, it } from 'vitest';
import {
  both,
  type CheckedBench,
  checkedBench,
  perp,
} from '../../../test/support/pretrade/checks.ts';
import { AppError } from '../../kit/errors.ts';

let bench: CheckedBench['bench'];
let checked: CheckedBench['checked'];
let check: CheckedBench['check'];
beforeEach(() => {
  ({ bench, checked, check } = checkedBench());
});

describe('balance', () => {
  it('of a buy needs what the merged levels cost, with the taker fee on top', async () => {
    // 1 at 101 and 0.5 at 102, and 10 bps of it.
    const required = (101 + 51) * 1.001;
    bench.free.set('a', 100).set('b', required - 100);
    expect(await check('balance', { ...both, quantity: 1.5 })).toMatchObject({ passed: true });
    bench.free.set('b', required - 100 - 0.001);
    const { passed, details } = await check('balance', { ...both, quantity: 1.5 });
    expect([passed, details?.currency]).toEqual([false, 'USDT']);
    expect(details?.required).toBeCloseTo(required, 9);
    expect(details?.available).toBeCloseTo(required - 0.001, 9);
    expect(details?.shortfall).toBeCloseTo(0.001, 9);
  });

  it('of a spot buy needs no fee on top where it is kept from what is bought', async () => {
    bench.free.set('a', 101);
    expect(await check('balance')).toMatchObject({ passed: false });
    bench.paysFromBought.add('a');
    expect(await check('balance')).toMatchObject({ passed: true });
    bench.free.set('a', 10.1);
    // The fee of a contract is always paid beside the margin.
    bench.leverage.set('a', 10);
    expect(await check('balance', { symbol: perp })).toMatchObject({ passed: false });
  });

  it('of a limit order holds the dearer of its fees', async () => {
    bench.fees.set('a', { makerBps: 50, takerBps: 10 });
    bench.free.set('a', 90.4);
    const limit = { type: 'limit', limitPrice: 90 } as const;
    expect((await check('balance', limit)).details?.required).toBeCloseTo(90.45, 9);
  });

  it('of a sell needs the quantity in the base, and no fee', async () => {
    // In floats the sum of the two is below 0.8.
    bench.free.set('a', 0.1).set('b', 0.7);
    expect(0.1 + 0.7).toBeLessThan(0.8);
    const sell = { ...both, side: 'sell', quantity: 0.8 } as const;
    expect(await check('balance', sell)).toMatchObject({ passed: true });
    bench.free.set('b', 0.6999);
    expect(await check('balance', sell)).toMatchObject({
      passed: false,
      details: { required: expect.closeTo(0.8, 12), currency: 'BTC' },
    });
  });

  it('prices what no book shows at the worst level', async () => {
    bench.free.set('a', 0);
    const { details } = await check('balance', { quantity: 3 });
    expect(details?.required).toBeCloseTo(303 * 1.001, 9);
  });

  it('of a limit order needs its quantity at its own price', async () => {
    bench.free.set('a', 0);
    const limit = { type: 'limit', quantity: 2, limitPrice: 90 } as const;
    const { details } = await check('balance', limit);
    expect(details?.required).toBeCloseTo(180 * 1.001, 9);
  });

  it('of an algorithm needs its quantity at the touch', async () => {
    bench.free.set('a', 0);
    const { details } = await check('balance', { type: 'algo', quantity: 50 });
    expect(details?.required).toBeCloseTo(50 * 101 * 1.001, 9);
  });

  it('of a contract needs margin by the leverage of each account, whichever the side', async () => {
    bench.fees.set('a', { makerBps: 0, takerBps: 0 }).set('b', { makerBps: 0, takerBps: 50 });
    bench.leverage.set('a', 10);
    bench.free.set('a', 9.9).set('b', 0);
    const sell = { ...both, symbol: perp, side: 'sell', quantity: 1 } as const;
    expect(await check('balance', sell)).toMatchObject({ passed: true });
    bench.free.set('a', 9.89);
    expect(await check('balance', sell)).toMatchObject({
      passed: false,
      details: { required: expect.closeTo(9.9, 9), available: 9.89, currency: 'USDT' },
    });
    // Half of the worth each: 4.95 of margin here, 49.5 and the fee there.
    bench.free.set('a', 4.95).set('b', 49.5 + 0.2475);
    expect(await check('balance', sell)).toMatchObject({ passed: true });
    bench.free.set('b', 49.5);
    expect(await check('balance', sell)).toMatchObject({ passed: false });
  });

  it('counts what contracts are settled in, where that is not the quote', async () => {
    const settled = 'BTC/USD:USDC';
    bench.list('binance', settled);
    bench.show('binance', settled, [[[99, 1]], [[101, 1]]]);
    bench.usd.set('USDC', 0.5);
    bench.free.set('a', 0);
    const { details } = await check('balance', { symbol: settled });
    expect(details).toMatchObject({ required: expect.closeTo(202.202, 9), currency: 'USDC' });
  });

  it('goes on without an account whose balance cannot be read, and says why', async () => {
    const reason = 'Could not reach binance. It is down.';
    bench.unreadable.set('a', new AppError('NETWORK_ERROR', { message: reason }));
    const enough = await check('balance', both);
    expect([enough.passed, enough.message]).toEqual([true, expect.stringContaining(reason)]);
    bench.free.set('b', 1);
    const short = await check('balance', both);
    expect([short.passed, short.message]).toEqual([false, expect.stringContaining(reason)]);
    expect(short.details).toMatchObject({ available: 1 });
    const alone = await check('balance');
    expect([alone.passed, alone.message]).toEqual([false, expect.stringContaining(reason)]);
    expect(alone.details).toEqual({
      required: expect.closeTo(101.101, 9),
      available: null,
      shortfall: null,
      currency: 'USDT',
    });
  });

  it('does not take a fault of ours for an answer', async () => {
    bench.unreadable.set('a', new TypeError('a bug'));
    await expect(checked()).rejects.toThrow('a bug');
  });
});

describe('a contract against a position of its own', () => {
  const sell = { symbol: perp, side: 'sell', quantity: 1 } as const;
  beforeEach(() => {
    bench.fees.set('a', { makerBps: 0, takerBps: 0 });
    bench.leverage.set('a', 10);
  });

  it('needs margin only for what it opens', async () => {
    bench.free.set('a', 0);
    bench.closable.set('a', 1);
    expect(await check('balance', sell)).toMatchObject({ passed: true });
    bench.closable.set('a', 0.5);
    expect(await check('balance', sell)).toMatchObject({
      passed: false,
      details: { required: expect.closeTo(4.95, 9), available: 0, shortfall: expect.anything() },
    });
    bench.free.set('a', 4.95);
    expect(await check('balance', sell)).toMatchObject({ passed: true });
    bench.closable.set('a', 100);
    expect((await check('balance', sell)).message).toContain('0 USDT needed');
  });

  it('leaves its limits as they are', async () => {
    bench.closable.set('a', 1);
    bench.remainingUsd.set('a', 50);
    expect(await check('daily_limit', sell)).toMatchObject({ passed: false });
  });

  it('is taken to open where the position cannot be read, and this is said', async () => {
    bench.free.set('a', 9.89);
    const reason = 'Could not reach binance. It is down.';
    bench.positionUnread.set('a', new AppError('NETWORK_ERROR', { message: reason }));
    const { passed, message } = await check('balance', sell);
    expect([passed, message]).toEqual([
      false,
      '9.9 USDT needed, 9.89 USDT available. ' +
        `a is taken to have no position that the order closes: ${reason}`,
    ]);
    bench.positionUnread.set('a', new TypeError('a bug'));
    await expect(checked(sell)).rejects.toThrow('a bug');
  });
});
