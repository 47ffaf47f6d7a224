import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../test/support/kraken.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

describe('a key', () => {
  it('is told what it may do', async () => {
    const info = await bench.ok('GetApiKeyInfo');
    expect(info.permissions).toContain('modify-trades');
    expect(info.permissions).not.toContain('withdraw-funds');
    expect(info.ipAllowlist).toHaveLength(1);
  });
});

describe("a dead man's switch", () => {
  const limit = { type: 'buy', ordertype: 'limit', volume: '1', price: '95' };
  const open = async () => Object.keys((await bench.ok('OpenOrders')).open).length;

  it('cancels the orders of all pairs once its time has passed', async () => {
    await bench.ok('AddOrder', { ...limit, pair: 'XBTUSD' });
    await bench.ok('AddOrder', { ...limit, pair: 'XDGUSD' });
    expect(await bench.ok('CancelAllOrdersAfter', { timeout: 60 })).toEqual({
      currentTime: '2027-01-15T08:00:00.000Z',
      triggerTime: '2027-01-15T08:01:00.000Z',
    });
    bench.pass(59_000);
    expect(await open()).toBe(2);
    bench.pass(1_000);
    expect(await open()).toBe(0);
  });

  it('begins anew each time it is set, and is off at zero', async () => {
    await bench.ok('AddOrder', { ...limit, pair: 'XBTUSD' });
    await bench.ok('CancelAllOrdersAfter', { timeout: 60 });
    bench.pass(59_000);
    await bench.ok('CancelAllOrdersAfter', { timeout: 60 });
    bench.pass(59_000);
    expect((await bench.ok('CancelAllOrdersAfter', { timeout: 0 })).triggerTime).toBe('0');
    bench.pass(120_000);
    expect(await open()).toBe(1);
  });

  it.each(['', '-1', '1.5', '86400', 'x'])('is not set to %j seconds', async (timeout) => {
    expect(await bench.no('CancelAllOrdersAfter', { timeout })).toContain('timeout');
  });
});
