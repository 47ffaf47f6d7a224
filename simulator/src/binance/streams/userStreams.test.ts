import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { apiKey, type Bench, openBench, signedText } from '../../../test/support/binance.ts';
import { openStream, type Stream } from '../../../test/support/fixtures.ts';

const benches: Bench[] = [];
afterEach(async () => {
  for (const { simulator } of benches.splice(0)) await simulator.close();
});

async function start(): Promise<Bench> {
  const bench = await openBench();
  benches.push(bench);
  return bench;
}

const hear = ({ texts }: Stream) => texts.map((text) => JSON.parse(text));

describe('the spot stream', () => {
  const ask = (stream: Stream, timestamp: number, secret = 'secret-of-a-test') => {
    const payload = `apiKey=${apiKey}&recvWindow=5000&timestamp=${timestamp}`;
    const signature = createHmac('sha256', secret).update(payload).digest('hex');
    const params = { timestamp, recvWindow: 5_000, apiKey, signature };
    stream.send(JSON.stringify({ id: 1, method: 'userDataStream.subscribe.signature', params }));
  };
  const open = ({ url }: Bench) => openStream(url, 'ws-api.binance.com', '/ws-api/v3');
  /** Opens and subscribes a stream; its events leave out the answer to the subscription. */
  async function subscribe(bench: Bench) {
    const stream = await open(bench);
    ask(stream, bench.now());
    await stream.until(1);
    return { stream, events: () => hear(stream).slice(1) };
  }

  it('begins with a signed request', async () => {
    const bench = await start();
    const stream = await open(bench);
    ask(stream, bench.now());
    await stream.until(1);
    expect(hear(stream)).toEqual([
      { id: 1, status: 200, result: { subscriptionId: 0 }, rateLimits: [] },
    ]);
  });

  it.each([
    ['another signature', 'another', 0, [400, -1022]],
    ['an old time', undefined, 6_000, [400, -1021]],
  ])('is refused with %s', async (_, secret, ageMs, refusal) => {
    const bench = await start();
    const stream = await open(bench);
    ask(stream, bench.now() - ageMs, secret);
    await stream.until(1);
    const [{ status, error }] = hear(stream);
    expect([status, error.code]).toEqual(refusal);
    await bench.ok('POST /api/v3/order', order('SELL', 105));
    expect(stream.texts).toHaveLength(1);
  });

  const order = (side: string, price: number) => ({
    symbol: 'BTCUSDT',
    side,
    type: 'LIMIT',
    timeInForce: 'GTC',
    quantity: 1,
    price,
    newClientOrderId: 'mine',
  });

  it('tells of an order taken, filled in parts and cancelled', async () => {
    const bench = await start();
    const { stream, events } = await subscribe(bench);
    const { orderId } = await bench.ok('POST /api/v3/order', order('SELL', 105));
    bench.simulator.show('binance', 'BTC/USDT', { bids: [[105, '0.4']], asks: [[107, 4]] });
    await bench.ok('DELETE /api/v3/order', { symbol: 'BTCUSDT', orderId });
    await stream.until(7);
    const reports = events().map(({ subscriptionId, event }) => [subscriptionId, event]);
    expect(reports.map(([id, { e, x, X, c, C, z, l, i }]) => [id, e, x, X, c, C, z, l, i])).toEqual(
      [
        [0, 'executionReport', 'NEW', 'NEW', 'mine', '', '0.00000000', '0.00000000', orderId],
        [0, 'outboundAccountPosition', ...Array(7).fill(undefined)],
        [
          0,
          'executionReport',
          'TRADE',
          'PARTIALLY_FILLED',
          'mine',
          '',
          '0.40000000',
          '0.40000000',
          orderId,
        ],
        [0, 'outboundAccountPosition', ...Array(7).fill(undefined)],
        [
          0,
          'executionReport',
          'CANCELED',
          'CANCELED',
          `cancel${orderId}`,
          'mine',
          '0.40000000',
          '0.00000000',
          orderId,
        ],
        [0, 'outboundAccountPosition', ...Array(7).fill(undefined)],
      ],
    );
    const [, , { event: trade }] = events();
    expect(trade).toMatchObject({ L: '105.00000000', m: true, Y: '42.00000000', N: 'USDT' });
  });

  it('tells of both legs of a pair, and of the list', async () => {
    const bench = await start();
    const { stream, events } = await subscribe(bench);
    await bench.ok('POST /api/v3/orderList/oco', {
      symbol: 'BTCUSDT',
      side: 'SELL',
      quantity: 1,
      aboveType: 'LIMIT_MAKER',
      abovePrice: 110,
      belowType: 'STOP_LOSS',
      belowStopPrice: 90,
      aboveClientOrderId: 'limit',
      belowClientOrderId: 'stop',
    });
    bench.show(80, 81);
    await stream.until(13);
    const told = events().map(({ event: { e, c, C, x, l } }) => [e, C || c, x ?? l]);
    expect(told).toContainEqual(['executionReport', 'stop', 'TRADE']);
    expect(told.some(([e, name]) => e === 'executionReport' && name === 'limit')).toBe(true);
    expect(told).toContainEqual(['listStatus', expect.anything(), 'ALL_DONE']);
  });

  it('tells nothing of another API, or of another account', async () => {
    const bench = await start();
    const { stream } = await subscribe(bench);
    await bench.ok('POST /fapi/v1/order', order('SELL', 105));
    const other = { apiKey: 'other', secret: 'of another' };
    bench.simulator.addAccount({ venue: 'binance', ...other, balances: { spot: { BTC: '9' } } });
    const text = signedText({ ...order('SELL', 105), timestamp: bench.now() }, other.secret);
    const headers = { 'X-MBX-APIKEY': other.apiKey };
    const sent = { target: `/api/v3/order?${text}`, headers };
    expect((await bench.raw('api', 'POST', sent)).status).toBe(200);
    await bench.ok('POST /api/v3/order', order('SELL', 106));
    await stream.until(3);
    expect(stream.texts[1]).toContain('106.00000000');
  });
});

