import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../../test/support/binance.ts';

const algo = '/fapi/v1/algoOrder';
const btc = { symbol: 'BTCUSDT' };
const shared = { ...btc, side: 'BUY', algoType: 'CONDITIONAL', quantity: '1' };
const stop = { ...shared, type: 'STOP_MARKET', triggerPrice: '110' };
const stopLimit = { ...shared, type: 'STOP', triggerPrice: '110', price: '112' };
const trailing = { ...shared, type: 'TRAILING_STOP_MARKET', callbackRate: '2' };

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

describe('a conditional order', () => {
  it('waits in a list of its own', async () => {
    const made = await bench.ok(`POST ${algo}`, { ...stop, clientAlgoId: 'mine' });
    expect(made).toEqual({
      algoId: expect.any(Number),
      clientAlgoId: 'mine',
      algoType: 'CONDITIONAL',
      orderType: 'STOP_MARKET',
      symbol: 'BTCUSDT',
      side: 'BUY',
      positionSide: 'BOTH',
      timeInForce: 'GTC',
      quantity: '1.000',
      algoStatus: 'NEW',
      triggerPrice: '110.0',
      price: '0.0',
      icebergQuantity: null,
      selfTradePreventionMode: 'EXPIRE_MAKER',
      workingType: 'CONTRACT_PRICE',
      priceMatch: 'NONE',
      closePosition: false,
      priceProtect: false,
      reduceOnly: false,
      createTime: startedAt,
      updateTime: startedAt,
      triggerTime: 0,
      goodTillDate: 0,
    });
    const found = await bench.ok(`GET ${algo}`, { algoId: made.algoId });
    const unborn = { actualOrderId: '', actualPrice: '0.00000', tpOrderType: '' };
    expect(found).toEqual({ ...made, ...unborn });
    expect(await bench.ok(`GET ${algo}`, { clientAlgoId: 'mine' })).toEqual(found);
    expect(await bench.ok('GET /fapi/v1/openAlgoOrders', btc)).toEqual([found]);
    expect(await bench.ok('GET /fapi/v1/allAlgoOrders', btc)).toEqual([found]);
    expect(await bench.ok('GET /fapi/v1/openOrders')).toEqual([]);
    const asPlain = await bench.no('GET /fapi/v1/order', { ...btc, orderId: made.algoId });
    expect(asPlain).toEqual([400, -2013, 'Order does not exist.']);
  });

  it('becomes an order of the book when its price has come', async () => {
    const { algoId } = await bench.ok(`POST ${algo}`, { ...stop, clientAlgoId: 'mine' });
    bench.show(109, 110);
    expect((await bench.ok(`GET ${algo}`, { algoId })).algoStatus).toBe('NEW');
    bench.pass(1_000);
    bench.show(110, 111);
    const found = await bench.ok(`GET ${algo}`, { algoId });
    expect(found).toMatchObject({
      algoStatus: 'FINISHED',
      triggerTime: startedAt + 1_000,
      actualPrice: '111.00000',
      actualQty: '1.000',
      actualType: 'MARKET',
      actualOrderId: expect.any(String),
    });
    const orderId = found.actualOrderId;
    expect(orderId).not.toBe(String(algoId));
    const child = await bench.ok('GET /fapi/v1/order', { ...btc, orderId });
    expect(child).toMatchObject({
      orderId: Number(orderId),
      status: 'FILLED',
      type: 'MARKET',
      avgPrice: '111.00000',
      executedQty: '1.000',
      time: startedAt + 1_000,
    });
    const trades = await bench.ok('GET /fapi/v1/userTrades', { ...btc, orderId });
    expect(trades).toMatchObject([{ orderId: Number(orderId), price: '111.0' }]);
    expect(await bench.ok('GET /fapi/v1/openAlgoOrders')).toEqual([]);
  });

  it('with a limit rests at it from then on, and is cancelled as what it became', async () => {
    const { algoId } = await bench.ok(`POST ${algo}`, stopLimit);
    bench.show(110, 113);
    const { algoStatus, actualOrderId } = await bench.ok(`GET ${algo}`, { algoId });
    expect(algoStatus).toBe('TRIGGERED');
    const open = await bench.ok('GET /fapi/v1/openOrders', btc);
    expect(open).toMatchObject([{ status: 'NEW', type: 'LIMIT', price: '112.0' }]);
    expect(await bench.ok('GET /fapi/v1/openAlgoOrders')).toEqual([]);
    expect((await bench.no(`DELETE ${algo}`, { algoId }))[1]).toBe(-2011);
    await bench.ok('DELETE /fapi/v1/order', { ...btc, orderId: actualOrderId });
    expect((await bench.ok(`GET ${algo}`, { algoId })).algoStatus).toBe('FINISHED');
  });

  it('is cancelled for good, alone or with the others', async () => {
    const { algoId } = await bench.ok(`POST ${algo}`, { ...stop, clientAlgoId: 'mine' });
    expect(await bench.ok(`DELETE ${algo}`, { algoId })).toEqual({
      algoId,
      clientAlgoId: 'mine',
      code: '200',
      msg: 'success',
    });
    const other = await bench.ok(`POST ${algo}`, stop);
    await bench.ok('DELETE /fapi/v1/algoOpenOrders', btc);
    bench.show(110, 111);
    for (const id of [algoId, other.algoId]) {
      expect((await bench.ok(`GET ${algo}`, { algoId: id })).algoStatus).toBe('CANCELED');
    }
    const again = await bench.no(`DELETE ${algo}`, { algoId });
    expect(again).toEqual([400, -2011, 'Unknown order sent.']);
    expect((await bench.no(`GET ${algo}`, { algoId: 1 }))[1]).toBe(-2013);
  });

  it('that trails comes along with the market, and goes off when it turns', async () => {
    const { algoId, callbackRate } = await bench.ok(`POST ${algo}`, trailing);
    expect(callbackRate).toBe('2');
    bench.show(94, 95);
    bench.show(96, 96.5);
    expect((await bench.ok(`GET ${algo}`, { algoId })).algoStatus).toBe('NEW');
    bench.show(97, 97.5);
    const found = await bench.ok(`GET ${algo}`, { algoId });
    expect(found).toMatchObject({ algoStatus: 'FINISHED', actualPrice: '97.50000' });
  });

  it('whose position is gone expires, and one without margin for it is rejected', async () => {
    const plain = { ...btc, type: 'MARKET', quantity: '1' };
    await bench.ok('POST /fapi/v1/order', { ...plain, side: 'SELL' });
    const { algoId } = await bench.ok(`POST ${algo}`, { ...stop, reduceOnly: 'true' });
    await bench.ok('POST /fapi/v1/order', { ...plain, side: 'BUY' });
    expect((await bench.ok(`GET ${algo}`, { algoId })).algoStatus).toBe('EXPIRED');
    // The market is so far above the stop that the order costs more than the account has.
    const big = await bench.ok(`POST ${algo}`, { ...stop, quantity: '15000' });
    bench.show(200, 201, 15_000);
    const rejected = await bench.ok(`GET ${algo}`, { algoId: big.algoId });
    expect(rejected).toMatchObject({ algoStatus: 'REJECTED', actualOrderId: '' });
  });

  const passed = { ...stop, triggerPrice: '90' };
  it.each([
    ['a stop that was passed', passed, -2021, 'Order would immediately trigger.'],
    ['another algorithm', { ...stop, algoType: 'TWAP' }, -1100, /'algoType'; legal range/],
    ['a plain order', { ...stop, type: 'MARKET' }, -1116, 'Invalid orderType.'],
    ['a missing trigger', { ...stop, triggerPrice: '' }, -1102, /'triggerPrice' was not/],
    ['a missing limit', { ...stopLimit, price: '' }, -1102, /'price' was not sent/],
    ['too close a distance', { ...trailing, callbackRate: '0.05' }, -2007, /callBack rate/],
    ['too far a distance', { ...trailing, callbackRate: '10.1' }, -2007, /callBack rate/],
    ['reducing nothing', { ...stop, reduceOnly: 'true' }, -2022, /^ReduceOnly Order/],
  ])('is refused with %s', async (_, fields, code, text) => {
    const [status, heard, message] = await bench.no(`POST ${algo}`, fields);
    expect([status, heard]).toEqual([400, code]);
    expect(message).toMatch(text);
    expect(bench.simulator.accepted('binance')).toBe(0);
  });

  it('takes a client id once as long as it waits', async () => {
    const mine = { ...stop, clientAlgoId: 'mine' };
    await bench.ok(`POST ${algo}`, mine);
    const again = await bench.no(`POST ${algo}`, mine);
    expect(again).toEqual([400, -4116, 'ClientOrderId is duplicated.']);
  });
});
