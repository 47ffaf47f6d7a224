import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStream, type Stream } from '../../../test/support/fixtures.ts';
import { type Bench, openBench, secret, signed } from '../../../test/support/kraken.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const hear = ({ texts }: Stream) => texts.map((text) => JSON.parse(text));
const open = () => openStream(bench.url, 'ws-auth.kraken.com', '/v2');
const subscribeTo = (stream: Stream, params: object) =>
  stream.send(JSON.stringify({ method: 'subscribe', params, req_id: 7 }));

/** Opens a stream that is subscribed to all changes from now on. */
async function subscribed() {
  const stream = await open();
  const { token } = await bench.ok('GetWebSocketsToken');
  subscribeTo(stream, { channel: 'executions', token, snap_orders: false });
  await stream.until(2);
  return { stream, token, messages: () => hear(stream).slice(2) };
}

const sell = { pair: 'XBTUSD', type: 'sell', ordertype: 'limit', volume: '1', price: '105' };
const clientId = '018bcfe568007abc8def0123456789ab';

async function place(fields: object): Promise<string> {
  const { txid } = await bench.ok('AddOrder', { ...fields });
  return txid[0];
}

describe('the stream of executions', () => {
  it('begins with a token', async () => {
    const { stream } = await subscribed();
    const [status, confirmed] = hear(stream);
    expect(status).toMatchObject({ channel: 'status', data: [{ system: 'online' }] });
    expect(confirmed).toMatchObject({
      method: 'subscribe',
      success: true,
      req_id: 7,
      result: { channel: 'executions', snap_orders: false, snap_trades: false },
    });
  });

  it('is refused without one, and with one that is too old', async () => {
    const stream = await open();
    const { token, expires } = await bench.ok('GetWebSocketsToken');
    expect(expires).toBe(900);
    subscribeTo(stream, { channel: 'executions', token: 'another' });
    bench.pass(900_000);
    await bench.open('Time');
    subscribeTo(stream, { channel: 'executions', token });
    await stream.until(3);
    const error = 'ESession:Invalid session';
    expect(hear(stream).slice(1)).toMatchObject([
      { method: 'subscribe', success: false, error },
      { method: 'subscribe', success: false, error },
    ]);
    await place(sell);
    expect(stream.texts).toHaveLength(3);
  });

  it('goes on when its token is too old', async () => {
    const { stream, messages } = await subscribed();
    bench.pass(1_000_000);
    await place(sell);
    await stream.until(5);
    const orders = messages().filter(({ channel }) => channel === 'executions');
    expect(orders).toHaveLength(2);
  });

  it.each([
    ['another channel', { channel: 'balances' }],
    ['fills of the past', { channel: 'executions', snap_trades: true }],
    ['ends alone', { channel: 'executions', order_status: false }],
  ])('does not know %s', async (_, params) => {
    const stream = await open();
    const { token } = await bench.ok('GetWebSocketsToken');
    subscribeTo(stream, { ...params, token });
    await stream.until(2);
    expect(hear(stream)[1]).toMatchObject({ success: false });
  });

  it('shows what is open first, unless it is not asked for', async () => {
    const txid = await place({ ...sell, cl_ord_id: clientId });
    const stream = await open();
    const { token } = await bench.ok('GetWebSocketsToken');
    subscribeTo(stream, { channel: 'executions', token });
    await stream.until(3);
    const row = { order_id: txid, cl_ord_id: clientId, exec_type: 'new', order_qty: 1 };
    expect(hear(stream)[2]).toMatchObject({ type: 'snapshot', sequence: 1, data: [row] });
  });

  it('answers pings, and tells of itself when nothing else comes', async () => {
    const { stream, messages } = await subscribed();
    stream.send(JSON.stringify({ method: 'ping', req_id: 9 }));
    await stream.until(3);
    expect(messages()[0]).toMatchObject({ method: 'pong', req_id: 9 });
    bench.pass(1_000);
    await bench.open('Time');
    await stream.until(4);
    expect(messages()[1]).toEqual({ channel: 'heartbeat' });
  });

  it('is ended after a minute in which nothing was asked for', async () => {
    const stream = await open();
    bench.pass(60_000);
    await bench.open('Time');
    await stream.closed;
    expect(stream.isClosed()).toBe(true);
  });
});

