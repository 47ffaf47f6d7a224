import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../test/support/bybit.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const create = 'POST /v5/order/create';
const cancel = 'POST /v5/order/cancel';
const linear = { category: 'linear', symbol: 'BTCUSDT' };
const spot = { category: 'spot', symbol: 'BTCUSDT' };
const resting = { side: 'Buy', orderType: 'Limit', qty: '1', price: '95', timeInForce: 'GTC' };
const taking = { side: 'Buy', orderType: 'Market', qty: '1' };
const stop = { ...taking, triggerPrice: '110', triggerDirection: 1 };
const market = { ...spot, ...taking, marketUnit: 'baseCoin' };

/** Returns the current order from the exchange. */
async function found(category: string, orderId: string) {
  const { list } = await bench.ok('GET /v5/order/realtime', { category, orderId });
  expect(list).toHaveLength(1);
  return list[0];
}

async function placed(order: { readonly category: string; readonly [name: string]: unknown }) {
  const { orderId } = await bench.ok(create, order);
  return found(order.category, orderId);
}

describe('an order at bybit', () => {
  it('is acknowledged with its ids and nothing else', async () => {
    const answer = await bench.ok(create, { ...linear, ...resting, orderLinkId: 'mine-1' });
    expect(answer).toEqual({
      orderId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      orderLinkId: 'mine-1',
    });
    const other = await bench.ok(create, { ...spot, ...resting });
    expect(other).toEqual({ orderId: expect.stringMatching(/^\d{19}$/), orderLinkId: '' });
    expect(bench.simulator.accepted('bybit')).toBe(2);
  });

  it('of contracts rests with its own fields', async () => {
    const order = await placed({ ...linear, ...resting, orderLinkId: 'mine' });
    expect(order).toMatchObject({
      orderLinkId: 'mine',
      symbol: 'BTCUSDT',
      price: '95',
      qty: '1',
      side: 'Buy',
      orderStatus: 'New',
      cancelType: 'UNKNOWN',
      rejectReason: 'EC_NoError',
      avgPrice: '',
      leavesQty: '1',
      leavesValue: '95',
      cumExecQty: '0',
      cumExecValue: '0',
      cumExecFee: '0',
      cumFeeDetail: {},
      timeInForce: 'GTC',
      orderType: 'Limit',
      stopOrderType: '',
      triggerPrice: '',
      triggerDirection: 0,
      reduceOnly: false,
      positionIdx: 0,
      createdTime: `${startedAt}`,
      updatedTime: `${startedAt}`,
    });
  });

  it('of spot writes the decimals of its steps', async () => {
    expect(await placed({ ...spot, ...resting })).toMatchObject({
      price: '95.00',
      qty: '1.0000',
      leavesQty: '1.0000',
      cumExecQty: '0.0000',
      triggerPrice: '0.00',
      marketUnit: '',
      isLeverage: '0',
    });
  });

  it('that takes tells what it cost', async () => {
    expect(await placed({ ...linear, ...taking, qty: '2' })).toMatchObject({
      orderStatus: 'Filled',
      timeInForce: 'IOC',
      avgPrice: '101',
      cumExecQty: '2',
      cumExecValue: '202',
      cumExecFee: '0.1111',
      cumFeeDetail: { USDT: '0.1111' },
    });
    // On spot a buy pays its fee in the asset that it bought.
    expect(await placed({ ...market, qty: '2' })).toMatchObject({
      orderStatus: 'Filled',
      cumFeeDetail: { BTC: '0.002' },
      marketUnit: 'baseCoin',
    });
  });

  it('buys for an amount of the quote on spot, unless it says otherwise', async () => {
    const order = { ...spot, ...taking, qty: '50.5' };
    expect(await placed(order)).toMatchObject({
      orderStatus: 'Filled',
      qty: '50.5',
      cumExecQty: '0.5000',
      marketUnit: 'quoteCoin',
    });
    expect(await placed({ ...spot, ...taking, side: 'Sell' })).toMatchObject({
      qty: '1.0000',
      cumExecQty: '1.0000',
      marketUnit: 'baseCoin',
    });
  });

  it.each([
    [linear, 'Cancelled'],
    [spot, 'PartiallyFilledCanceled'],
  ])('%o that finds a part ends as %s', async (where, orderStatus) => {
    const order = await placed({
      ...where,
      ...resting,
      price: '101',
      qty: '6',
      timeInForce: 'IOC',
    });
    const rejectReason = 'EC_CancelForNoFullFill';
    const part = { leavesQty: expect.stringMatching(/^0/), avgPrice: '101' };
    expect(order).toMatchObject({ orderStatus, rejectReason, ...part });
  });

  it.each([
    ['PostOnly', '101', 'EC_PostOnlyWillTakeLiquidity'],
    ['FOK', '101', 'EC_CancelForNoFullFill'],
    ['IOC', '97', 'EC_NoImmediateQtyToFill'],
  ])('%s that cannot be is taken, and ended at once', async (timeInForce, price, rejectReason) => {
    for (const where of [linear, spot]) {
      const order = await placed({ ...where, ...resting, qty: '6', price, timeInForce });
      expect(order).toMatchObject({ orderStatus: 'Cancelled', rejectReason, cumExecFee: '0' });
    }
  });

  it('rests as PostOnly where it would not take', async () => {
    const order = await placed({ ...linear, ...resting, timeInForce: 'PostOnly' });
    expect(order).toMatchObject({ orderStatus: 'New', timeInForce: 'PostOnly' });
  });

  it('is refused a name that was ever used, for good', async () => {
    for (const [where, code] of [[linear, 110072] as const, [spot, 170141] as const]) {
      const named = { ...where, ...resting, orderLinkId: 'mine' };
      const { orderId } = await bench.ok(create, named);
      expect((await bench.no(create, named))[1]).toBe(code);
      await bench.ok(cancel, { ...where, orderId });
      expect((await bench.no(create, named))[1]).toBe(code);
    }
    expect(bench.simulator.accepted('bybit')).toBe(2);
  });
});

