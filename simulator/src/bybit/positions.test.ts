import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../test/support/bybit.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const create = 'POST /v5/order/create';
const positions = 'GET /v5/position/list';
const setStop = 'POST /v5/position/trading-stop';
const linear = { category: 'linear', symbol: 'BTCUSDT' };
const taking = { orderType: 'Market', qty: '1' };
const stop = { ...linear, tpslMode: 'Full', positionIdx: 0, trailingStop: '2.1' };

async function position() {
  const { list } = await bench.ok(positions, linear);
  expect(list).toHaveLength(1);
  return list[0];
}

async function buy(qty = '1') {
  await bench.ok(create, { ...linear, ...taking, side: 'Buy', qty });
}

async function listed(fields: object = {}) {
  const { list } = await bench.ok('GET /v5/order/realtime', { ...linear, ...fields });
  return list;
}

describe('a position at bybit', () => {
  it('is listed without anything in it where its market is named', async () => {
    expect(await position()).toMatchObject({
      symbol: 'BTCUSDT',
      side: '',
      size: '0',
      positionValue: '',
      unrealisedPnl: '',
      positionIdx: 0,
      leverage: '20',
      markPrice: '100.5',
      trailingStop: '0',
    });
    const usdt = { category: 'linear', settleCoin: 'USDT' };
    expect((await bench.ok(positions, usdt)).list).toEqual([]);
    expect((await bench.no(positions, { category: 'linear' }))[1]).toBe(10001);
    expect((await bench.no(positions, { category: 'spot' }))[1]).toBe(10001);
  });

  it('says which way it is held, and what it is worth', async () => {
    await buy('2');
    expect(await position()).toMatchObject({
      side: 'Buy',
      size: '2',
      avgPrice: '101',
      positionValue: '202',
      unrealisedPnl: '-1',
      positionIM: '10.1',
      tpslMode: 'Full',
    });
    await bench.ok(create, { ...linear, ...taking, side: 'Sell', qty: '3' });
    expect(await position()).toMatchObject({ side: 'Sell', size: '1', avgPrice: '100' });
    const usdt = { category: 'linear', settleCoin: 'USDT' };
    expect((await bench.ok(positions, usdt)).list).toHaveLength(1);
  });

  it('is only reduced by an order that says so', async () => {
    await buy();
    const closing = { ...linear, ...taking, side: 'Sell', qty: '3' };
    await bench.ok(create, { ...closing, closeOnTrigger: true });
    expect(await position()).toMatchObject({ size: '0' });
    expect((await bench.no(create, { ...closing, reduceOnly: true }))[1]).toBe(110017);
  });

  it('has a leverage, which is set for both sides alike', async () => {
    const set = 'POST /v5/position/set-leverage';
    const both = (buyLeverage: string, sellLeverage = buyLeverage) => ({
      ...linear,
      buyLeverage,
      sellLeverage,
    });
    await bench.ok(set, both('10'));
    expect(await position()).toMatchObject({ leverage: '10' });
    expect(await bench.no(set, both('10'))).toEqual([200, 110043, 'leverage not modified']);
    expect((await bench.no(set, both('10', '20')))[1]).toBe(10001);
    expect((await bench.no(set, both('1000')))[1]).toBe(110013);
  });
});

