import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../test/support/okx.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const minuteMs = 60_000;
const told = async (query: string, list = 'mark-price-candles') =>
  (await bench.raw('GET', `/api/v5/market/${list}?instId=BTC-USDT-SWAP&${query}`)).json;
const times = async (query: string, list?: string) =>
  (await told(query, list)).data.map(([at]: [string]) => (Number(at) - startedAt) / minuteMs);

it('the mark price of okx is told by the minute, newest first, without the bounds', async () => {
  bench.pass(3 * minuteMs);
  const { data } = await told('bar=1m&limit=2');
  expect(data).toEqual([
    [String(startedAt + 3 * minuteMs), '100.5', '100.5', '100.5', '100.5', '0'],
    [String(startedAt + 2 * minuteMs), '100.5', '100.5', '100.5', '100.5', '1'],
  ]);
  const bounds = `after=${startedAt + 2 * minuteMs}&before=${startedAt}`;
  expect(await times(bounds)).toEqual([1]);
});

it('the list of new ones has a day, and a page a hundred', async () => {
  bench.pass(2_000 * minuteMs);
  const old = `after=${startedAt + 10 * minuteMs}`;
  expect(await times(old)).toEqual([]);
  expect(await times(old, 'history-mark-price-candles')).toHaveLength(10);
  expect(await times('limit=300')).toHaveLength(100);
});

it('spot has no mark price', async () => {
  const { json } = await bench.raw('GET', '/api/v5/market/mark-price-candles?instId=BTC-USDT');
  expect(json.code).toBe('51000');
});
