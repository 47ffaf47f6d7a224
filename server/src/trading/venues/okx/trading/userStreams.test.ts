import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import { Secret } from '../../../../kit/secret.ts';
import type { CcxtClient } from '../../shared/live/ccxtClient.ts';
import { okxUserStreams } from './userStreams.ts';

// Messages as documented (WebSocket, order channel, algo orders channel, advance algo orders
// channel of the okx API v5), with ids of ours.

const id = '0123456789abcdef0123456789abcdef';
const other = { kind: 'other' };

async function prepare(name: string) {
  const clock = createManualClock();
  const client = { milliseconds: () => clock.now() + 900 } as unknown as CcxtClient;
  const credentials = {
    apiKey: new Secret('key'),
    apiSecret: new Secret('secret'),
    passphrase: new Secret('words'),
  };
  const stream = okxUserStreams.find((each) => each.name === name);
  if (!stream) throw new Error(`there is no stream ${name}`);
  const prepared = await stream.prepare({ client, clock, credentials });
  return {
    prepared,
    marketTypes: stream.marketTypes,
    read: (message: object) => prepared.read(JSON.stringify(message)),
  };
}

const subscribed = (channel: string) => ({
  event: 'subscribe',
  arg: { channel, instType: 'ANY' },
  connId: 'a4d3ae55',
});

describe.each([
  ['orders', 'private', ['orders']],
  ['algos', 'business', ['orders-algo', 'algo-advance']],
])('the stream %s of okx', (name, path, channels) => {
  it('logs in with the time of the exchange in seconds, and then subscribes', async () => {
    const { prepared, read, marketTypes } = await prepare(name);
    expect(prepared.url).toBe(`wss://ws.okx.com:8443/ws/v5/${path}`);
    expect(marketTypes).toEqual(['spot', 'swap', 'future']);
    const [text = ''] = prepared.hello();
    // The exchange's clock is 900 ms later than this: only whole seconds are sent.
    const timestamp = '1700000000';
    const sign = createHmac('sha256', 'secret').update(`${timestamp}GET/users/self/verify`);
    const login = { apiKey: 'key', passphrase: 'words', timestamp, sign: sign.digest('base64') };
    expect(JSON.parse(text)).toEqual({ op: 'login', args: [login] });
    const answer = read({ event: 'login', code: '0', msg: '', connId: 'a4d3ae55' });
    expect(answer.kind === 'answer' && answer.texts.map((each) => JSON.parse(each))).toEqual([
      { op: 'subscribe', args: channels.map((channel) => ({ channel, instType: 'ANY' })) },
    ]);
  });

  it('is ready once all is confirmed', async () => {
    const { read } = await prepare(name);
    const words = channels.map((channel) => read(subscribed(channel)).kind);
    expect(words.at(-1)).toBe('ready');
    expect(words.slice(0, -1).every((kind) => kind === 'other')).toBe(true);
    const count = { event: 'channel-conn-count', channel: 'orders', connCount: '2' };
    expect(read({ ...count, connId: 'abcd1234' })).toEqual(other);
  });

  it('keeps the connection by a text of its own', async () => {
    const { prepared } = await prepare(name);
    expect([prepared.ping?.everyMs, prepared.ping?.text()]).toEqual([20_000, 'ping']);
    expect(prepared.read('pong')).toEqual(other);
  });

  it.each([
    [{ event: 'error', code: '60009', msg: 'Login failed.' }, 'refused the stream (code 60009)'],
    [{ event: 'error', code: '60012', msg: 'Invalid request: {"op"' }, '60012'],
    [{ event: 'notice', code: '64008', msg: 'The connection will soon be closed' }, 'ends'],
    [{ event: 'channel-conn-count-error', channel: 'orders', connCount: '30' }, 'too many'],
    [{ event: 'unsubscribe', arg: { channel: 'orders', instType: 'ANY' } }, 'ended'],
  ])('is over with %j', async (message, words) => {
    const { read } = await prepare(name);
    const word = read({ ...message, connId: 'a4d3ae55' });
    expect(word).toMatchObject({ kind: 'over', reason: expect.stringContaining(words) });
  });

  it('never tells its own login on', async () => {
    const { read } = await prepare(name);
    const msg = 'Invalid request: {"op":"login","args":[{"apiKey":"key","passphrase":"words"}]}';
    const word = read({ event: 'error', code: '60012', msg, connId: 'a4d3ae55' });
    expect(JSON.stringify(word)).not.toMatch(/apiKey|words/);
  });

  it('minds nothing else', async () => {
    const { prepared, read } = await prepare(name);
    const [channel = ''] = channels;
    const arg = { channel, instType: 'ANY', uid: '77982378738415879' };
    for (const message of [{ arg }, { arg, data: {} }, { arg, data: [null, 7] }, { data: [{}] }]) {
      expect(read(message)).toEqual(other);
    }
    expect(read({ arg: { channel: 'account' }, data: [{ uTime: '1' }] })).toEqual(other);
    expect(read({ event: 'notice', code: '64009' })).toEqual(other);
    for (const text of ['', 'null', '[]', '7', '<html>', '{"event":7}']) {
      expect(prepared.read(text)).toEqual(other);
    }
  });
});

