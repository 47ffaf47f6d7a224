import { createHmac, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import { Secret } from '../../../../kit/secret.ts';
import type { CcxtClient } from '../../shared/live/ccxtClient.ts';
import type { UserStreamCall } from '../../shared/live/userStreams.ts';
import { binanceUserStreams } from './userStreams.ts';

const id = 'a'.repeat(32);

async function prepare(name: string, secret = 'secret', answers: readonly object[] = []) {
  const asked: unknown[] = [];
  const left = [...answers];
  const client = {
    request: async (...request: unknown[]) => {
      asked.push(request);
      return left.shift() ?? {};
    },
  } as unknown as CcxtClient;
  const credentials = { apiKey: new Secret('key'), apiSecret: new Secret(secret) };
  const clock = createManualClock();
  const timed = Object.assign(client, { milliseconds: () => clock.now() });
  const call: UserStreamCall = { client: timed, clock, credentials };
  const stream = binanceUserStreams.find((each) => each.name === name);
  if (!stream) throw new Error(`there is no stream ${name}`);
  const prepared = await stream.prepare(call);
  return {
    prepared,
    asked,
    call,
    read: (message: object) => prepared.read(JSON.stringify(message)),
  };
}

const orders = (clientId: string, venueOrderId: string) => ({
  kind: 'orders',
  orders: [{ clientId, venueOrderId }],
});

describe('the spot stream of binance', () => {
  const report = (changes: object) => ({
    subscriptionId: 0,
    event: { e: 'executionReport', c: id, C: '', i: 7, x: 'TRADE', X: 'FILLED', ...changes },
  });

  it('subscribes with what is signed in the order of its names', async () => {
    const { prepared } = await prepare('spot');
    expect(prepared.url).toBe('wss://ws-api.binance.com:443/ws-api/v3');
    const [text = ''] = prepared.hello();
    const payload = 'apiKey=key&recvWindow=5000&timestamp=1700000000000';
    expect(JSON.parse(text)).toEqual({
      id: 'orders',
      method: 'userDataStream.subscribe.signature',
      params: {
        apiKey: 'key',
        recvWindow: 5_000,
        timestamp: 1_700_000_000_000,
        signature: createHmac('sha256', 'secret').update(payload).digest('hex'),
      },
    });
  });

  it.each(['ed25519', 'rsa'] as const)('signs with a private key of kind %s', async (kind) => {
    const { privateKey, publicKey } =
      kind === 'rsa'
        ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
        : generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const { prepared } = await prepare('spot', pem);
    const { signature } = JSON.parse(prepared.hello()[0] ?? '').params;
    const payload = Buffer.from('apiKey=key&recvWindow=5000&timestamp=1700000000000');
    const digest = kind === 'rsa' ? 'sha256' : null;
    expect(verify(digest, payload, publicKey, Buffer.from(signature, 'base64'))).toBe(true);
  });

  it('is ready when the subscription is confirmed, and over when it is refused', async () => {
    const { read } = await prepare('spot');
    expect(read({ id: 'orders', status: 200, result: {} })).toEqual({ kind: 'ready' });
    const error = { code: -2015, msg: 'Invalid API-key.' };
    const reason = 'The exchange refused the stream: -2015 Invalid API-key.';
    expect(read({ id: 'orders', status: 401, error })).toEqual({ kind: 'over', reason });
  });

  it('names the order of a report', async () => {
    const { read } = await prepare('spot');
    expect(read(report({}))).toEqual(orders(id, '7'));
    // Ids repeat from one market to another.
    expect(read(report({ s: 'ETHUSDT' }))).toMatchObject({
      orders: [{ venueOrderId: '7', linkName: 'ETH/USDT 7' }],
    });
    // The stop leg of a pair.
    expect(read(report({ c: `${id}-s` }))).toEqual(orders(id, '7'));
    // A cancel by another program has a different id.
    expect(read(report({ c: 'web_1', C: id, x: 'CANCELED' }))).toEqual(orders(id, '7'));
    expect(read(report({ x: 'NEW' }))).toEqual({ kind: 'other' });
  });

  it('is over when the exchange ends it', async () => {
    const { read } = await prepare('spot');
    const ended = { subscriptionId: 0, event: { e: 'eventStreamTerminated', E: 1 } };
    expect(read(ended)).toMatchObject({ kind: 'over' });
  });

  it('minds nothing else', async () => {
    const { prepared, read } = await prepare('spot');
    expect(read({ subscriptionId: 0, event: { e: 'outboundAccountPosition', B: [] } })).toEqual({
      kind: 'other',
    });
    for (const text of ['', 'null', '[]', '{"event":null}', '{"event":{"e":1}}', '<html>']) {
      expect(prepared.read(text)).toEqual({ kind: 'other' });
    }
  });
});

describe('the stream of contracts of binance', () => {
  it('is at an address with a listen key, which is renewed', async () => {
    const { prepared, asked, call } = await prepare('contracts', 'secret', [{ listenKey: 'a/b' }]);
    expect(prepared.url).toBe('wss://fstream.binance.com/private/ws?listenKey=a%2Fb');
    expect(prepared.hello()).toEqual([]);
    expect(prepared.renewal?.everyMs).toBe(1_800_000);
    await prepared.renewal?.renew(call);
    expect(asked).toEqual([
      ['listenKey', 'fapiPrivate', 'POST', {}],
      ['listenKey', 'fapiPrivate', 'PUT', {}],
    ]);
  });

  it('is not opened without a key', async () => {
    await expect(prepare('contracts', 'secret', [{ listenKey: '' }])).rejects.toThrow('listen key');
  });

  it('names orders on the book and those that wait for a price', async () => {
    const { read } = await prepare('contracts', 'secret', [{ listenKey: 'k' }]);
    const update = (o: object) => read({ e: 'ORDER_TRADE_UPDATE', o });
    expect(update({ c: id, i: 7, x: 'TRADE' })).toEqual(orders(id, '7'));
    expect(update({ c: id, i: 7, x: 'NEW' })).toEqual({ kind: 'other' });
    const algo = (o: object) => read({ e: 'ALGO_UPDATE', o });
    expect(algo({ caid: id, aid: 8, X: 'TRIGGERED' })).toEqual(orders(id, '8'));
    expect(algo({ caid: id, aid: 8, X: 'NEW' })).toEqual({ kind: 'other' });
  });

  it('is over when its key is', async () => {
    const { read, prepared } = await prepare('contracts', 'secret', [{ listenKey: 'k' }]);
    expect(read({ e: 'listenKeyExpired', listenKey: 'k' })).toMatchObject({ kind: 'over' });
    for (const text of ['', 'null', '{"e":"ORDER_TRADE_UPDATE"}', '{"e":"ACCOUNT_UPDATE"}']) {
      expect(prepared.read(text)).toEqual({ kind: 'other' });
    }
  });
});
