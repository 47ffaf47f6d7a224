import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import { Secret } from '../../../../kit/secret.ts';
import type { CcxtClient } from '../../shared/live/ccxtClient.ts';
import { hyperliquidUserStreams } from './userStreams.ts';

// The messages are those of the venue's documents (hyperliquid.gitbook.io, for developers, API,
// WebSocket), with our client id.

const clientId = '0123456789abcdef0123456789abcdef';
const user = '0xabcdef1111111111111111111111111111111111';

async function prepare(walletAddress = user) {
  const [stream] = hyperliquidUserStreams;
  if (!stream) throw new Error('there is a stream');
  // Nothing is requested before the connection is made.
  const client = {} as CcxtClient;
  const credentials = { walletAddress: new Secret(walletAddress) };
  const prepared = await stream.prepare({ client, clock: createManualClock(), credentials });
  return { prepared, read: (message: object) => prepared.read(JSON.stringify(message)) };
}

const other = { kind: 'other' };
const ours = { kind: 'orders', orders: [{ clientId, venueOrderId: '7456484275' }] };

const order = {
  coin: 'BTC',
  side: 'B',
  limitPx: '30000.0',
  sz: '0.001',
  oid: 7_456_484_275,
  timestamp: 1_710_163_596_492,
  origSz: '0.001',
  cloid: `0x${clientId}`,
};
const update = (status: string, changes: object = {}) => ({
  order: { ...order, ...changes },
  status,
  statusTimestamp: 1_710_163_596_492,
});
const fill = {
  coin: 'BTC',
  px: '72528.0',
  sz: '0.11693',
  side: 'A',
  time: 1_710_208_712_815,
  startPosition: '0.11693',
  dir: 'Close Long',
  closedPnl: '-0.81851',
  crossed: true,
  hash: '0xc5adaf35f8402750c218040b0a7bc301130051521273b6f398b3caad3e1f3f5f',
  oid: 7_456_484_275,
  fee: '2.968244',
  tid: 567_547_935_839_686,
  cloid: `0x${clientId}`,
};

describe('the stream of hyperliquid', () => {
  it('subscribes to the orders and the executions of the account', async () => {
    const { prepared } = await prepare(user.toUpperCase().replace('0X', '0x'));
    expect(prepared.url).toBe('wss://api.hyperliquid.xyz/ws');
    expect(prepared.hello().map((text) => JSON.parse(text))).toEqual([
      { method: 'subscribe', subscription: { type: 'orderUpdates', user } },
      { method: 'subscribe', subscription: { type: 'userFills', user } },
    ]);
    expect(prepared.ping?.everyMs).toBe(20_000);
    expect(prepared.ping?.text()).toBe('{"method":"ping"}');
  });

  it('is ready when both subscriptions are confirmed, in any order', async () => {
    const confirmed = (type: string) => ({
      channel: 'subscriptionResponse',
      data: { method: 'subscribe', subscription: { type, user } },
    });
    const { read } = await prepare();
    expect(read(confirmed('userFills'))).toEqual(other);
    expect(read(confirmed('userFills'))).toEqual(other);
    expect(read(confirmed('orderUpdates'))).toEqual({ kind: 'ready' });
    // Another connection begins again.
    expect((await prepare()).read(confirmed('orderUpdates'))).toEqual(other);
  });

  it('names the orders whose status changed', async () => {
    const { read } = await prepare();
    const updates = (...data: readonly object[]) => read({ channel: 'orderUpdates', data });
    for (const status of ['filled', 'canceled', 'triggered', 'marginCanceled', 'scheduledCancel']) {
      expect(updates(update(status))).toEqual(ours);
    }
    // A new order alone, and a new one that has filled partly.
    expect(updates(update('open'))).toEqual(other);
    expect(updates(update('open', { sz: '0.0005' }))).toEqual(ours);
    expect(updates(update('open'), update('filled'), update('canceled', { oid: 8 }))).toEqual({
      kind: 'orders',
      orders: [...ours.orders, { clientId, venueOrderId: '8' }],
    });
  });

  it('names the orders of executions, and none of those that were there before', async () => {
    const { read } = await prepare();
    const fills = (data: object) => read({ channel: 'userFills', data: { user, ...data } });
    expect(fills({ isSnapshot: true, fills: [fill] })).toEqual(other);
    expect(fills({ isSnapshot: false, fills: [fill] })).toEqual(ours);
    expect(fills({ fills: [fill] })).toEqual(ours);
  });

  it.each([null, undefined, '0x01', clientId])(
    'names an order by the id of the exchange alone where its client id is %s',
    async (cloid) => {
      const { read } = await prepare();
      const data = [update('canceled', { cloid })];
      expect(read({ channel: 'orderUpdates', data })).toEqual({
        kind: 'orders',
        orders: [{ clientId: undefined, venueOrderId: '7456484275' }],
      });
    },
  );

  it.each(['@107', 'PURR/USDC', 'xyz:TSLA'])('minds nothing of %s', async (coin) => {
    const { read } = await prepare();
    expect(read({ channel: 'orderUpdates', data: [update('filled', { coin })] })).toEqual(other);
    expect(read({ channel: 'userFills', data: { fills: [{ ...fill, coin }] } })).toEqual(other);
  });

  it('is over when the exchange refuses it, and repeats no address', async () => {
    const { read } = await prepare();
    const refused = (data: string) => read({ channel: 'error', data });
    expect(refused(`Invalid subscription {"type":"orderUpdates","user":"${user}"}`)).toEqual({
      kind: 'over',
      reason: 'The exchange refused the stream: Invalid subscription',
    });
    expect(refused('Cannot track more than 10 total users.')).toEqual({
      kind: 'over',
      reason: 'The exchange refused the stream: Cannot track more than 10 total users.',
    });
  });

  it('minds nothing else', async () => {
    const { prepared, read } = await prepare();
    expect(read({ channel: 'pong' })).toEqual(other);
    expect(read({ channel: 'orderUpdates', data: [null, {}, { order: 1, status: 'x' }] })).toEqual(
      other,
    );
    for (const text of ['', 'null', '[]', '{"channel":"userFills"}', '{"channel":1}', '<html>']) {
      expect(prepared.read(text)).toEqual(other);
    }
  });
});