describe('the stream of USD-M', () => {
  const key = async ({ raw }: Bench, method = 'POST') => {
    const headers = { 'X-MBX-APIKEY': apiKey };
    return raw('fapi', method, { target: '/fapi/v1/listenKey', headers });
  };
  async function subscribe(bench: Bench) {
    const { listenKey } = (await key(bench)).json;
    const target = `/private/ws?listenKey=${listenKey}`;
    return openStream(bench.url, 'fstream.binance.com', target);
  }
  const order = { symbol: 'BTCUSDT', side: 'SELL', type: 'LIMIT', timeInForce: 'GTC', quantity: 1 };

  it('asks for the key of an account, and for no signature', async () => {
    const bench = await start();
    const { raw } = bench;
    const [first, second] = [await key(bench), await key(bench)];
    expect([first.status, second.json]).toEqual([200, first.json]);
    const nobody = await raw('fapi', 'POST', { target: '/fapi/v1/listenKey' });
    expect([nobody.status, nobody.json.code]).toEqual([401, -2014]);
  });

  it('tells of an order on the book', async () => {
    const bench = await start();
    const stream = await subscribe(bench);
    const asked = { ...order, price: 105, newClientOrderId: 'mine' };
    const { orderId } = await bench.ok('POST /fapi/v1/order', asked);
    bench.show(106, 107);
    await stream.until(3);
    const [taken, trade, account] = hear(stream);
    expect(taken).toMatchObject({
      e: 'ORDER_TRADE_UPDATE',
      o: { c: 'mine', x: 'NEW', i: orderId },
    });
    expect(trade.o).toMatchObject({
      x: 'TRADE',
      X: 'FILLED',
      z: '1.000',
      L: '105.0',
      ap: '105.00000',
    });
    expect(account).toMatchObject({ e: 'ACCOUNT_UPDATE', a: { m: 'ORDER' } });
  });

  it('tells of an order that waits, and of the one that took its place', async () => {
    const bench = await start();
    const stream = await subscribe(bench);
    const { algoId } = await bench.ok('POST /fapi/v1/algoOrder', {
      algoType: 'CONDITIONAL',
      symbol: 'BTCUSDT',
      side: 'SELL',
      type: 'STOP_MARKET',
      quantity: 1,
      triggerPrice: 95,
      clientAlgoId: 'mine',
    });
    bench.show(90, 91);
    await stream.until(5);
    const told = hear(stream).map(({ e, o }) => [e, o?.caid ?? o?.c, o?.X, o?.ai ?? o?.i]);
    const child = told.find(([e]) => e === 'ORDER_TRADE_UPDATE')?.[3];
    expect(told[0]).toEqual(['ALGO_UPDATE', 'mine', 'NEW', '']);
    expect(told).toContainEqual(['ALGO_UPDATE', 'mine', 'FINISHED', String(child)]);
    expect(told).toContainEqual(['ORDER_TRADE_UPDATE', `algo_${child}`, 'FILLED', child]);
    expect(child).not.toBe(algoId);
  });

  it('ends with its key, an hour after that was last asked for', async () => {
    const bench = await start();
    const stream = await subscribe(bench);
    bench.pass(3_500_000);
    expect((await key(bench, 'PUT')).status).toBe(200);
    bench.pass(3_500_000);
    bench.show(100, 101);
    expect(stream.texts).toEqual([]);
    bench.pass(100_000);
    bench.show(100, 101);
    await stream.until(1);
    expect(hear(stream)).toMatchObject([{ e: 'listenKeyExpired' }]);
    const { status, json } = await key(bench, 'PUT');
    expect([status, json.code]).toEqual([400, -1125]);
    await bench.ok('POST /fapi/v1/order', { ...order, price: 105 });
    expect(stream.texts).toHaveLength(1);
    expect(stream.isClosed()).toBe(false);
  });

  it('is silent under a key that is nobody’s', async () => {
    const bench = await start();
    const stream = await openStream(bench.url, 'fstream.binance.com', '/private/ws/none');
    await bench.ok('POST /fapi/v1/order', { ...order, price: 105 });
    expect(stream.texts).toEqual([]);
    await expect(openStream(bench.url, 'fstream.binance.com', '/elsewhere/ws')).rejects.toThrow(
      '404',
    );
    expect((await key(bench, 'DELETE')).status).toBe(200);
  });
});
