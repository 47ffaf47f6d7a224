import { createHash, createHmac } from 'node:crypto';
import type { Schedule, Simulator, VenueName } from '../../src/index.ts';
import * as binance from './binance.ts';
import * as bybit from './bybit.ts';
import { openStream, type Stream } from './fixtures.ts';
import * as gateio from './gateio.ts';
import * as hyperliquid from './hyperliquid.ts';
import * as kraken from './kraken.ts';
import * as krakenfutures from './krakenfutures.ts';
import * as okx from './okx.ts';

export const venues = [
  ...(['binance', 'bybit', 'gateio', 'kraken', 'krakenfutures', 'okx'] as const),
  'hyperliquid',
] as const;

/** An account, as a client of the exchange has it. */
export interface Client {
  readonly simulator: Simulator;
  readonly market: string;
  /** Places a resting bid; by default at the market maker's best bid. */
  place(price?: string, quantity?: string): Promise<string | number>;
  /** Cancels an order; returns the exchange's answer. */
  cancel(id: string | number): Promise<unknown>;
  /** Shows a market at the two prices, which fills orders that rest beyond them. */
  show(bid: number, ask: number): void;
  /** Opens a stream of its orders. */
  listen(): Promise<Stream>;
}

export const clients: Readonly<Record<VenueName, (schedule?: Schedule) => Promise<Client>>> = {
  async binance(schedule) {
    const bench = await binance.openBench(schedule);
    const at = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' };
    return {
      simulator: bench.simulator,
      show: bench.show,
      market: 'BTC/USDT:USDT',
      async listen() {
        const headers = { 'X-MBX-APIKEY': binance.apiKey };
        const asked = { target: '/fapi/v1/listenKey', headers };
        const { listenKey } = (await bench.raw('fapi', 'POST', asked)).json;
        return openStream(bench.url, 'fstream.binance.com', `/private/ws?listenKey=${listenKey}`);
      },
      place: async (price = '100', quantity = '1') =>
        (await bench.ok('POST /fapi/v1/order', { ...at, quantity, price })).orderId,
      cancel: (orderId) => bench.no('DELETE /fapi/v1/order', { symbol: 'BTCUSDT', orderId }),
    };
  },
  async bybit(schedule) {
    const bench = await bybit.openBench(schedule);
    const where = { category: 'spot', symbol: 'BTCUSDT' };
    const order = { ...where, side: 'Buy', orderType: 'Limit' };
    return {
      simulator: bench.simulator,
      show: bench.show,
      market: 'BTC/USDT',
      async listen() {
        const stream = await openStream(bench.url, 'stream.bybit.com', '/v5/private');
        const expires = bench.now() + 1_000;
        const signed = createHmac('sha256', bybit.secret).update(`GET/realtime${expires}`);
        const args = [bybit.apiKey, expires, signed.digest('hex')];
        say(stream, { op: 'auth', args });
        say(stream, { op: 'subscribe', args: ['order', 'execution'] });
        return afterGreeting(stream, 2);
      },
      place: async (price = '100', quantity = '1') =>
        (await bench.ok('POST /v5/order/create', { ...order, qty: quantity, price })).orderId,
      cancel: (orderId) => bench.no('POST /v5/order/cancel', { ...where, orderId }),
    };
  },
  async gateio(schedule) {
    const bench = await gateio.openBench(schedule);
    const order = { currency_pair: 'BTC_USDT', side: 'buy' };
    return {
      simulator: bench.simulator,
      show: bench.show,
      market: 'BTC/USDT',
      async listen() {
        const stream = await openStream(bench.url, 'api.gateio.ws', '/ws/v4/');
        for (const channel of ['spot.orders', 'spot.usertrades']) {
          const time = Math.floor(bench.now() / 1_000);
          const signed = `channel=${channel}&event=subscribe&time=${time}`;
          const SIGN = createHmac('sha512', gateio.secret).update(signed).digest('hex');
          const auth = { method: 'api_key', KEY: gateio.apiKey, SIGN };
          say(stream, { time, channel, event: 'subscribe', payload: ['!all'], auth });
        }
        return afterGreeting(stream, 2);
      },
      place: async (price = '100', quantity = '1') =>
        (await bench.ok('POST /spot/orders', { body: { ...order, amount: quantity, price } })).id,
      cancel: (id) =>
        bench.no(`DELETE /spot/orders/${id}`, { query: { currency_pair: 'BTC_USDT' } }),
    };
  },
  async kraken(schedule) {
    const bench = await kraken.openBench(schedule);
    const order = { pair: 'XBTUSD', type: 'buy', ordertype: 'limit' };
    return {
      simulator: bench.simulator,
      show: bench.show,
      market: 'BTC/USD',
      async listen() {
        const stream = await openStream(bench.url, 'ws-auth.kraken.com', '/v2');
        const { token } = await bench.ok('GetWebSocketsToken');
        const params = { channel: 'executions', token, snap_orders: false };
        say(stream, { method: 'subscribe', params });
        return afterGreeting(stream, 2);
      },
      place: async (price = '100', quantity = '1') =>
        (await bench.ok('AddOrder', { ...order, volume: quantity, price })).txid[0],
      cancel: (txid) => bench.no('CancelOrder', { txid }),
    };
  },
  async krakenfutures(schedule) {
    const bench = await krakenfutures.openBench(schedule);
    const order = { symbol: 'PF_XBTUSD', side: 'buy', orderType: 'lmt' };
    return {
      simulator: bench.simulator,
      show: bench.show,
      market: 'BTC/USD:USD',
      async listen() {
        const { apiKey, secret } = krakenfutures;
        const stream = await openStream(bench.url, 'futures.kraken.com', '/ws/v1');
        say(stream, { event: 'challenge', api_key: apiKey });
        await stream.until(2);
        const challenge: string = JSON.parse(stream.texts[1] ?? '').message;
        const digest = createHash('sha256').update(challenge).digest();
        const signed = createHmac('sha512', Buffer.from(secret, 'base64')).update(digest);
        const proof = { api_key: apiKey, signed_challenge: signed.digest('base64') };
        for (const feed of ['open_orders', 'fills']) {
          say(stream, { event: 'subscribe', feed, original_challenge: challenge, ...proof });
        }
        return afterGreeting(stream, 6);
      },
      place: async (price = '100', quantity = '1') =>
        (await bench.order({ ...order, size: quantity, limitPrice: price })).order_id,
      cancel: async (id) => {
        const path = `POST ${krakenfutures.root}/cancelorder`;
        return (await bench.ok(path, { order_id: id })).cancelStatus.status;
      },
    };
  },
  async okx(schedule) {
    const bench = await okx.openBench(schedule);
    const order = { instId: 'BTC-USDT', tdMode: 'cash', side: 'buy', ordType: 'limit' };
    return {
      simulator: bench.simulator,
      show: bench.show,
      market: 'BTC/USDT',
      async listen() {
        const { apiKey, passphrase, secret } = okx;
        const stream = await openStream(bench.url, 'ws.okx.com:8443', '/ws/v5/private');
        const timestamp = String(Math.floor(bench.now() / 1_000));
        const signed = createHmac('sha256', secret).update(`${timestamp}GET/users/self/verify`);
        const sign = signed.digest('base64');
        say(stream, { op: 'login', args: [{ apiKey, passphrase, timestamp, sign }] });
        say(stream, { op: 'subscribe', args: [{ channel: 'orders', instType: 'ANY' }] });
        return afterGreeting(stream, 3);
      },
      place: async (price = '100', quantity = '1') =>
        (await bench.one('POST /api/v5/trade/order', { ...order, sz: quantity, px: price })).ordId,
      cancel: (ordId) =>
        bench.noOrder('POST /api/v5/trade/cancel-order', { instId: 'BTC-USDT', ordId }),
    };
  },
  async hyperliquid(schedule) {
    const bench = await hyperliquid.openBench(schedule);
    return {
      simulator: bench.simulator,
      show: bench.show,
      market: 'ETH/USDC:USDC',
      async listen() {
        const stream = await openStream(bench.url, 'api.hyperliquid.xyz', '/ws');
        for (const type of ['orderUpdates', 'userFills']) {
          const subscription = { type, user: hyperliquid.user };
          say(stream, { method: 'subscribe', subscription });
        }
        return afterGreeting(stream, 3);
      },
      place: async (price = '100', quantity = '1') =>
        (await bench.order(hyperliquid.ethOrder({ p: price, s: quantity })))[0].resting.oid,
      cancel: async (o) => {
        const cancels = [{ a: 1, o }];
        return (await bench.act({ type: 'cancel', cancels })).response.data.statuses[0];
      },
    };
  },
};

function say(stream: Stream, message: object): void {
  stream.send(JSON.stringify(message));
}

/** Waits for the answers to the requests, and leaves them out. */
async function afterGreeting(stream: Stream, answers: number): Promise<Stream> {
  await stream.until(answers);
  stream.texts.splice(0);
  return stream;
}