describe('a conditional order at bybit', () => {
  it('of contracts waits for the price to come from the side that it names', async () => {
    const order = await placed({ ...linear, ...stop });
    expect(order).toMatchObject({
      orderStatus: 'Untriggered',
      stopOrderType: 'Stop',
      triggerPrice: '110',
      triggerDirection: 1,
      triggerBy: 'LastPrice',
      lastPriceOnCreated: '100.5',
    });
    bench.show(109, 110);
    expect(await found('linear', order.orderId)).toMatchObject({ orderStatus: 'Untriggered' });
    bench.show(110, 111);
    // It keeps its id and its trigger.
    expect(await found('linear', order.orderId)).toMatchObject({
      orderStatus: 'Filled',
      avgPrice: '111',
      stopOrderType: 'Stop',
      triggerPrice: '110',
    });
  });

  it('of spot infers the side, and names its price of then', async () => {
    const on = { ...market, orderFilter: 'StopOrder' };
    const falling = await placed({ ...on, triggerPrice: '90' });
    const rising = await placed({ ...on, triggerPrice: '110' });
    expect([falling, rising]).toMatchObject([
      { orderStatus: 'Untriggered', triggerDirection: 0, lastPriceOnCreated: '100.50' },
      { orderStatus: 'Untriggered', triggerPrice: '110' },
    ]);
    bench.show(89, 90);
    expect(await found('spot', falling.orderId)).toMatchObject({ orderStatus: 'Filled' });
    expect(await found('spot', rising.orderId)).toMatchObject({ orderStatus: 'Untriggered' });
  });

  it('rests at its limit once it went off', async () => {
    const order = await placed({ ...linear, ...resting, triggerPrice: '90', triggerDirection: 2 });
    bench.show(89.9, 90.1);
    expect(await found('linear', order.orderId)).toMatchObject({ orderStatus: 'Filled' });
    const sell = { ...resting, side: 'Sell', price: '99', triggerPrice: '80', triggerDirection: 2 };
    const other = await placed({ ...linear, ...sell });
    bench.show(79, 80);
    expect(await found('linear', other.orderId)).toMatchObject({ orderStatus: 'New', price: '99' });
  });

  it('that is cancelled asleep was never active', async () => {
    const { orderId } = await placed({ ...linear, ...stop });
    await bench.ok(cancel, { ...linear, orderId });
    expect(await found('linear', orderId)).toMatchObject({
      orderStatus: 'Deactivated',
      cancelType: 'CancelByUser',
    });
  });

  it.each([
    [{ triggerPrice: '100', triggerDirection: 1 }, 110092, /^expect Rising.*\[100\] <= current/],
    [{ triggerPrice: '101', triggerDirection: 2 }, 110093, /^expect Falling.*\[101\] >= current/],
    [{ triggerPrice: '110', triggerDirection: 3 }, 10001, /^TriggerDirection invalid$/],
    [{ triggerPrice: '110' }, 10001, /^TriggerDirection invalid$/],
    [{ triggerPrice: '110.01', triggerDirection: 1 }, 10001, /^triggerPrice invalid$/],
  ])('is refused as %o', async (trigger, code, text) => {
    const [status, heard, message] = await bench.no(create, { ...linear, ...taking, ...trigger });
    expect([status, heard]).toEqual([200, code]);
    expect(message).toMatch(text);
    expect(bench.simulator.accepted('bybit')).toBe(0);
  });

  it('of spot needs its filter, and only then', async () => {
    const text = [200, 10001, 'orderFilter invalid'];
    expect(await bench.no(create, { ...market, triggerPrice: '110' })).toEqual(text);
    expect(await bench.no(create, { ...market, orderFilter: 'StopOrder' })).toEqual(text);
  });
});

