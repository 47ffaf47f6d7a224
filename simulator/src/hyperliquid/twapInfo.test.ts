import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, openBench, user } from '../../test/support/hyperliquid.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const asked = (type: string, more: object = {}) => bench.info({ type, user, ...more });
const start = () =>
  bench.simulator.startTwap('hyperliquid', user, {
    market: 'ETH/USDC:USDC',
    side: 'sell',
    size: '2',
    minutes: 30,
  });
const fill = (id: number, size: string) =>
  bench.simulator.fillTwap('hyperliquid', id, { price: '100.5', size, fee: '0.045' });

it('a TWAP order is told of when it begins and when it is done', async () => {
  const id = start();
  const statuses = async () =>
    (await asked('twapHistory')).map((row: { status: { status: string } }) => row.status.status);
  fill(id, '1.5');
  expect(await statuses()).toEqual(['activated']);
  fill(id, '0.5');
  expect(await statuses()).toEqual(['activated', 'finished']);
  expect((await asked('twapHistory'))[0]).toMatchObject({
    time: Math.floor(bench.now() / 1_000),
    twapId: id,
    state: { coin: 'ETH', side: 'A', sz: '2.0', executedSz: '2.0', minutes: 30 },
  });
});

it('its executions are of no transaction, and none of the other executions', async () => {
  const id = start();
  const began = bench.now();
  fill(id, '1.5');
  bench.pass(10);
  fill(id, '0.5');
  const [first, second] = await asked('userTwapSliceFillsByTime', { startTime: began });
  expect(first).toMatchObject({
    fill: {
      coin: 'ETH',
      px: '100.5',
      sz: '1.5',
      side: 'A',
      time: began,
      fee: '0.045',
      feeToken: 'USDC',
      hash: `0x${'0'.repeat(64)}`,
    },
    twapId: id,
  });
  expect(second.fill.tid).toBeGreaterThan(first.fill.tid);
  const later = { startTime: began + 1, endTime: began + 10 };
  expect(await asked('userTwapSliceFillsByTime', later)).toEqual([second]);
  expect(await asked('userTwapSliceFills')).toEqual([second, first]);
  expect(await asked('userFills')).toEqual([]);
});

it('nobody has any who never had one', async () => {
  const nobody = `0x${'9'.repeat(40)}`;
  expect(await asked('twapHistory', { user: nobody })).toEqual([]);
  expect(await asked('userTwapSliceFills', { user: nobody })).toEqual([]);
  expect(() => fill(7, '1')).toThrow('no TWAP order');
});
