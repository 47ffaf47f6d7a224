import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../test/support/krakenfutures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const at = startedAt / 1_000;
const chart = (product: string, query: string) =>
  bench.raw('GET', `/api/charts/v1/mark/${product}/1m?${query}`);

it('the mark price of a product is a chart, bare as it is', async () => {
  bench.pass(60_000);
  const { json } = await chart('PF_XBTUSD', `from=${at}&to=${at + 60}`);
  const flat = { open: '100.5', high: '100.5', low: '100.5', close: '100.5', volume: 0 };
  expect(json).toEqual({
    candles: [
      { time: startedAt, ...flat },
      { time: startedAt + 60_000, ...flat },
    ],
    more_candles: false,
  });
  const later = await chart('PF_XBTUSD', `from=${at + 1}`);
  expect(later.json.candles).toHaveLength(1);
});

it('charts are of two thousand minutes at most', async () => {
  bench.pass(2_500 * 60_000);
  const { json } = await chart('PI_XBTUSD', `from=${at}`);
  expect([json.candles.length, json.more_candles]).toEqual([2_000, true]);
});

it('what there is no product of has no chart', async () => {
  expect((await chart('PF_XXXUSD', `from=${at}`)).json.error).toBe('contractNotFound');
});