describe('cancelling at bybit', () => {
  it('is acknowledged with the ids', async () => {
    for (const where of [linear, spot]) {
      const { orderId } = await bench.ok(create, { ...where, ...resting, orderLinkId: 'mine' });
      const answer = await bench.ok(cancel, { ...where, orderLinkId: 'mine' });
      expect(answer).toEqual({ orderId, orderLinkId: 'mine' });
      expect(await found(where.category, orderId)).toMatchObject({
        orderStatus: 'Cancelled',
        cancelType: 'CancelByUser',
        rejectReason: 'EC_PerCancelRequest',
      });
    }
  });

  it('does not find what is not there, or not there any more', async () => {
    const none = { orderLinkId: 'none' };
    const text = 'order not exists or too late to cancel';
    expect(await bench.no(cancel, { ...linear, ...none })).toEqual([200, 110001, text]);
    const spotText = 'Order does not exist.';
    expect(await bench.no(cancel, { ...spot, ...none })).toEqual([200, 170213, spotText]);
    const open = await placed({ ...linear, ...resting });
    const elsewhere = { ...linear, symbol: 'BTCPERP', orderId: open.orderId };
    expect((await bench.no(cancel, elsewhere))[1]).toBe(110001);
    const { orderId } = await placed({ ...linear, ...taking });
    expect((await bench.no(cancel, { ...linear, orderId }))[1]).toBe(110001);
    // The same id at another market is another order.
    expect((await bench.no(cancel, { ...spot, orderId }))[1]).toBe(170213);
    const filled = await placed(market);
    expect((await bench.no(cancel, { ...spot, orderId: filled.orderId }))[1]).toBe(170139);
    const gone = await placed({ ...spot, ...resting });
    await bench.ok(cancel, { ...spot, orderId: gone.orderId });
    expect((await bench.no(cancel, { ...spot, orderId: gone.orderId }))[1]).toBe(170142);
    expect((await bench.no(cancel, linear))[1]).toBe(10001);
  });

  it('on spot tells plain orders from those that wait', async () => {
    const sleeping = await placed({ ...market, triggerPrice: '110', orderFilter: 'StopOrder' });
    const plain = await placed({ ...spot, ...resting });
    const by = (order: { orderId: string }, orderFilter?: string) => ({
      ...spot,
      orderId: order.orderId,
      ...(orderFilter && { orderFilter }),
    });
    expect((await bench.no(cancel, by(sleeping)))[1]).toBe(170213);
    expect((await bench.no(cancel, by(plain, 'StopOrder')))[1]).toBe(170213);
    await bench.ok(cancel, by(sleeping, 'StopOrder'));
    await bench.ok(cancel, by(plain));
  });

  it('of all ends a market or a currency, and nothing else', async () => {
    await bench.ok(create, { ...linear, ...resting });
    await bench.ok(create, { ...linear, symbol: 'BTCPERP', ...resting });
    await bench.ok(create, { ...spot, ...resting });
    const all = 'POST /v5/order/cancel-all';
    expect((await bench.no(all, { category: 'linear' }))[1]).toBe(10001);
    expect((await bench.ok(all, linear)).list).toHaveLength(1);
    const usdc = await bench.ok(all, { category: 'linear', settleCoin: 'USDC' });
    expect(usdc.list).toHaveLength(1);
    const { list } = await bench.ok('GET /v5/order/realtime', { category: 'spot' });
    expect(list).toHaveLength(1);
  });
});
