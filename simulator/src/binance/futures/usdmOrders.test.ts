import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../../test/support/binance.ts';

const order = '/fapi/v1/order';
const btc = { symbol: 'BTCUSDT' };
const result = { newOrderRespType: 'RESULT' };
const buy = { ...btc, side: 'BUY', ...result };
const limit = { ...buy, type: 'LIMIT', timeInForce: 'GTC', quantity: '1', price: '95' };
const market = { ...buy, type: 'MARKET', quantity: '1' };
const sell = { ...market, side: 'SELL' };

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

describe('an order of USD-M futures', () => {
  it('rests, and is found by its id and its client id', async () => {
    const made = await bench.ok(`POST ${order}`, { ...limit, newClientOrderId: 'mine' });
    const shared = {
      orderId: expect.any(Number),
      symbol: 'BTCUSDT',
      status: 'NEW',
      clientOrderId: 'mine',
      price: '95.0',
      avgPrice: '0.00000',
      origQty: '1.000',
      executedQty: '0.000',
      cumQuote: '0.00000',
      timeInForce: 'GTC',
      type: 'LIMIT',
      reduceOnly: false,
      closePosition: false,
      side: 'BUY',
      positionSide: 'BOTH',
      stopPrice: '0.0',
      workingType: 'CONTRACT_PRICE',
      priceProtect: false,
      origType: 'LIMIT',
      priceMatch: 'NONE',
      selfTradePreventionMode: 'EXPIRE_MAKER',
      goodTillDate: 0,
      updateTime: startedAt,
    };
    expect(made).toEqual({ ...shared, cumQty: '0.000' });
    const { orderId } = made;
    const found = await bench.ok(`GET ${order}`, { ...btc, orderId });
    expect(found).toEqual({ ...shared, time: startedAt });
    expect(await bench.ok(`GET ${order}`, { ...btc, origClientOrderId: 'mine' })).toEqual(found);
    expect(await bench.ok('GET /fapi/v1/openOrder', { ...btc, orderId })).toEqual(found);
    expect(await bench.ok('GET /fapi/v1/openOrders')).toEqual([found]);
    expect(await bench.ok('GET /fapi/v1/allOrders', btc)).toEqual([found]);
    const canceled = await bench.ok(`DELETE ${order}`, { ...btc, orderId });
    expect(canceled).toMatchObject({ orderId, status: 'CANCELED', cumQty: '0.000' });
    expect(await bench.ok('GET /fapi/v1/openOrders', btc)).toEqual([]);
    const gone = await bench.no(`DELETE ${order}`, { ...btc, orderId });
    expect(gone).toEqual([400, -2011, 'Unknown order sent.']);
  });

  it('that is only acknowledged looks as if nothing had happened yet', async () => {
    const asked = { ...market, newOrderRespType: 'ACK' };
    const made = await bench.ok(`POST ${order}`, asked);
    expect(made).toMatchObject({ status: 'NEW', executedQty: '0.000', avgPrice: '0.00000' });
    const found = await bench.ok(`GET ${order}`, { ...btc, orderId: made.orderId });
    expect(found).toMatchObject({ status: 'FILLED', executedQty: '1.000', avgPrice: '101.00000' });
  });

  it('that takes opens a position, and its trades say what they cost', async () => {
    const made = await bench.ok(`POST ${order}`, { ...market, quantity: '2' });
    expect(made).toMatchObject({ status: 'FILLED', cumQuote: '202.00000' });
    expect(await bench.ok('GET /fapi/v1/userTrades', btc)).toEqual([
      {
        symbol: 'BTCUSDT',
        id: expect.any(Number),
        orderId: made.orderId,
        side: 'BUY',
        price: '101.0',
        qty: '2.000',
        realizedPnl: '0.00000000',
        quoteQty: '202.00000000',
        commission: '0.10100000',
        commissionAsset: 'USDT',
        time: startedAt,
        positionSide: 'BOTH',
        buyer: true,
        maker: false,
      },
    ]);
    expect(await bench.ok('GET /fapi/v3/positionRisk')).toMatchObject([
      {
        symbol: 'BTCUSDT',
        positionAmt: '2.000',
        entryPrice: '101.00000',
        markPrice: '100.50000000',
        unRealizedProfit: '-1.00000000',
        notional: '201.00000000',
        initialMargin: '10.10000000',
        marginAsset: 'USDT',
      },
    ]);
  });

  it('reduces a position to nothing and never turns it', async () => {
    await bench.ok(`POST ${order}`, { ...market, quantity: '2' });
    const closing = { ...sell, reduceOnly: 'true', quantity: '3' };
    const made = await bench.ok(`POST ${order}`, closing);
    expect(made).toMatchObject({ status: 'FILLED', executedQty: '2.000', reduceOnly: true });
    expect(await bench.ok('GET /fapi/v3/positionRisk')).toEqual([]);
    const refused = await bench.no(`POST ${order}`, closing);
    expect(refused).toEqual([400, -2022, 'ReduceOnly Order is rejected.']);
  });

  it.each([
    ['IOC', '6', 'EXPIRED', '4.000'],
    ['FOK', '4', 'FILLED', '4.000'],
    ['GTX', '1', 'NEW', '0.000'],
  ])('%s of %s ends as %s', async (timeInForce, quantity, status, executedQty) => {
    const price = timeInForce === 'GTX' ? '100' : '101';
    const made = await bench.ok(`POST ${order}`, { ...limit, timeInForce, quantity, price });
    expect(made).toMatchObject({ status, executedQty, timeInForce });
  });

  it('is cancelled with the others, and when the time of its owner is up', async () => {
    await bench.ok(`POST ${order}`, limit);
    const done = { code: 200, msg: 'The operation of cancel all open order is done.' };
    expect(await bench.ok('DELETE /fapi/v1/allOpenOrders', btc)).toEqual(done);
    expect(await bench.ok('GET /fapi/v1/openOrders')).toEqual([]);
    const { orderId } = await bench.ok(`POST ${order}`, limit);
    const countdown = { ...btc, countdownTime: 5_000 };
    expect(await bench.ok('POST /fapi/v1/countdownCancelAll', countdown)).toEqual({
      symbol: 'BTCUSDT',
      countdownTime: '5000',
    });
    bench.pass(4_999);
    expect(await bench.ok('GET /fapi/v1/openOrders')).toHaveLength(1);
    bench.pass(1);
    const found = await bench.ok(`GET ${order}`, { ...btc, orderId });
    expect(found.status).toBe('CANCELED');
  });

  it('of a future is one of its own market', async () => {
    const name = 'BTC/USDT:USDT-270326';
    bench.simulator.show('binance', name, { bids: [[100, 1]], asks: [[101, 1]] });
    const future = { ...limit, symbol: 'BTCUSDT_270326' };
    const { orderId } = await bench.ok(`POST ${order}`, future);
    const found = await bench.ok(`GET ${order}`, { symbol: 'BTCUSDT_270326', orderId });
    expect(found.symbol).toBe('BTCUSDT_270326');
    expect((await bench.no(`GET ${order}`, { ...btc, orderId }))[1]).toBe(-2013);
  });
});

