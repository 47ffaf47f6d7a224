import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../test/support/bybit.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const closedPnl = 'GET /v5/position/closed-pnl';
const linear = { category: 'linear', symbol: 'BTCUSDT' };
const inverse = { category: 'inverse', symbol: 'BTCUSD' };

async function trade(market: object, side: string, qty: string) {
  const sent = { ...market, orderType: 'Market', side, qty };
  return (await bench.ok('POST /v5/order/create', sent)).orderId;
}

describe('profits at bybit', () => {
  it('are told by closing order, with the fees of both ends taken off', async () => {
    await trade(linear, 'Buy', '2');
    bench.show(109, 111);
    const orderId = await trade(linear, 'Sell', '1');
    const { list } = await bench.ok(closedPnl, linear);
    // Bought at 101 and sold at 109, with fees of 0.055 percent on both.
    expect(list).toMatchObject([
      {
        symbol: 'BTCUSDT',
        orderId,
        side: 'Sell',
        qty: '1',
        closedSize: '1',
        cumEntryValue: '101',
        avgEntryPrice: '101',
        cumExitValue: '109',
        avgExitPrice: '109',
        openFee: '0.05555',
        closeFee: '0.05995',
        closedPnl: '7.8845',
        fillCount: '1',
        createdTime: String(bench.now()),
      },
    ]);
  });

  it('are of the part that closes, where an order turns a position', async () => {
    await trade(linear, 'Sell', '1');
    bench.show(94, 95);
    bench.pass(1);
    await trade(linear, 'Buy', '3');
    bench.show(98, 99);
    bench.pass(1);
    await trade(linear, 'Sell', '2');
    const { list } = await bench.ok(closedPnl, { category: 'linear' });
    expect(list).toMatchObject([
      { side: 'Sell', closedSize: '2', cumEntryValue: '190', cumExitValue: '196' },
      { side: 'Buy', closedSize: '1', cumEntryValue: '100', cumExitValue: '95' },
    ]);
    const first = await bench.ok(closedPnl, { category: 'linear', limit: '1' });
    expect(first.list).toEqual(list.slice(0, 1));
    const cursor = decodeURIComponent(first.nextPageCursor);
    const second = await bench.ok(closedPnl, { category: 'linear', limit: '1', cursor });
    expect(second.list).toEqual(list.slice(1));
  });

  it('are listed by when an order began to close, however long it went on', async () => {
    bench.show(100, 101, 5);
    await trade(linear, 'Buy', '5');
    const resting = { ...linear, orderType: 'Limit', side: 'Sell', qty: '4', price: '110' };
    const slow = (await bench.ok('POST /v5/order/create', resting)).orderId;
    const began = bench.now();
    bench.show(110, 111, 3);
    bench.pass(1_000);
    bench.show(105, 106);
    const quick = await trade(linear, 'Sell', '1');
    bench.pass(1_000);
    bench.show(110, 111, 4);
    const { list } = await bench.ok(closedPnl, linear);
    expect(list).toMatchObject([
      { orderId: quick, createdTime: String(began + 1_000), updatedTime: String(began + 1_000) },
      { orderId: slow, createdTime: String(began), updatedTime: String(began + 2_000) },
    ]);
    const at = { ...linear, startTime: String(began), endTime: String(began) };
    expect((await bench.ok(closedPnl, at)).list).toMatchObject([{ orderId: slow }]);
    const later = { ...linear, startTime: String(began + 1) };
    expect((await bench.ok(closedPnl, later)).list).toMatchObject([{ orderId: quick }]);
  });

  it('of inverse contracts are coins', async () => {
    bench.show(100, 101, 400);
    await trade(inverse, 'Buy', '2020');
    bench.show(202, 203, 400);
    await trade(inverse, 'Sell', '2020');
    const [row] = (await bench.ok(closedPnl, inverse)).list;
    expect(row).toMatchObject({ cumEntryValue: '20', cumExitValue: '10', avgExitPrice: '202' });
    // 20 coins became 10, which a short position would have lost; fees are 0.055 percent of both.
    expect(row.closedPnl).toBe('9.9835');
  });

  it('show a week at most, and no spot', async () => {
    await trade(linear, 'Buy', '1');
    await trade(linear, 'Sell', '1');
    const at = bench.now();
    bench.pass(7 * 86_400_000 + 1);
    expect((await bench.ok(closedPnl, linear)).list).toEqual([]);
    expect((await bench.ok(closedPnl, { ...linear, startTime: String(at) })).list).toHaveLength(1);
    expect((await bench.no(closedPnl, { category: 'spot' }))[1]).toBe(10001);
    expect((await bench.no(closedPnl, { ...linear, limit: '101' }))[1]).toBe(10001);
  });
});
