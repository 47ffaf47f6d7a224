import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, openBench, root } from '../../test/support/krakenfutures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const path = `POST ${root}/cancelallordersafter`;
const limit = { side: 'buy', orderType: 'lmt', limitPrice: '90' };

async function open() {
  const { openOrders } = await bench.ok(`GET ${root}/openorders`);
  return openOrders.map(({ symbol }: { symbol: string }) => symbol);
}

it('all orders of the account end when the time is over', async () => {
  await bench.order({ ...limit, symbol: 'PF_XBTUSD', size: '1' });
  await bench.order({ ...limit, symbol: 'PI_XBTUSD', size: '100' });
  const stop = { symbol: 'PF_XBTUSD', side: 'sell', size: '1' };
  await bench.order({ ...stop, orderType: 'take_profit', stopPrice: '120' });
  const { status } = await bench.ok(path, { timeout: 60 });
  expect(status).toEqual({
    currentTime: '2027-01-15T08:00:00.000Z',
    triggerTime: '2027-01-15T08:01:00.000Z',
  });
  bench.pass(40_000);
  await bench.ok(path, { timeout: 60 });
  bench.pass(40_000);
  expect(await open()).toHaveLength(3);
  bench.pass(20_000);
  expect(await open()).toEqual([]);
});

it('nothing ends once the time was taken back', async () => {
  await bench.order({ ...limit, symbol: 'PF_XBTUSD', size: '1' });
  await bench.ok(path, { timeout: 60 });
  const { status } = await bench.ok(path, { timeout: 0 });
  expect(status.triggerTime).toBe('0');
  bench.pass(120_000);
  expect(await open()).toEqual(['PF_XBTUSD']);
});

it('the time has to be told', async () => {
  expect(await bench.no(path)).toEqual([200, 'requiredArgumentMissing']);
});
