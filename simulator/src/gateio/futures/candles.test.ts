import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../../test/support/gateio.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const at = startedAt / 1_000;
const candles = async (query: string, folder = 'futures/usdt') =>
  (await bench.raw(`GET /${folder}/candlesticks?interval=1m&${query}`)).json;
const own = 'contract=mark_BTC_USDT';

it('the mark price of a contract is told by the minute, oldest first', async () => {
  bench.pass(90_000);
  const flat = { o: '100.5', h: '100.5', l: '100.5', c: '100.5' };
  const both = [
    { t: at, ...flat },
    { t: at + 60, ...flat },
  ];
  expect(await candles(`${own}&from=${at}&to=${at + 60}`)).toEqual(both);
  expect(await candles(own)).toEqual(both);
  expect(await candles(`${own}&to=${at}&from=${at}`)).toHaveLength(1);
  const dated = 'contract=mark_BTC_USDT_20270326';
  expect(await candles(dated, 'delivery/usdt')).toHaveLength(2);
});

it('what is too long ago, or too much, is refused', async () => {
  const label = async (query: string) => (await candles(`${own}&${query}`)).label;
  bench.pass(20_000 * 60_000);
  const now = bench.now() / 1_000;
  expect(await label(`from=${now - 10_001 * 60}&to=${now - 10_000 * 60}`)).toBeDefined();
  expect(await label(`from=${now - 2_001 * 60}&to=${now}`)).toBe('INVALID_PARAM_VALUE');
  expect(await label(`from=${now - 2_000 * 60}&to=${now}`)).toBeUndefined();
  expect((await candles('contract=mark_X_USDT')).label).toBe('CONTRACT_NOT_FOUND');
});
