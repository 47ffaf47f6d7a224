import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../../test/support/binance.ts';
import type { MarketDefinition } from '../../index.ts';

const order = '/api/v3/order';
const btc = { symbol: 'BTCUSDT' };
const buy = { ...btc, side: 'BUY' };
const limit = { ...buy, type: 'LIMIT', timeInForce: 'GTC', quantity: '1', price: '95' };
const market = { ...buy, type: 'MARKET' };

const ether: MarketDefinition = {
  base: 'ETH',
  quote: 'USDT',
  tick: '0.01',
  lot: '0.001',
  minQuantity: '0.001',
  kind: 'spot',
  minNotional: '5',
  makerFeePpm: 0,
  takerFeePpm: 0,
};

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

describe('a spot order', () => {
  it('rests, and is found by its id and its client id', async () => {
    const made = await bench.ok(`POST ${order}`, { ...limit, newClientOrderId: 'mine' });
    expect(made).toEqual({
      symbol: 'BTCUSDT',
      orderId: expect.any(Number),
      orderListId: -1,
      clientOrderId: 'mine',
      transactTime: startedAt,
      price: '95.00000000',
      origQty: '1.00000000',
      executedQty: '0.00000000',
      origQuoteOrderQty: '0.00000000',
      cummulativeQuoteQty: '0.00000000',
      status: 'NEW',
      timeInForce: 'GTC',
      type: 'LIMIT',
      side: 'BUY',
      workingTime: startedAt,
      fills: [],
      selfTradePreventionMode: 'EXPIRE_MAKER',
    });
    const { orderId } = made;
    const found = await bench.ok(`GET ${order}`, { ...btc, orderId });
    expect(found).toMatchObject({ orderId, status: 'NEW', isWorking: true, time: startedAt });
    expect(await bench.ok(`GET ${order}`, { ...btc, origClientOrderId: 'mine' })).toEqual(found);
    expect(await bench.ok('GET /api/v3/openOrders')).toEqual([found]);
    expect(await bench.ok('GET /api/v3/allOrders', btc)).toEqual([found]);
    expect(bench.simulator.accepted('binance')).toBe(1);
  });

  it('that takes answers its fills, and they are its trades', async () => {
    const made = await bench.ok(`POST ${order}`, { ...market, quantity: '2' });
    expect(made).toMatchObject({
      status: 'FILLED',
      executedQty: '2.00000000',
      cummulativeQuoteQty: '202.00000000',
      fills: [{ price: '101.00000000', qty: '2.00000000', commission: '0.00200000' }],
    });
    const [trade, ...others] = await bench.ok('GET /api/v3/myTrades', btc);
    expect(others).toEqual([]);
    expect(trade).toEqual({
      symbol: 'BTCUSDT',
      id: made.fills[0].tradeId,
      orderId: made.orderId,
      orderListId: -1,
      price: '101.00000000',
      qty: '2.00000000',
      quoteQty: '202.00000000',
      commission: '0.00200000',
      commissionAsset: 'BTC',
      time: startedAt,
      isBuyer: true,
      isMaker: false,
      isBestMatch: true,
    });
    const { balances } = await bench.ok('GET /api/v3/account');
    expect(balances).toEqual([
      { asset: 'USDT', free: '99798.00000000', locked: '0.00000000' },
      { asset: 'BTC', free: '1001.99800000', locked: '0.00000000' },
    ]);
  });

  it('for an amount of the quote buys as many steps as it pays for', async () => {
    const made = await bench.ok(`POST ${order}`, { ...market, quoteOrderQty: '250' });
    expect(made).toMatchObject({
      status: 'FILLED',
      origQuoteOrderQty: '250.00000000',
      executedQty: '2.47520000',
      cummulativeQuoteQty: '249.99520000',
    });
    const rest = await bench.ok(`POST ${order}`, { ...market, quoteOrderQty: '500' });
    expect(rest).toMatchObject({ status: 'EXPIRED', executedQty: '1.52480000' });
  });

  it('is filled as maker when the shown book crosses it, at its own price', async () => {
    const { orderId } = await bench.ok(`POST ${order}`, limit);
    bench.show(93, 94, 0.4);
    expect(await bench.ok(`GET ${order}`, { ...btc, orderId })).toMatchObject({
      status: 'PARTIALLY_FILLED',
      executedQty: '0.40000000',
      cummulativeQuoteQty: '38.00000000',
    });
    bench.show(93, 94);
    expect(await bench.ok(`GET ${order}`, { ...btc, orderId })).toMatchObject({ status: 'FILLED' });
    const trades = await bench.ok('GET /api/v3/myTrades', { ...btc, orderId });
    expect(trades.map((trade: { isMaker: boolean }) => trade.isMaker)).toEqual([true, true]);
  });

  it('holds its money, and gives it back when it is cancelled', async () => {
    const { orderId } = await bench.ok(`POST ${order}`, limit);
    const dollars = async () => (await bench.ok('GET /api/v3/account')).balances[0];
    expect(await dollars()).toMatchObject({ free: '99905.00000000', locked: '95.00000000' });
    const named = { ...btc, orderId };
    const canceled = await bench.ok(`DELETE ${order}`, named);
    expect(canceled).toMatchObject({ orderId, status: 'CANCELED', executedQty: '0.00000000' });
    expect(await dollars()).toMatchObject({ free: '100000.00000000' });
    expect(await bench.no(`DELETE ${order}`, named)).toEqual([400, -2011, 'Unknown order sent.']);
  });

  it('is cancelled with all others of its market', async () => {
    await bench.ok(`POST ${order}`, limit);
    await bench.ok(`POST ${order}`, limit);
    const canceled = await bench.ok('DELETE /api/v3/openOrders', btc);
    expect(canceled.map((each: { status: string }) => each.status)).toEqual([
      'CANCELED',
      'CANCELED',
    ]);
    const none = await bench.no('DELETE /api/v3/openOrders', btc);
    expect(none).toEqual([400, -2011, 'Unknown order sent.']);
  });

  it.each([
    ['IOC', '6', 'EXPIRED', '4.00000000'],
    ['FOK', '6', 'EXPIRED', '0.00000000'],
    ['FOK', '4', 'FILLED', '4.00000000'],
  ])('%s of %s ends as %s', async (timeInForce, quantity, status, executedQty) => {
    const made = await bench.ok(`POST ${order}`, { ...limit, timeInForce, quantity, price: '101' });
    expect(made).toMatchObject({ status, executedQty });
    const found = await bench.ok(`GET ${order}`, { ...btc, orderId: made.orderId });
    expect(found).toMatchObject({ status, executedQty, isWorking: true });
  });

  it('that waits for its stop goes off when the middle of the book is there', async () => {
    const stop = { ...buy, type: 'STOP_LOSS', quantity: '1', stopPrice: '110' };
    const made = await bench.ok(`POST ${order}`, stop);
    expect(Object.keys(made)).toEqual([
      'symbol',
      'orderId',
      'orderListId',
      'clientOrderId',
      'transactTime',
    ]);
    const named = { ...btc, orderId: made.orderId };
    bench.show(109, 110);
    const waiting = { status: 'NEW', isWorking: false, stopPrice: '110.00000000' };
    expect(await bench.ok(`GET ${order}`, named)).toMatchObject(waiting);
    bench.show(110, 111);
    const gone = { status: 'FILLED', cummulativeQuoteQty: '111.00000000', isWorking: true };
    expect(await bench.ok(`GET ${order}`, named)).toMatchObject(gone);
  });

  it('that meets one of its own account ends there', async () => {
    await bench.ok(`POST ${order}`, { ...limit, price: '100.5' });
    const made = await bench.ok(`POST ${order}`, { ...limit, side: 'SELL', price: '100.5' });
    expect(made).toMatchObject({
      status: 'EXPIRED_IN_MATCH',
      executedQty: '0.00000000',
      fills: [],
    });
  });

  it('that would be one too many is refused', async () => {
    for (let count = 0; count < 200; count += 1) await bench.ok(`POST ${order}`, limit);
    const refused = await bench.no(`POST ${order}`, limit);
    expect(refused).toEqual([400, -1013, 'Filter failure: MAX_NUM_ORDERS']);
  });

  it('pays the fees that its market tells', async () => {
    const { standardCommission } = await bench.ok('GET /api/v3/account/commission', btc);
    expect(standardCommission).toMatchObject({ maker: '0.00100000', taker: '0.00100000' });
    const fees = { ...btc, makerCommission: '0.001', takerCommission: '0.001' };
    bench.simulator.defineMarket('binance', ether);
    expect(await bench.ok('GET /sapi/v1/asset/tradeFee', btc)).toEqual([fees]);
    const none = { symbol: 'ETHUSDT', makerCommission: '0', takerCommission: '0' };
    expect(await bench.ok('GET /sapi/v1/asset/tradeFee')).toEqual([fees, none]);
    const wrong = await bench.no('GET /sapi/v1/asset/tradeFee', { symbol: 'DOGEUSDT' });
    expect(wrong.slice(0, 2)).toEqual([400, -1121]);
  });

  it('is one of its own market, and lists show as much as was asked for', async () => {
    bench.simulator.defineMarket('binance', ether);
    const [first, second] = [
      await bench.ok(`POST ${order}`, limit),
      await bench.ok(`POST ${order}`, limit),
    ];
    const { orderId } = await bench.ok(`POST ${order}`, { ...limit, symbol: 'ETHUSDT' });
    expect((await bench.no(`GET ${order}`, { ...btc, orderId }))[1]).toBe(-2013);
    const ids = async (fields: object) =>
      (await bench.ok('GET /api/v3/allOrders', { ...btc, ...fields })).map(
        (each: { orderId: number }) => each.orderId,
      );
    expect(await ids({})).toEqual([first.orderId, second.orderId]);
    expect(await ids({ limit: 1 })).toEqual([second.orderId]);
    expect(await ids({ limit: 1, startTime: startedAt })).toEqual([first.orderId]);
    expect(await ids({ startTime: startedAt + 1 })).toEqual([]);
    expect(await ids({ orderId: second.orderId })).toEqual([second.orderId]);
    expect(await bench.ok('GET /api/v3/openOrders')).toHaveLength(3);
    expect(await bench.ok('DELETE /api/v3/openOrders', btc)).toHaveLength(2);
  });

  it('frees its client id when it ends', async () => {
    const mine = { ...limit, newClientOrderId: 'mine' };
    const first = await bench.ok(`POST ${order}`, mine);
    const again = await bench.no(`POST ${order}`, mine);
    expect(again).toEqual([400, -2010, 'Duplicate order sent.']);
    await bench.ok(`DELETE ${order}`, { ...btc, orderId: first.orderId });
    const second = await bench.ok(`POST ${order}`, mine);
    const found = await bench.ok(`GET ${order}`, { ...btc, origClientOrderId: 'mine' });
    expect(found.orderId).toBe(second.orderId);
  });
});

