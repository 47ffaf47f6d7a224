import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../test/support/bybit.ts';

const create = 'POST /v5/order/create';
const switchMode = 'POST /v5/position/switch-mode';
const positions = 'GET /v5/position/list';
const linear = { category: 'linear', symbol: 'BTCUSDT' };
const market = { ...linear, orderType: 'Market' };
const coin = { category: 'linear', coin: 'USDT' };

const openLong = { ...market, side: 'Buy', positionIdx: 1, qty: '2' };
const openShort = { ...market, side: 'Sell', positionIdx: 2, qty: '1' };
const closeLong = { ...market, side: 'Sell', positionIdx: 1, qty: '2', reduceOnly: true };
const closeShort = { ...market, side: 'Buy', positionIdx: 2, qty: '1', reduceOnly: true };

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const hedge = () => bench.ok(switchMode, { ...coin, mode: 3 });
type Row = Readonly<Record<string, unknown>>;

async function held() {
  const { list } = await bench.ok(positions, linear);
  return list.map(({ positionIdx, side, size }: Row) => [positionIdx, side, size]);
}

describe('the position mode at bybit', () => {
  it('is that of perpetuals in USDT, which have two rows even where both are flat', async () => {
    expect(await held()).toEqual([[0, '', '0']]);
    await hedge();
    expect(await held()).toEqual([
      [1, '', '0'],
      [2, '', '0'],
    ]);
    const usdc = await bench.ok(positions, { category: 'linear', symbol: 'BTCPERP' });
    expect(usdc.list.map(({ positionIdx }: Row) => positionIdx)).toEqual([0]);
    expect((await bench.no(switchMode, { ...coin, mode: 3 }))[1]).toBe(110025);
  });

  it('stays as it is while an order or a position is open', async () => {
    const rest = { ...linear, orderType: 'Limit', side: 'Buy', qty: '1', price: '90' };
    const { orderId } = await bench.ok(create, rest);
    expect((await bench.no(switchMode, { ...coin, mode: 3 }))[1]).toBe(110028);
    await bench.ok('POST /v5/order/cancel', { ...linear, orderId });
    await bench.ok(create, { ...market, side: 'Buy', qty: '1' });
    expect((await bench.no(switchMode, { ...coin, mode: 3 }))[1]).toBe(110024);
  });

  it('decides which orders are taken', async () => {
    const text = 'position idx not match position mode';
    expect(await bench.no(create, openLong)).toEqual([200, 10001, text]);
    await hedge();
    expect(await bench.no(create, { ...openLong, positionIdx: 0 })).toEqual([200, 10001, text]);
    expect((await bench.no(create, { ...openLong, reduceOnly: true }))[1]).toBe(110017);
    expect((await bench.no(create, closeLong))[1]).toBe(110017);
    expect(bench.simulator.accepted('bybit')).toBe(0);
  });
});

describe('both positions of a contract at bybit', () => {
  beforeEach(hedge);

  it('are open at once, and each is closed by itself', async () => {
    await bench.ok(create, openLong);
    await bench.ok(create, openShort);
    expect(await held()).toEqual([
      [1, 'Buy', '2'],
      [2, 'Sell', '1'],
    ]);
    await bench.ok(create, closeShort);
    const open = await bench.ok(positions, { category: 'linear', settleCoin: 'USDT' });
    expect(open.list).toMatchObject([{ positionIdx: 1, size: '2' }]);
    // It also reduces without the flag: the position and the side decide it.
    await bench.ok(create, { ...closeLong, reduceOnly: false });
    expect((await bench.ok(positions, { category: 'linear', settleCoin: 'USDT' })).list).toEqual(
      [],
    );
    const { list } = await bench.ok('GET /v5/position/closed-pnl', linear);
    expect(list).toMatchObject([
      { side: 'Sell', closedSize: '2' },
      { side: 'Buy', closedSize: '1' },
    ]);
  });

  it('have an order list that names them', async () => {
    const rest = { ...linear, orderType: 'Limit', side: 'Sell', qty: '1', price: '110' };
    await bench.ok(create, { ...rest, positionIdx: 2 });
    const { list } = await bench.ok('GET /v5/order/realtime', linear);
    expect(list).toMatchObject([{ positionIdx: 2, reduceOnly: false }]);
  });

  it('have a trailing stop each', async () => {
    const stop = { ...linear, tpslMode: 'Full', trailingStop: '5' };
    await bench.ok(create, openLong);
    await bench.ok(create, openShort);
    const setStop = 'POST /v5/position/trading-stop';
    expect((await bench.no(setStop, { ...stop, positionIdx: 0 }))[1]).toBe(10001);
    await bench.ok(setStop, { ...stop, positionIdx: 2 });
    const { list } = await bench.ok(positions, linear);
    expect(list).toMatchObject([{ trailingStop: '0' }, { trailingStop: '5' }]);
    bench.show(104, 105);
    bench.show(108, 109);
    expect(await held()).toEqual([
      [1, 'Buy', '2'],
      [2, '', '0'],
    ]);
  });

  it('are one of the contracts that are held one way in every account', async () => {
    const usdc = { ...market, symbol: 'BTCPERP', qty: '1' };
    expect((await bench.no(create, { ...usdc, side: 'Buy', positionIdx: 1 }))[1]).toBe(10001);
    await bench.ok(create, { ...usdc, side: 'Buy' });
    await bench.ok(create, { ...usdc, side: 'Sell', qty: '3' });
    const { list } = await bench.ok(positions, { category: 'linear', symbol: 'BTCPERP' });
    expect(list).toMatchObject([{ positionIdx: 0, side: 'Sell', size: '2' }]);
  });
});
