import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../../test/support/okx.ts';

const endpoint = 'GET /api/v5/trade/orders-history';
const limit = { instId: 'BTC-USDT', tdMode: 'cash', side: 'buy', ordType: 'limit', px: '90' };
const hourMs = 3_600_000;

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

async function placed(changes: object = {}): Promise<string> {
  const order = { ...limit, sz: '1', ...changes };
  return (await bench.one('POST /api/v5/trade/order', order)).ordId;
}

const listed = async (fields: object = {}) =>
  (await bench.ok(endpoint, { instType: 'SPOT', ...fields })).map(
    ({ ordId }: { ordId: string }) => ordId,
  );

describe('the list of ended orders', () => {
  it('begins with the newest, by kind and state, without those that are open', async () => {
    await placed();
    const gone = await placed();
    await bench.ok('POST /api/v5/trade/cancel-order', { instId: 'BTC-USDT', ordId: gone });
    const filled = await placed({ px: '101' });
    const swap = { instId: 'BTC-USDT-SWAP', tdMode: 'cross', px: '101', sz: '100' };
    const contract = await placed(swap);
    expect(await listed()).toEqual([filled, gone]);
    expect(await listed({ state: 'canceled' })).toEqual([gone]);
    expect(await listed({ state: 'filled' })).toEqual([filled]);
    expect(await listed({ instType: 'SWAP' })).toEqual([contract]);
    expect((await bench.no(endpoint))[1]).toBe('50014');
  });

  it('forgets what was cancelled without a fill after two hours, the rest after a week', async () => {
    const gone = await placed();
    await bench.ok('POST /api/v5/trade/cancel-order', { instId: 'BTC-USDT', ordId: gone });
    const filled = await placed({ px: '101' });
    bench.pass(2 * hourMs);
    expect(await listed()).toEqual([filled, gone]);
    bench.pass(1);
    expect(await listed()).toEqual([filled]);
    bench.pass(166 * hourMs);
    expect(await listed()).toEqual([]);
  });
});
