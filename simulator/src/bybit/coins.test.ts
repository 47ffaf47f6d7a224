import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../test/support/bybit.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const endpoint = 'GET /v5/asset/coin/query-info';

describe('the coins of bybit', () => {
  it('are those of its markets, or the one that is named', async () => {
    const { rows } = await bench.ok(endpoint);
    expect(rows.map(({ coin }: { coin: string }) => coin)).toEqual(['BTC', 'USDT', 'USDC', 'USD']);
    const usdt = { name: 'USDT', coin: 'USDT', remainAmount: '0', chains: [] };
    expect(await bench.ok(endpoint, { coin: 'USDT' })).toEqual({ rows: [usdt] });
    expect(await bench.ok(endpoint, { coin: 'DOGE' })).toEqual({ rows: [] });
  });
});