describe('the stream orders of okx', () => {
  const record = {
    accFillSz: '0.001',
    algoClOrdId: '',
    algoId: '',
    amendResult: '',
    amendSource: '',
    avgPx: '31527.1',
    cancelSource: '',
    category: 'normal',
    ccy: '',
    clOrdId: id,
    code: '0',
    cTime: '1654084334977',
    execType: 'M',
    fee: '-0.02522168',
    feeCcy: 'USDT',
    fillFee: '-0.02522168',
    fillPx: '31527.1',
    fillSz: '0.001',
    instId: 'BTC-USDT',
    instType: 'SPOT',
    ordId: '452197707845865472',
    ordType: 'limit',
    px: '31527.1',
    side: 'sell',
    source: '',
    state: 'filled',
    sz: '0.001',
    tradeId: '242589207',
  };
  const arg = { channel: 'orders', instType: 'ANY', uid: '614488474791936' };
  async function named(...changes: readonly object[]) {
    const { read } = await prepare('orders');
    return read({ arg, data: changes.map((each) => ({ ...record, ...each })) });
  }
  const mine = { clientId: id, venueOrderId: record.ordId };

  it('names the orders of a message', async () => {
    for (const state of ['partially_filled', 'filled', 'canceled', 'mmp_canceled']) {
      expect(await named({ state })).toEqual({ kind: 'orders', orders: [mine] });
    }
    const foreign = { clOrdId: 'e847386590ce4dBC', ordId: '8' };
    expect(await named({}, foreign)).toEqual({
      kind: 'orders',
      orders: [mine, { clientId: undefined, venueOrderId: '8' }],
    });
  });

  it('says nothing of an order that was taken', async () => {
    expect(await named({ state: 'live' })).toEqual(other);
    expect(await named({ state: 'live' }, {})).toEqual({ kind: 'orders', orders: [mine] });
    const changed = { state: 'live', amendResult: '0' };
    expect(await named(changed)).toEqual({ kind: 'orders', orders: [mine] });
  });

  it('names what an algo order has placed as the algo order', async () => {
    const placed = { clOrdId: '', algoId: '581878926302093312', algoClOrdId: id };
    expect(await named(placed)).toEqual({
      kind: 'orders',
      orders: [{ clientId: id, venueOrderId: placed.algoId }],
    });
  });
});

describe('the stream algos of okx', () => {
  const record = {
    actualPx: '0',
    actualSide: '',
    actualSz: '0',
    algoClOrdId: id,
    amendResult: '',
    algoId: '581878926302093312',
    cTime: '1685002746818',
    ccy: '',
    clOrdId: '',
    failCode: '',
    instId: 'BTC-USDC',
    instType: 'SPOT',
    ordId: '',
    ordIdList: [],
    ordType: 'conditional',
    side: 'buy',
    state: 'effective',
    sz: '11',
    tdMode: 'cross',
  };
  const mine = { clientId: id, venueOrderId: record.algoId };

  it.each(['orders-algo', 'algo-advance'])('names the orders of a message of %s', async (name) => {
    const { read } = await prepare('algos');
    const named = (state: string) =>
      read({ arg: { channel: name, instType: 'ANY' }, data: [{ ...record, state }] });
    for (const state of ['effective', 'canceled', 'order_failed', 'partially_effective']) {
      expect(named(state)).toEqual({ kind: 'orders', orders: [mine] });
    }
    expect(named('live')).toEqual(other);
  });
});
