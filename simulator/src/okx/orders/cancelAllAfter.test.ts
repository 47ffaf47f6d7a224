import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../../test/support/okx.ts';

const setting = 'POST /api/v5/trade/cancel-all-after';
const inSeconds = startedAt / 1_000;

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

/** Places one order on the book of each market, and two that wait for a price. */
async function placeAll(): Promise<void> {
  const limit = { side: 'buy', ordType: 'limit', px: '90', sz: '1' };
  const stop = { side: 'sell', ordType: 'conditional', slTriggerPx: '80', slOrdPx: '-1', sz: '1' };
  const spot = { instId: 'BTC-USDT', tdMode: 'cash' };
  await bench.ok('POST /api/v5/trade/order', { ...spot, ...limit });
  await bench.ok('POST /api/v5/trade/order', {
    ...limit,
    instId: 'BTC-USDT-SWAP',
    tdMode: 'cross',
  });
  await bench.ok('POST /api/v5/trade/order-algo', { ...spot, ...stop });
  await bench.ok('POST /api/v5/trade/order-algo', {
    ...spot,
    side: 'sell',
    ordType: 'oco',
    sz: '1',
    slTriggerPx: '80',
    slOrdPx: '-1',
    tpTriggerPx: '120',
    tpOrdPx: '120',
  });
}

/** Returns the number of orders on the book, and of those that wait. */
async function open() {
  const onBook = await bench.ok('GET /api/v5/trade/orders-pending');
  const types = { ordType: 'conditional,oco' };
  const asleep = await bench.ok('GET /api/v5/trade/orders-algo-pending', types);
  return [onBook.length, asleep.length];
}

describe('cancel all after', () => {
  it('ends what is on the book when its time is up, and nothing that waits', async () => {
    await placeAll();
    expect(await bench.one(setting, { timeOut: '10' })).toEqual({
      triggerTime: String(inSeconds + 10),
      tag: '',
      ts: String(inSeconds),
    });
    bench.pass(9_999);
    expect(await open()).toEqual([2, 2]);
    bench.pass(1);
    expect(await open()).toEqual([0, 2]);
  });

  it('begins anew when it is set again, and ends with a time of zero', async () => {
    await placeAll();
    await bench.ok(setting, { timeOut: '10' });
    bench.pass(9_000);
    await bench.ok(setting, { timeOut: '10' });
    bench.pass(9_000);
    expect(await open()).toEqual([2, 2]);
    expect(await bench.one(setting, { timeOut: '0' })).toMatchObject({ triggerTime: '0' });
    bench.pass(60_000);
    expect(await open()).toEqual([2, 2]);
  });

  it.each(['9', '121', 'x'])('is not set to %s seconds', async (timeOut) => {
    const text = 'Parameter timeOut error';
    expect(await bench.no(setting, { timeOut })).toEqual([200, '51000', text]);
  });
});
