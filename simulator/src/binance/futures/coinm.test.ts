import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../../test/support/binance.ts';

const order = '/dapi/v1/order';
const btc = { symbol: 'BTCUSD_PERP' };
const result = { newOrderRespType: 'RESULT' };
const limit = {
  ...btc,
  ...result,
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity: '2',
  price: '95',
};
const market = { ...btc, ...result, side: 'BUY', type: 'MARKET', quantity: '2' };

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

describe('COIN-M futures', () => {
  it('count in contracts, and pay in the base', async () => {
    const made = await bench.ok(`POST ${order}`, market);
    // Two contracts of a hundred dollars each, at 101.
    expect(made).toMatchObject({
      symbol: 'BTCUSD_PERP',
      pair: 'BTCUSD',
      status: 'FILLED',
      origQty: '2',
      executedQty: '2',
      cumBase: '1.98019802',
      avgPrice: '101.00000',
    });
    expect(made).not.toHaveProperty('cumQuote');
    expect(await bench.ok('GET /dapi/v1/userTrades', btc)).toEqual([
      {
        symbol: 'BTCUSD_PERP',
        pair: 'BTCUSD',
        marginAsset: 'BTC',
        side: 'BUY',
        id: expect.any(Number),
        orderId: made.orderId,
        price: '101.0',
        qty: '2',
        realizedPnl: '0.00000000',
        baseQty: '1.98019802',
        commission: '0.00099010',
        commissionAsset: 'BTC',
        time: startedAt,
        positionSide: 'BOTH',
        buyer: true,
        maker: false,
      },
    ]);
  });

  it('tell a position in contracts, and what it is worth in the base', async () => {
    await bench.ok(`POST ${order}`, { ...market, side: 'SELL' });
    const [position, ...others] = await bench.ok('GET /dapi/v1/positionRisk');
    expect(others).toEqual([]);
    // Sold at 100. At 100.5 two hundred dollars are fewer coins, so a short position has lost.
    expect(position).toMatchObject({
      symbol: 'BTCUSD_PERP',
      positionAmt: '-2',
      entryPrice: '100.00000',
      leverage: '20',
      markPrice: '100.50000000',
      notionalValue: '-1.99004975',
      marginType: 'cross',
      unRealizedProfit: '-0.00995025',
      maxQty: expect.any(String),
    });
    const { assets, positions } = await bench.ok('GET /dapi/v1/account');
    expect(assets).toMatchObject([
      {
        asset: 'BTC',
        walletBalance: '999.99900000',
        unrealizedProfit: '-0.00995025',
        positionInitialMargin: '0.10000000',
        availableBalance: '999.89900000',
      },
    ]);
    expect(positions).toMatchObject([{ positionAmt: '-2', leverage: '20', isolated: false }]);
    const [balance] = await bench.ok('GET /dapi/v1/balance');
    expect(balance).toMatchObject({ asset: 'BTC', withdrawAvailable: '999.89900000' });
  });

  it('average over what a whole order was worth', async () => {
    const asks = [[100, 1] as const, [104, 1] as const];
    bench.simulator.show('binance', 'BTC/USD:BTC', { bids: [[99, 1]], asks });
    const made = await bench.ok(`POST ${order}`, market);
    // Two hundred dollars for 1 and 100/104 coins.
    expect(made).toMatchObject({ cumBase: '1.96153846', avgPrice: '101.96078' });
  });

  it('rest, are found, and are cancelled', async () => {
    const { orderId } = await bench.ok(`POST ${order}`, limit);
    const found = await bench.ok(`GET ${order}`, { ...btc, orderId });
    expect(found).toMatchObject({ status: 'NEW', time: startedAt, cumBase: '0.00000000' });
    expect(await bench.ok('GET /dapi/v1/openOrders', btc)).toEqual([found]);
    const canceled = await bench.ok(`DELETE ${order}`, { ...btc, orderId });
    expect(canceled).toMatchObject({ status: 'CANCELED', pair: 'BTCUSD' });
  });

  it.each(['GTX', 'FOK'])('record a %s that could not be as expired', async (timeInForce) => {
    const made = await bench.ok(`POST ${order}`, {
      ...limit,
      timeInForce,
      price: '101',
      quantity: '60',
    });
    expect(made).toMatchObject({ status: 'EXPIRED', executedQty: '0' });
    const found = await bench.ok(`GET ${order}`, { ...btc, orderId: made.orderId });
    expect(found.status).toBe('EXPIRED');
  });

  it('wait for a price at the algo endpoint as well', async () => {
    const asked = { ...btc, side: 'SELL', type: 'STOP_MARKET', quantity: '2' };
    const conditional = { ...asked, algoType: 'CONDITIONAL', triggerPrice: '91' };
    const { algoId } = await bench.ok('POST /dapi/v1/algoOrder', conditional);
    const [open] = await bench.ok('GET /dapi/v1/openAlgoOrders', btc);
    expect(open).toMatchObject({ algoId, quantity: '2', triggerPrice: '91.0' });
    bench.show(90, 91);
    const [child] = await bench.ok('GET /dapi/v1/allOrders', btc);
    expect(child).toMatchObject({ status: 'FILLED', avgPrice: '90.00000' });
  });

  it.each([
    ['a part of a contract', { ...limit, quantity: '1.5' }, -1111, /^Precision is over/],
    ['more than the margin', { ...limit, quantity: '90000' }, -2019, 'Margin is insufficient.'],
    ['reducing nothing', { ...market, reduceOnly: 'true' }, -2022, /^ReduceOnly Order/],
    ['a market of another API', { ...limit, symbol: 'BTCUSDT' }, -1121, 'Invalid symbol.'],
  ])('refuse %s', async (_, fields, code, text) => {
    const [status, heard, message] = await bench.no(`POST ${order}`, fields);
    expect([status, heard]).toEqual([400, code]);
    expect(message).toMatch(text);
  });
});
