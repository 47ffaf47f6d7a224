import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../test/support/okx.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const endpoint = 'GET /api/v5/asset/currencies';

describe('the currencies of okx', () => {
  it('are those of its markets, or those that are named', async () => {
    const all = await bench.ok(endpoint);
    expect(all).toMatchObject([
      { ccy: 'BTC', chain: 'BTC-BTC', canDep: false, canWd: false },
      { ccy: 'USDT', chain: 'USDT-USDT' },
      { ccy: 'USD' },
    ]);
    expect(await bench.ok(endpoint, { ccy: 'USDT,DOGE' })).toEqual([all[1]]);
  });
});
