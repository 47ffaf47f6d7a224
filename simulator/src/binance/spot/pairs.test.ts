import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../../test/support/binance.ts';

const oco = '/api/v3/orderList/oco';
const list = '/api/v3/orderList';
const btc = { symbol: 'BTCUSDT' };
const shared = { ...btc, quantity: '1', listClientOrderId: 'list' };
const buy = {
  ...shared,
  side: 'BUY',
  belowType: 'LIMIT_MAKER',
  belowPrice: '95',
  belowClientOrderId: 'limit',
  aboveType: 'STOP_LOSS',
  aboveStopPrice: '110',
  aboveClientOrderId: 'stop',
};
const sell = {
  ...shared,
  side: 'SELL',
  aboveType: 'LIMIT_MAKER',
  abovePrice: '106',
  belowType: 'STOP_LOSS_LIMIT',
  belowStopPrice: '91',
  belowPrice: '90',
  belowTimeInForce: 'GTC',
};

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const leg = (origClientOrderId: string) =>
  bench.ok('GET /api/v3/order', { ...btc, origClientOrderId });

describe('a pair', () => {
  it('is one list of two orders, and counts as one', async () => {
    const made = await bench.ok(`POST ${oco}`, buy);
    const { orderReports, ...told } = made;
    expect(told).toEqual({
      orderListId: expect.any(Number),
      contingencyType: 'OCO',
      symbol: 'BTCUSDT',
      listStatusType: 'EXEC_STARTED',
      listOrderStatus: 'EXECUTING',
      listClientOrderId: 'list',
      transactionTime: startedAt,
      orders: [
        { symbol: 'BTCUSDT', orderId: expect.any(Number), clientOrderId: 'stop' },
        { symbol: 'BTCUSDT', orderId: expect.any(Number), clientOrderId: 'limit' },
      ],
    });
    expect(orderReports).toMatchObject([
      { type: 'STOP_LOSS', stopPrice: '110.00000000', status: 'NEW', workingTime: -1 },
      { type: 'LIMIT_MAKER', price: '95.00000000', status: 'NEW', workingTime: startedAt },
    ]);
    const { orderListId } = told;
    expect(await bench.ok(`GET ${list}`, { orderListId })).toEqual(told);
    expect(await bench.ok(`GET ${list}`, { origClientOrderId: 'list' })).toEqual(told);
    expect(await bench.ok('GET /api/v3/openOrderList')).toEqual([told]);
    expect((await leg('limit')).orderListId).toBe(orderListId);
    expect(bench.simulator.accepted('binance')).toBe(1);
  });

  it('ends by its limit leg, and the stop leg expires', async () => {
    await bench.ok(`POST ${oco}`, buy);
    bench.show(93, 94);
    expect(await leg('limit')).toMatchObject({ status: 'FILLED', price: '95.00000000' });
    expect(await leg('stop')).toMatchObject({ status: 'EXPIRED', executedQty: '0.00000000' });
    const ended = await bench.ok(`GET ${list}`, { origClientOrderId: 'list' });
    expect(ended).toMatchObject({ listStatusType: 'ALL_DONE', listOrderStatus: 'ALL_DONE' });
  });

  it('ends by its stop leg, and the limit leg expires', async () => {
    const made = await bench.ok(`POST ${oco}`, sell);
    bench.show(91, 91.5);
    bench.show(90, 91);
    const [stop, limit] = made.orders;
    const find = (orderId: number) => bench.ok('GET /api/v3/order', { ...btc, orderId });
    expect(await find(stop.orderId)).toMatchObject({ status: 'FILLED', type: 'STOP_LOSS_LIMIT' });
    expect(await find(limit.orderId)).toMatchObject({ status: 'EXPIRED' });
  });

  it('is cancelled as a list, or by either of its legs', async () => {
    await bench.ok(`POST ${oco}`, buy);
    const named = { ...btc, listClientOrderId: 'list' };
    const canceled = await bench.ok(`DELETE ${list}`, named);
    expect(canceled.orderReports).toMatchObject([{ status: 'CANCELED' }, { status: 'CANCELED' }]);
    expect(canceled.listOrderStatus).toBe('ALL_DONE');
    const again = await bench.no(`DELETE ${list}`, named);
    expect(again).toEqual([400, -2011, 'Unknown order list sent.']);
    await bench.ok(`POST ${oco}`, buy);
    await bench.ok('DELETE /api/v3/order', { ...btc, origClientOrderId: 'stop' });
    expect(await leg('limit')).toMatchObject({ status: 'CANCELED' });
    const { balances } = await bench.ok('GET /api/v3/account');
    expect(balances[0].locked).toBe('0.00000000');
  });

  const crossed = { ...buy, belowPrice: '111' };
  const twice = { ...buy, aboveType: 'LIMIT_MAKER', abovePrice: '96' };
  it.each([
    ['a limit beyond its stop', crossed, -2010, /relationship of the prices/],
    ['two limits', twice, -2010, /relationship of the prices/],
    ['a limit that would take', { ...buy, belowPrice: '102' }, -2010, /immediately match/],
    ['a stop that was passed', { ...buy, aboveStopPrice: '100' }, -2010, /trigger immediately/],
    ['a missing leg', { ...buy, aboveType: '' }, -1102, /'aboveType' was not sent/],
    ['a missing stop', { ...buy, aboveStopPrice: '' }, -1102, /'aboveStopPrice' was not/],
    ['too little money', { ...buy, quantity: '5000' }, -2010, /insufficient balance/],
    ['too little worth', { ...buy, quantity: '0.01' }, -1013, 'Filter failure: NOTIONAL'],
    ['an unknown leg', { ...buy, aboveType: 'ODD' }, -1116, 'Invalid orderType.'],
  ])('is refused with %s, and leaves nothing', async (_, fields, code, text) => {
    const [status, heard, message] = await bench.no(`POST ${oco}`, fields);
    expect([status, heard]).toEqual([400, code]);
    expect(message).toMatch(text);
    expect(await bench.ok('GET /api/v3/openOrders')).toEqual([]);
    expect(bench.simulator.accepted('binance')).toBe(0);
  });

  it('that is not there is not found', async () => {
    const missing = await bench.no(`GET ${list}`, { orderListId: 1 });
    expect(missing).toEqual([400, -2013, 'Order list does not exist.']);
  });
});