describe('USD-M futures refuse', () => {
  const gtx = { ...limit, timeInForce: 'GTX', price: '101' };
  const fok = { ...limit, timeInForce: 'FOK', price: '101', quantity: '6' };
  const hedged = { ...limit, positionSide: 'LONG' };
  const long = { ...limit, newClientOrderId: 'a'.repeat(37) };
  it.each([
    ['an unknown market', { ...limit, symbol: 'XYZ' }, -1121, 'Invalid symbol.'],
    ['a missing quantity', { ...limit, quantity: '' }, -1102, /'quantity' was not sent/],
    ['a missing price', { ...limit, price: '' }, -1102, /'price' was not sent/],
    ['a price of a market order', { ...market, price: '1' }, -1106, /sent when not required/],
    ['a price off the tick', { ...limit, price: '95.01' }, -1111, /^Precision is over/],
    ['a quantity off the step', { ...limit, quantity: '1.0001' }, -1111, /^Precision is over/],
    ['too little', { ...limit, quantity: '0' }, -4004, 'Quantity less than min quantity.'],
    ['too little worth', { ...limit, quantity: '0.5' }, -4164, /no smaller than 50 \(unless/],
    ['more than the margin', { ...limit, quantity: '90000' }, -2019, 'Margin is insufficient.'],
    ['what cannot be filled at once', fok, -5021, /the FOK order has been rejected/],
    ['a maker that would take', gtx, -5022, /could not be executed as maker/],
    ['reducing nothing', { ...market, reduceOnly: 'true' }, -2022, /^ReduceOnly Order/],
    ['a side of hedge mode', hedged, -4061, /position side does not match/],
    ['a client id that is too long', long, -4015, /not be more than 36/],
    ['a conditional order', { ...market, type: 'STOP_MARKET' }, -4120, /Algo Order API/],
    ['an unknown type', { ...market, type: 'ODD' }, -1116, 'Invalid orderType.'],
  ])('%s', async (_, fields, code, text) => {
    const [status, heard, message] = await bench.no(`POST ${order}`, fields);
    expect([status, heard]).toEqual([400, code]);
    expect(message).toMatch(text);
    expect(bench.simulator.accepted('binance')).toBe(0);
  });

  it('a client id that is open, and no other', async () => {
    const mine = { ...limit, newClientOrderId: 'mine' };
    const { orderId } = await bench.ok(`POST ${order}`, mine);
    const again = await bench.no(`POST ${order}`, mine);
    expect(again).toEqual([400, -4116, 'ClientOrderId is duplicated.']);
    await bench.ok(`DELETE ${order}`, { ...btc, orderId });
    await bench.ok(`POST ${order}`, mine);
    expect(bench.simulator.accepted('binance')).toBe(2);
  });

  it('more open orders than they keep', async () => {
    for (let count = 0; count < 200; count += 1) await bench.ok(`POST ${order}`, limit);
    const refused = await bench.no(`POST ${order}`, limit);
    expect(refused).toEqual([400, -2025, 'Reach max open order limit.']);
  });
});
