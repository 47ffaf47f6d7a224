import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, root, startedText } from '../../test/support/krakenfutures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const path = `POST ${root}/cancelallorders`;
const limit = { side: 'buy', orderType: 'lmt', limitPrice: '90' };

async function open() {
  const { openOrders } = await bench.ok(`GET ${root}/openorders`);
  return openOrders.map(({ symbol }: { symbol: string }) => symbol);
}

describe('cancelling all orders', () => {
  it('ends those of one product, and then all others', async () => {
    const { order_id } = await bench.order({
      ...limit,
      symbol: 'PF_XBTUSD',
      size: '1',
      cliOrdId: 'mine',
    });
    await bench.order({ ...limit, symbol: 'PI_XBTUSD', size: '100' });
    const stop = { symbol: 'PI_XBTUSD', side: 'sell', size: '1', orderType: 'take_profit' };
    await bench.order({ ...stop, stopPrice: '120' });
    const { cancelStatus } = await bench.ok(path, { symbol: 'PF_XBTUSD' });
    expect(cancelStatus).toMatchObject({
      receivedTime: startedText,
      cancelOnly: 'PF_XBTUSD',
      status: 'cancelled',
      cancelledOrders: [{ order_id, cliOrdId: 'mine' }],
      orderEvents: [{ type: 'CANCEL', uid: order_id, order: { symbol: 'PF_XBTUSD' } }],
    });
    expect(await open()).toEqual(['PI_XBTUSD', 'PI_XBTUSD']);
    const rest = (await bench.ok(path)).cancelStatus;
    expect([rest.cancelOnly, rest.cancelledOrders]).toEqual(['all', expect.any(Array)]);
    expect(rest.orderEvents).toMatchObject([{ order: {} }, { orderTrigger: {} }]);
    expect(await open()).toEqual([]);
  });

  it('says so where there are none', async () => {
    expect((await bench.ok(path)).cancelStatus).toMatchObject({
      status: 'noOrdersToCancel',
      cancelledOrders: [],
      orderEvents: [],
    });
  });
});
