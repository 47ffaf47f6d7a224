import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../test/support/bybit.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const minuteMs = 60_000;
const asked = async (query: string) =>
  (await bench.raw('GET', { target: `/v5/market/mark-price-kline?${query}` })).json;
const own = 'category=linear&symbol=BTCUSDT&interval=1';

it('the mark price of bybit is told by the minute, newest first', async () => {
  bench.pass(2 * minuteMs);
  const { result } = await asked(own);
  expect(result).toMatchObject({ symbol: 'BTCUSDT', category: 'linear' });
  expect(result.list).toEqual(
    [2, 1, 0].map((at) => [String(startedAt + at * minuteMs), '100.5', '100.5', '100.5', '100.5']),
  );
  const span = `start=${startedAt}&end=${startedAt + minuteMs}`;
  expect((await asked(`${own}&${span}`)).result.list).toHaveLength(2);
  const [[newest], ...rest] = (await asked(`${own}&${span}&limit=1`)).result.list;
  expect([newest, rest]).toEqual([String(startedAt + minuteMs), []]);
});

it.each([
  ['of spot', 'category=spot&symbol=BTCUSDT&interval=1'],
  ['of no market', 'category=linear&interval=1'],
  ['of too many minutes', `${own}&limit=1001`],
])('a mark price %s is refused', async (_, query) => {
  expect((await asked(query)).retCode).not.toBe(0);
});
