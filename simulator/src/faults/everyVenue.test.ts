import { describe, expect, it } from 'vitest';
import * as binance from '../binance/fixtures.ts';
import * as bybit from '../bybit/fixtures.ts';
import { send } from '../fixtures.ts';
import * as gateio from '../gateio/fixtures.ts';
import * as hyperliquid from '../hyperliquid/fixtures.ts';
import { createSimulator, type Simulator, type VenueName } from '../index.ts';
import * as kraken from '../kraken/fixtures.ts';
import * as krakenfutures from '../krakenfutures/fixtures.ts';
import * as okx from '../okx/fixtures.ts';

interface Client {
  readonly simulator: Simulator;
  readonly market: string;
  /** Rests a bid, unasked with the best of the market maker. */
  place(price?: string, quantity?: string): Promise<string | number>;
  /** What the exchange says to a cancel. */
  cancel(id: string | number): Promise<unknown>;
}

const clients: Readonly<Record<VenueName, () => Promise<Client>>> = {
  async binance() {
    const bench = await binance.openBench();
    const at = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' };
    return {
      simulator: bench.simulator,
      market: 'BTC/USDT:USDT',
      place: async (price = '100', quantity = '1') =>
        (await bench.ok('POST /fapi/v1/order', { ...at, quantity, price })).orderId,
      cancel: (orderId) => bench.no('DELETE /fapi/v1/order', { symbol: 'BTCUSDT', orderId }),
    };
  },
  async bybit() {
    const bench = await bybit.openBench();
    const where = { category: 'spot', symbol: 'BTCUSDT' };
    const order = { ...where, side: 'Buy', orderType: 'Limit' };
    return {
      simulator: bench.simulator,
      market: 'BTC/USDT',
      place: async (price = '100', quantity = '1') =>
        (await bench.ok('POST /v5/order/create', { ...order, qty: quantity, price })).orderId,
      cancel: (orderId) => bench.no('POST /v5/order/cancel', { ...where, orderId }),
    };
  },
  async gateio() {
    const bench = await gateio.openBench();
    const order = { currency_pair: 'BTC_USDT', side: 'buy' };
    return {
      simulator: bench.simulator,
      market: 'BTC/USDT',
      place: async (price = '100', quantity = '1') =>
        (await bench.ok('POST /spot/orders', { body: { ...order, amount: quantity, price } })).id,
      cancel: (id) =>
        bench.no(`DELETE /spot/orders/${id}`, { query: { currency_pair: 'BTC_USDT' } }),
    };
  },
  async kraken() {
    const bench = await kraken.openBench();
    const order = { pair: 'XBTUSD', type: 'buy', ordertype: 'limit' };
    return {
      simulator: bench.simulator,
      market: 'BTC/USD',
      place: async (price = '100', quantity = '1') =>
        (await bench.ok('AddOrder', { ...order, volume: quantity, price })).txid[0],
      cancel: (txid) => bench.no('CancelOrder', { txid }),
    };
  },
  async krakenfutures() {
    const bench = await krakenfutures.openBench();
    const order = { symbol: 'PF_XBTUSD', side: 'buy', orderType: 'lmt' };
    return {
      simulator: bench.simulator,
      market: 'BTC/USD:USD',
      place: async (price = '100', quantity = '1') =>
        (await bench.order({ ...order, size: quantity, limitPrice: price })).order_id,
      cancel: async (id) => {
        const path = `POST ${krakenfutures.root}/cancelorder`;
        return (await bench.ok(path, { order_id: id })).cancelStatus.status;
      },
    };
  },
  async okx() {
    const bench = await okx.openBench();
    const order = { instId: 'BTC-USDT', tdMode: 'cash', side: 'buy', ordType: 'limit' };
    return {
      simulator: bench.simulator,
      market: 'BTC/USDT',
      place: async (price = '100', quantity = '1') =>
        (await bench.one('POST /api/v5/trade/order', { ...order, sz: quantity, px: price })).ordId,
      cancel: (ordId) =>
        bench.noOrder('POST /api/v5/trade/cancel-order', { instId: 'BTC-USDT', ordId }),
    };
  },
  async hyperliquid() {
    const bench = await hyperliquid.openBench();
    return {
      simulator: bench.simulator,
      market: 'ETH/USDC:USDC',
      place: async (price = '100', quantity = '1') =>
        (await bench.order(hyperliquid.ethOrder({ p: price, s: quantity })))[0].resting.oid,
      cancel: async (o) => {
        const cancels = [{ a: 1, o }];
        return (await bench.act({ type: 'cancel', cancels })).response.data.statuses[0];
      },
    };
  },
};

