import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../../test/support/binance.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const minuteMs = 60_000;
const path = 'fapi/v1/markPriceKlines?interval=1m&symbol=BTCUSDT';
const asked = async (target: string) => {
  const api = target.startsWith('fapi') ? 'fapi' : 'dapi';
  return (await bench.raw(api, 'GET', { target: `/${target}` })).json;
};

it('the mark price is told by the minute, oldest first', async () => {
  bench.pass(30_000);
  bench.show(110, 111);
  bench.pass(minuteMs);
  expect(await asked(path)).toEqual([
    [
      startedAt,
      '100.50000000',
      '110.50000000',
      '100.50000000',
      '110.50000000',
      '0',
      startedAt + minuteMs - 1,
      '0',
      60,
      '0',
      '0',
      '0',
    ],
    expect.arrayContaining([startedAt + minuteMs, '110.50000000']),
  ]);
  expect(await asked(`${path}&startTime=${startedAt + 1}`)).toHaveLength(1);
  const times = async (more: string) =>
    (await asked(`${path}&${more}`)).map(([at]: readonly number[]) => (at ?? 0) - startedAt);
  expect(await times(`startTime=${startedAt}&limit=1`)).toEqual([0]);
  expect(await times('limit=1')).toEqual([minuteMs]);
  expect(await times(`endTime=${startedAt}`)).toEqual([0]);
  const coins = 'dapi/v1/markPriceKlines?interval=1m&symbol=BTCUSD_PERP';
  expect(await asked(coins)).toHaveLength(2);
});

it('the mark price is of a market, and within limits', async () => {
  expect((await asked('fapi/v1/markPriceKlines?interval=1m')).code).toBe(-1102);
  expect((await asked('fapi/v1/markPriceKlines?interval=1m&symbol=X')).code).toBe(-1121);
  expect((await asked(`${path}&limit=1501`)).code).toBe(-1130);
});