describe('spot refuses', () => {
  const maker = { ...buy, type: 'LIMIT_MAKER', quantity: '1', price: '101' };
  const stop = { ...buy, type: 'STOP_LOSS', quantity: '1', stopPrice: '90' };
  it.each([
    ['an unknown market', { ...limit, symbol: 'XYZ' }, -1121, 'Invalid symbol.'],
    ['a missing side', { ...btc, type: 'LIMIT' }, -1102, /Mandatory parameter 'side' was not sent/],
    ['an unknown type', { ...limit, type: 'STOP' }, -1116, 'Invalid orderType.'],
    ['an unknown side', { ...limit, side: 'LONG' }, -1117, 'Invalid side.'],
    ['an unknown time in force', { ...limit, timeInForce: 'GTX' }, -1115, 'Invalid timeInForce.'],
    ['a price that is none', { ...limit, price: '1e2' }, -1100, /parameter 'price'; legal range/],
    ['a price off the tick', { ...limit, price: '95.001' }, -1013, /PRICE_FILTER$/],
    ['a quantity off the step', { ...limit, quantity: '1.00001' }, -1013, /LOT_SIZE$/],
    ['too many decimals', { ...limit, quantity: '1.000000001' }, -1111, /too much precision/],
    ['too little worth', { ...limit, quantity: '0.05' }, -1013, 'Filter failure: NOTIONAL'],
    ['a bad client id', { ...limit, newClientOrderId: 'a b' }, -1100, /newClientOrderId/],
    ['a price of a market order', { ...market, quantity: '1', price: '1' }, -1106, /'price' sent/],
    ['a market order of nothing', market, -1102, /'quantity' or 'quoteOrderQty'/],
    ['more than the balance', { ...limit, quantity: '9000' }, -2010, /insufficient balance/],
    ['a maker that would take', maker, -2010, 'Order would immediately match and take.'],
    ['a stop that was passed', stop, -2010, 'Stop price would trigger immediately.'],
    ['a stop without its price', { ...stop, stopPrice: '' }, -1102, /'stopPrice'/],
    ['what it has no use for', { ...limit, reduceOnly: 'true' }, -1104, /read '8'.*sent '9'/],
    ['what is not simulated', { ...stop, trailingDelta: '100' }, -1, /simulator does not know/],
  ])('%s', async (_, fields, code, text) => {
    const [status, heard, message] = await bench.no(`POST ${order}`, fields);
    expect([status, heard]).toEqual([code === -1 ? 501 : 400, code]);
    expect(message).toMatch(text);
    expect(bench.simulator.accepted('binance')).toBe(0);
  });

  it('to find what is not there', async () => {
    const missing = { ...btc, orderId: 1 };
    expect(await bench.no(`GET ${order}`, missing)).toEqual([400, -2013, 'Order does not exist.']);
    expect((await bench.no(`GET ${order}`, btc))[1]).toBe(-1102);
  });

  it('to list more than a day at once', async () => {
    const span = { ...btc, startTime: startedAt - 90_000_000, endTime: startedAt };
    const text = 'More than 24 hours between startTime and endTime.';
    expect(await bench.no('GET /api/v3/myTrades', span)).toEqual([400, -1127, text]);
  });
});