describe('an order on the stream', () => {
  it('is taken, stands, fills in parts and is canceled', async () => {
    const { stream, messages } = await subscribed();
    const order_id = await place({ ...sell, cl_ord_id: clientId });
    bench.simulator.show('kraken', 'BTC/USD', { bids: [[105, '0.4']], asks: [[107, 4]] });
    await bench.ok('CancelOrder', { txid: order_id });
    await stream.until(6);
    const names = { order_id, cl_ord_id: clientId };
    expect(messages().map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    expect(messages().map(({ data }) => data)).toMatchObject([
      [
        {
          ...names,
          exec_type: 'pending_new',
          order_status: 'pending_new',
          side: 'sell',
          symbol: 'BTC/USD',
          order_qty: 1,
          limit_price: 105,
          order_type: 'limit',
        },
      ],
      [{ ...names, exec_type: 'new', order_status: 'new' }],
      [
        {
          ...names,
          exec_type: 'trade',
          order_status: 'partially_filled',
          last_qty: 0.4,
          last_price: 105,
          cum_qty: 0.4,
          cum_cost: 42,
          avg_price: 105,
          liquidity_ind: 'm',
          fees: [{ asset: 'USD', qty: 0.0084 }],
        },
      ],
      [{ ...names, exec_type: 'canceled', reason: 'User requested', cum_qty: 0.4 }],
    ]);
  });

  it('is filled after the last of its fills', async () => {
    const { stream, messages } = await subscribed();
    const txid = await place({ ...sell, type: 'buy', volume: '5', price: '102' });
    await stream.until(7);
    const told = messages().map(({ data: [row] }) => [row.order_id, row.exec_type, row.cum_qty]);
    expect(told).toEqual([
      [txid, 'pending_new', undefined],
      [txid, 'new', undefined],
      [txid, 'trade', 4],
      [txid, 'trade', 5],
      [txid, 'filled', 5],
    ]);
  });

  it('is told when its stop goes off', async () => {
    const { stream, messages } = await subscribed();
    await place({ ...sell, ordertype: 'stop-loss', price: '95' });
    bench.show(93, 94);
    await stream.until(7);
    const told = messages().map(({ data: [row] }) => [row.exec_type, row.triggers?.status]);
    expect(told).toEqual([
      ['pending_new', 'untriggered'],
      ['new', undefined],
      ['status', 'triggered'],
      ['trade', undefined],
      ['filled', undefined],
    ]);
  });

  it('ends at once where it was taken and could not stand', async () => {
    const { stream, messages } = await subscribed();
    await place({ ...sell, price: '99', oflags: 'post' });
    await stream.until(4);
    const told = messages().map(({ data: [row] }) => [row.exec_type, row.reason]);
    expect(told).toEqual([
      ['pending_new', undefined],
      ['canceled', 'Post only order'],
    ]);
  });

  it('is told to its own account alone', async () => {
    const { stream, messages } = await subscribed();
    const apiKey = 'key-of-another';
    const balances = { spot: { USD: '1000' } };
    bench.simulator.addAccount({ venue: 'kraken', apiKey, secret, balances });
    const another = { pair: 'XBTUSD', type: 'buy', ordertype: 'limit', volume: '1', price: '95' };
    const sent = signed('AddOrder', { nonce: bench.nonce(), ...another });
    const { json } = await bench.raw({ ...sent, headers: { ...sent.headers, 'API-Key': apiKey } });
    expect(json.error).toEqual([]);
    const txid = await place(sell);
    expect(txid).not.toBe(json.result.txid[0]);
    await stream.until(4);
    expect(messages().map(({ data: [row] }) => row.order_id)).toEqual([txid, txid]);
  });
});