describe('a trailing stop at bybit', () => {
  it('needs a position', async () => {
    const text = 'can not set tp/sl/ts for zero position';
    expect(await bench.no(setStop, stop)).toEqual([200, 10001, text]);
  });

  it('becomes an order of its own, which says no quantity as long as it waits', async () => {
    await buy();
    expect(await bench.ok(setStop, stop)).toEqual({});
    expect(await position()).toMatchObject({ trailingStop: '2.1' });
    const [order] = await listed();
    expect(order).toMatchObject({
      orderLinkId: '',
      side: 'Sell',
      orderType: 'Market',
      timeInForce: 'IOC',
      qty: '0',
      orderStatus: 'Untriggered',
      stopOrderType: 'TrailingStop',
      reduceOnly: true,
      createType: 'CreateByTrailingStop',
      closeOnTrigger: true,
      price: '0',
    });
    bench.show(103, 104);
    bench.show(102, 103);
    expect(await listed()).toHaveLength(1);
    bench.show(100.9, 101.5);
    expect(await listed()).toEqual([]);
    expect(await listed({ orderId: order.orderId })).toMatchObject([
      { orderStatus: 'Filled', qty: '1', avgPrice: '100.9', stopOrderType: 'TrailingStop' },
    ]);
    expect(await position()).toMatchObject({ size: '0', trailingStop: '0' });
  });

  it('of a short position buys', async () => {
    await bench.ok(create, { ...linear, ...taking, side: 'Sell' });
    await bench.ok(setStop, stop);
    expect(await listed()).toMatchObject([{ side: 'Buy' }]);
    bench.show(103, 104);
    expect(await position()).toMatchObject({ size: '0' });
  });

  it('is one at most: another takes its place, the same changes nothing', async () => {
    await buy();
    await bench.ok(setStop, stop);
    expect(await bench.no(setStop, stop)).toEqual([200, 34040, 'not modified']);
    await bench.ok(setStop, { ...stop, trailingStop: '3' });
    expect(await listed()).toHaveLength(1);
    expect(await position()).toMatchObject({ trailingStop: '3' });
  });

  it('is taken off by a distance of nothing', async () => {
    await buy();
    await bench.ok(setStop, stop);
    const [{ orderId }] = await listed();
    await bench.ok(setStop, { ...stop, trailingStop: '0' });
    expect(await listed()).toEqual([]);
    expect(await listed({ orderId })).toMatchObject([{ orderStatus: 'Deactivated', qty: '0' }]);
    expect((await bench.no(setStop, { ...stop, trailingStop: '0' }))[1]).toBe(34040);
  });

  it('ends with the position', async () => {
    await buy();
    await bench.ok(setStop, stop);
    const [{ orderId }] = await listed();
    await bench.ok(create, { ...linear, ...taking, side: 'Sell', reduceOnly: true });
    expect(await listed({ orderId })).toMatchObject([
      { orderStatus: 'Deactivated', cancelType: 'CancelByReduceOnly' },
    ]);
  });

  it.each([
    [{ positionIdx: 1 }, 10001, /^position idx not match position mode$/],
    [{ positionIdx: undefined }, 10001, /positionIdx is required/],
    [{ tpslMode: undefined }, 10001, /tpslMode is required/],
    [{ trailingStop: '2.15' }, 10001, /^trailingStop invalid$/],
    [{ trailingStop: 2.1 }, 10001, /trailingStop must be a string/],
    [{ trailingStop: undefined }, 34040, /^not modified$/],
    [{ activePrice: '110' }, -1, /does not know activePrice/],
    [{ tpslMode: 'Partial' }, -1, /does not know Partial/],
    [{ category: 'spot' }, 10001, /^Illegal category$/],
  ])('is refused with %o', async (changes, code, text) => {
    await buy();
    const [, heard, message] = await bench.no(setStop, { ...stop, ...changes });
    expect(heard).toBe(code);
    expect(message).toMatch(text);
  });
});

describe('the wallet at bybit', () => {
  const balance = 'GET /v5/account/wallet-balance';
  async function coins(fields: object = {}) {
    const { list } = await bench.ok(balance, { accountType: 'UNIFIED', ...fields });
    expect(list).toHaveLength(1);
    return list[0].coin;
  }

  it('is one, and tells in three parts what is held', async () => {
    const resting = { side: 'Buy', orderType: 'Limit', qty: '1', price: '90' };
    await bench.ok(create, { category: 'spot', symbol: 'BTCUSDT', ...resting });
    await bench.ok(create, { ...linear, ...resting });
    await buy();
    const [usdt, ...others] = await coins({ coin: 'USDT' });
    expect(others).toEqual([]);
    expect(usdt).toMatchObject({
      coin: 'USDT',
      locked: '90',
      totalPositionIM: '5.05',
      availableToWithdraw: '',
      walletBalance: '99999.94445',
      unrealisedPnl: '-0.5',
      equity: '99999.44445',
    });
    // A twentieth of the order, and the fee that it may cost.
    expect(Number(usdt.totalOrderIM)).toBeGreaterThanOrEqual(4.5);
    expect(Number(usdt.totalOrderIM)).toBeLessThan(4.6);
  });

  it('lists every asset that is there, of unified accounts alone', async () => {
    const all = await coins();
    expect(all.map(({ coin }: { coin: string }) => coin).sort()).toEqual(['BTC', 'USDC', 'USDT']);
    expect((await bench.no(balance, { accountType: 'CONTRACT' }))[1]).toBe(10001);
    expect((await bench.no(balance))[1]).toBe(10001);
  });

  it('has fees, by market', async () => {
    const rates = 'GET /v5/account/fee-rate';
    const contract = { symbol: 'BTCUSDT', takerFeeRate: '0.00055', makerFeeRate: '0.0002' };
    expect((await bench.ok(rates, linear)).list).toEqual([contract]);
    expect((await bench.ok(rates, { category: 'spot' })).list).toMatchObject([
      { takerFeeRate: '0.001' },
    ]);
  });
});
