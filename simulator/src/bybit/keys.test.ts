import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, signing } from '../../test/support/bybit.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

describe('a key at bybit', () => {
  it('is told of by itself', async () => {
    expect(await bench.ok('GET /v5/user/query-api')).toMatchObject({
      readOnly: 0,
      ips: ['192.0.2.1'],
      permissions: {
        ContractTrade: ['Order', 'Position'],
        Spot: ['SpotTrade'],
        Wallet: ['AccountTransfer'],
      },
    });
    const target = '/v5/user/query-api?';
    const headers = signing(bench.now(), '', 'another');
    expect((await bench.raw('GET', { target, headers })).json.retCode).toBe(10004);
  });
});
