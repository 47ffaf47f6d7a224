import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../../test/support/binance.ts';
import { openStream } from '../../../test/support/fixtures.ts';

const btc = { symbol: 'BTCUSDT' };
const limit = { ...btc, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '1', price: 90 };
const stop = {
  ...btc,
  algoType: 'CONDITIONAL',
  side: 'BUY',
  type: 'STOP_MARKET',
  quantity: '1',
  triggerPrice: 110,
  clientAlgoId: 'mine',
};

let bench: Bench;
beforeEach(async () => {
  bench = await openBench(undefined, true);
});
afterEach(() => bench.simulator.close());

describe('orders of a portfolio-margin account', () => {
  it('rest, are found by either id, and are cancelled', async () => {
    const placed = await bench.ok('POST /papi/v1/um/order', { ...limit, newClientOrderId: 'a' });
    const { orderId } = placed;
    expect(placed).toMatchObject({ status: 'NEW', clientOrderId: 'a' });
    for (const name of ['stopPrice', 'closePosition']) expect(placed).not.toHaveProperty(name);
    const byName = { ...btc, origClientOrderId: 'a' };
    expect(await bench.ok('GET /papi/v1/um/order', byName)).toMatchObject({ orderId });
    expect(await bench.ok('GET /papi/v1/um/openOrders')).toHaveLength(1);
    await bench.ok('DELETE /papi/v1/um/order', { ...btc, orderId });
    expect(await bench.ok('GET /papi/v1/um/openOrders')).toEqual([]);
    expect(await bench.ok('GET /papi/v1/um/allOrders', btc)).toMatchObject([
      { orderId, status: 'CANCELED' },
    ]);
    expect(await bench.no('GET /papi/v1/um/order', { ...btc, orderId: 1 })).toEqual([
      400,
      -2013,
      'Order does not exist.',
    ]);
  });

  it('are counted by the minute', async () => {
    const { headers } = await bench.call('POST /papi/v1/um/order', limit);
    expect(headers).toMatchObject({ 'x-mbx-used-weight-1m': '1', 'x-mbx-order-count-1m': '1' });
    expect(headers).not.toHaveProperty('x-mbx-order-count-10s');
  });

  it('wait for their price at places of their own', async () => {
    const { algoId } = await bench.ok('POST /papi/v1/um/algo/order', stop);
    expect(await bench.ok('GET /papi/v1/um/algo/openAlgoOrders')).toMatchObject([
      { algoId, clientAlgoId: 'mine', orderType: 'STOP_MARKET', algoStatus: 'NEW' },
    ]);
    const byName = { clientAlgoId: 'mine' };
    expect(await bench.ok('DELETE /papi/v1/um/algo/order', byName)).toEqual({ complete: true });
    const ended = await bench.ok('GET /papi/v1/um/algo/algoOrder', byName);
    expect(ended).toMatchObject({ algoId, algoStatus: 'CANCELED' });
    expect((await bench.no('DELETE /papi/v1/um/algo/order', byName))[1]).toBe(-2011);
    expect(await bench.ok('GET /papi/v1/um/algo/allAlgoOrders', btc)).toHaveLength(1);
  });

  it('wait no longer where they did before, and have no dead man to end them', async () => {
    const gone = ['POST /papi/v1/um/conditional/order', 'POST /papi/v1/um/countdownCancelAll'];
    for (const endpoint of gone) expect((await bench.no(endpoint, stop))[0]).toBe(404);
  });

  it('are told of on one stream, which names the API', async () => {
    const { listenKey } = await bench.ok('POST /papi/v1/listenKey');
    const stream = await openStream(bench.url, 'fstream.binance.com', `/pm/ws/${listenKey}`);
    await bench.ok('POST /papi/v1/um/order', { ...limit, newClientOrderId: 'a' });
    await bench.ok('POST /papi/v1/um/algo/order', stop);
    const coin = { ...limit, symbol: 'BTCUSD_PERP', newClientOrderId: 'b' };
    await bench.ok('POST /papi/v1/cm/order', coin);
    await stream.until(3);
    const told = stream.texts.map((text) => JSON.parse(text));
    expect(told.map(({ e, fs, o }) => [e, fs, o.c ?? o.caid])).toEqual([
      ['ORDER_TRADE_UPDATE', 'UM', 'a'],
      ['ALGO_UPDATE', undefined, 'mine'],
      ['ORDER_TRADE_UPDATE', 'CM', 'b'],
    ]);
  });

  it('are not told of where usual accounts hear', async () => {
    const { listenKey } = await bench.ok('POST /papi/v1/listenKey');
    const usual = await openStream(bench.url, 'fstream.binance.com', `/private/ws/${listenKey}`);
    const own = await openStream(bench.url, 'fstream.binance.com', `/pm/ws/${listenKey}`);
    await bench.ok('POST /papi/v1/um/order', limit);
    await own.until(1);
    expect(usual.texts).toEqual([]);
  });
});
