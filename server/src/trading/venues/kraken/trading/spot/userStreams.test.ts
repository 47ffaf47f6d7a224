import { describe, expect, it } from 'vitest';
import { clientId, uuid } from '../../../../../../test/support/exchanges/kraken/client.ts';
import { createManualClock } from '../../../../../../test/support/manualClock.ts';
import type { CcxtClient } from '../../../shared/live/ccxtClient.ts';
import { krakenSpotStreams } from './userStreams.ts';

async function prepare(
  answer: unknown = { error: [], result: { token: 'a-token', expires: 900 } },
) {
  const asked: unknown[] = [];
  const client = {
    request: async (...request: unknown[]) => {
      asked.push(request);
      return answer;
    },
  } as unknown as CcxtClient;
  const [stream] = krakenSpotStreams;
  if (!stream) throw new Error('there is a stream of spot');
  const prepared = await stream.prepare({ client, clock: createManualClock(), credentials: {} });
  return { prepared, asked, read: (message: object) => prepared.read(JSON.stringify(message)) };
}

const id = 'OK4GJX-KSTLS-7DZZO5';
const named = (name: string | undefined) => ({
  kind: 'orders',
  orders: [{ clientId: name, venueOrderId: id }],
});
const update = (...data: readonly object[]) => ({
  channel: 'executions',
  type: 'update',
  data,
  sequence: 10,
});

/** As the venue's documents show a fill. */
const trade = {
  order_id: id,
  order_userref: 3,
  exec_id: 'TGBB7L-HT5LX-J3BZ4A',
  exec_type: 'trade',
  trade_id: 62_887_576,
  symbol: 'BTC/USD',
  side: 'sell',
  last_qty: 0.005,
  last_price: 26_599.9,
  liquidity_ind: 't',
  cost: 132.9995,
  order_type: 'limit',
  timestamp: '2023-09-22T10:33:05.709993Z',
  order_status: 'partially_filled',
  cum_qty: 0.005,
  cum_cost: 132.9995,
  avg_price: 26_599.9,
  fee_usd_equiv: 0.3458,
  fees: [{ asset: 'USD', qty: 0.3458 }],
};

describe('the stream of executions of kraken', () => {
  it('subscribes with a token, to what happens from then on', async () => {
    const { prepared, asked } = await prepare();
    expect(asked).toEqual([['GetWebSocketsToken', 'private', 'POST', {}]]);
    expect(prepared.url).toBe('wss://ws-auth.kraken.com/v2');
    expect(prepared.hello().map((text) => JSON.parse(text))).toEqual([
      {
        method: 'subscribe',
        params: { channel: 'executions', snap_orders: false, snap_trades: false, token: 'a-token' },
      },
    ]);
    expect([prepared.ping?.everyMs, prepared.ping?.text()]).toEqual([30_000, '{"method":"ping"}']);
    expect(prepared.renewal).toBeUndefined();
  });

  it.each([[{ error: [], result: {} }], [{ error: [], result: { token: '' } }], [null]])(
    'is not opened where the answer is %j',
    async (answer) => {
      await expect(prepare(answer)).rejects.toThrow('token');
    },
  );

  it('is ready when the subscription is confirmed, and over when it is refused', async () => {
    const { read } = await prepare();
    const times = { time_in: '2023-10-16T13:18:35.303171Z', time_out: '2023-10-16T13:18:35.31Z' };
    const result = { channel: 'executions', maxratecount: 125, snap_orders: false };
    expect(read({ method: 'subscribe', result, success: true, ...times })).toEqual({
      kind: 'ready',
    });
    const error = 'ESession:Invalid session';
    const reason = 'The exchange refused the stream: ESession:Invalid session';
    const refused = { error, method: 'subscribe', status: 'error', success: false, ...times };
    expect(read(refused)).toEqual({ kind: 'over', reason });
    expect(read({ error: 'Malformed request', success: false, ...times })).toMatchObject({
      kind: 'over',
    });
    expect(read({ error: 'EAPI:Rate limit exceeded', method: 'ping', success: false })).toEqual({
      kind: 'other',
    });
  });

  it('names the order of a fill and of an end, by both of its names', async () => {
    const { read } = await prepare();
    expect(read(update(trade))).toEqual(named(undefined));
    expect(read(update({ ...trade, cl_ord_id: clientId }))).toEqual(named(clientId));
    // The venue may write it as a UUID.
    expect(read(update({ ...trade, cl_ord_id: uuid }))).toEqual(named(clientId));
    expect(read(update({ ...trade, cl_ord_id: 'web-1' }))).toEqual(named(undefined));
    for (const exec_type of ['filled', 'canceled', 'expired', 'status', 'restated', 'amended']) {
      expect(read(update({ exec_type, order_id: id }))).toEqual(named(undefined));
    }
  });

  it('leaves out that an order was taken, and tells what else is in the message', async () => {
    const { read } = await prepare();
    const taken = { exec_type: 'pending_new', order_status: 'pending_new', order_id: id };
    const standing = { exec_type: 'new', order_status: 'new', order_id: id };
    expect(read(update(taken))).toEqual({ kind: 'other' });
    expect(read(update(standing))).toEqual({ kind: 'other' });
    expect(read(update(taken, standing, trade, { ...trade, order_id: 'O2' }))).toEqual({
      kind: 'orders',
      orders: [
        { clientId: undefined, venueOrderId: id },
        { clientId: undefined, venueOrderId: 'O2' },
      ],
    });
  });

  it('minds nothing else', async () => {
    const { prepared, read } = await prepare();
    const status = { channel: 'status', type: 'update', data: [{ system: 'online' }] };
    for (const message of [status, { channel: 'heartbeat' }, { method: 'pong', req_id: 1 }]) {
      expect(read(message)).toEqual({ kind: 'other' });
    }
    const unsubscribed = {
      method: 'unsubscribe',
      success: true,
      result: { channel: 'executions' },
    };
    expect(read(unsubscribed)).toEqual({ kind: 'other' });
    expect(read(update({ exec_type: 'trade' }, { exec_type: 'trade', order_id: 7 }))).toEqual({
      kind: 'other',
    });
    for (const text of ['', 'null', '[]', '{"channel":"executions","data":{}}', '<html>']) {
      expect(prepared.read(text)).toEqual({ kind: 'other' });
    }
  });
});