const tooLate: Readonly<Record<VenueName, unknown>> = {
  binance: [400, -2011, 'Unknown order sent.'],
  bybit: [200, 170139, 'Order has been filled.'],
  gateio: [400, 'ORDER_CLOSED', 'Order already closed'],
  kraken: 'EOrder:Unknown order',
  krakenfutures: 'filled',
  okx: [
    '51400',
    'Order cancellation failed as the order has been filled, canceled or does not exist.',
  ],
  hyperliquid: { error: 'Order was never placed, already canceled, or filled. asset=1' },
};

const venues = [
  ...(['binance', 'bybit', 'gateio', 'kraken', 'krakenfutures', 'okx'] as const),
  'hyperliquid',
] as const;

it.each(venues)('%s says that a cancel came too late', async (venue) => {
  const { simulator, place, cancel } = await clients[venue]();
  const id = await place();
  simulator.misbehave({ chances: { cancelAgainstFill: 1 }, script: [] }, 1);
  expect(await cancel(id)).toEqual(tooLate[venue]);
  expect(simulator.injected()).toMatchObject([{ venue, fault: 'cancelAgainstFill', count: 1 }]);
  await simulator.close();
});

it.each(venues)('%s takes no order off the steps of now', async (venue) => {
  const { simulator, market, place } = await clients[venue]();
  const taken = async (price: string, quantity: string) => {
    const before = simulator.accepted(venue);
    await place(price, quantity).catch(() => undefined);
    return simulator.accepted(venue) - before;
  };
  expect([await taken('100.5', '1'), await taken('100', '1.5')]).toEqual([1, 1]);
  simulator.changeFilters(venue, market, { tick: '1' });
  expect([await taken('100.5', '1'), await taken('100', '1.5')]).toEqual([0, 1]);
  simulator.changeFilters(venue, market, { tick: '0.5', lot: '1' });
  expect([await taken('100.5', '1'), await taken('100', '1.5')]).toEqual([1, 0]);
  await simulator.close();
});

describe('what changes nothing', () => {
  it.each([
    ['api.binance.com', 'DELETE /api/v3/order', 'GET /api/v3/order'],
    ['api.bybit.com', 'POST /v5/order/cancel', 'GET /v5/order/realtime'],
    ['api.gateio.ws', 'DELETE /api/v4/spot/orders/1', 'GET /api/v4/spot/orders/1'],
    ['api.kraken.com', 'POST /0/private/CancelOrder', 'POST /0/private/QueryOrders'],
    ['futures.kraken.com', 'POST /derivatives/api/v3/sendorder', 'GET /derivatives/api/v3/fills'],
    ['www.okx.com', 'POST /api/v5/trade/order', 'GET /api/v5/trade/order'],
    ['api.hyperliquid.xyz', 'POST /exchange', 'POST /info'],
  ])('loses no answer after it was carried out: %s', async (host, change, question) => {
    const simulator = createSimulator({ now: () => 0 });
    const { url } = await simulator.listen();
    simulator.misbehave({ chances: { serverErrorAfterAccept: 1 }, script: [] }, 1);
    const heard = async (endpoint: string) => {
      const [method = '', target = ''] = endpoint.split(' ');
      return (await send(url, { method, host, target })).text;
    };
    expect(await heard(change)).toMatch(/^<html>/);
    expect(await heard(question)).not.toMatch(/^<html>/);
    expect(simulator.strikes()).toMatchObject([{ request: change }]);
    await simulator.close();
  });
});
