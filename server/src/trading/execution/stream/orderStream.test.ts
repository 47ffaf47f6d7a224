import { describe, expect, it } from 'vitest';
import { accountId, newFill } from '../../../../test/support/orders/fixture.ts';
import { createTestOrders, newOrder } from '../../../../test/support/orders/stream.ts';
import { otherKey, traderKey } from '../../../../test/support/streams/access.ts';
import { type TestStreamOptions, testStreams } from '../../../../test/support/streams/fixture.ts';
import type { KeyedLimits } from '../../stream/keyed/index.ts';

const start = testStreams();
const request = { key: traderKey, exchange_account_id: accountId };
const btc = { symbol: 'BTC/USDT', include_global: false };

/** Sets up books and orders on one real stream. */
async function setUp(limits: Partial<KeyedLimits> & Pick<TestStreamOptions, 'requestBurst'> = {}) {
  const { requestBurst, ...orderLimits } = limits;
  let orders: ReturnType<typeof createTestOrders> | undefined;
  const stream = await start({
    ...(requestBurst !== undefined && { requestBurst }),
    also(clock) {
      orders = createTestOrders(clock, orderLimits);
      return [orders.topic];
    },
  });
  if (!orders) throw new Error('The stream has no orders');
  const { access, announcer } = orders;
  return { ...stream, access, announcer };
}

describe('order stream', () => {
  it.each([[['websocket']], [['polling']]])(
    'serves orders beside books over %s',
    async (transports) => {
      const { announcer, clock, connect, warm, write } = await setUp();
      warm();
      const client = await connect(transports);
      client.socket.emit('subscribe_orders', request);
      client.socket.emit('subscribe_orderbook', btc);
      expect(await client.next('orders_subscribed')).toMatchObject({ sequence: 0 });
      await client.next('subscribed');
      announcer.order(newOrder('a', { status: 'pending', venueOrderId: undefined }));
      await clock.advance(0);
      expect(await client.next('order_update')).toMatchObject({ status: 'pending', sequence: 1 });
      announcer.order(newOrder('a', { status: 'closed', filled: '1' }));
      announcer.fill(newFill('t-1'));
      write('kraken', 100);
      await clock.advance(0);
      expect(await client.next('order_update')).toMatchObject({ status: 'closed', sequence: 2 });
      expect(await client.next('order_fill')).toMatchObject({ trade_id: 't-1', sequence: 3 });
      await client.next('orderbook_update');
    },
  );

  it.each<[what: string, ...args: unknown[]]>([
    ['nothing'],
    ['null', null],
    ['no key', { exchange_account_id: accountId }],
    ['a number as key', { ...request, key: 7 }],
    ['a long key', { ...request, key: 'ak_'.padEnd(9_000, 'x') }],
    ['a key of the wrong shape', { ...request, key: 'secret-text' }],
    ['an unknown key', { ...request, key: otherKey }],
    ['an unknown account', { ...request, exchange_account_id: 'nowhere' }],
    ['the key as account', { key: 'x', exchange_account_id: traderKey }],
    ['an array', [request]],
    ['text', traderKey],
    ['a prototype', JSON.parse(`{"__proto__":${JSON.stringify(request)}}`)],
    ['binary', Buffer.from(traderKey)],
    ['an acknowledgement', () => undefined],
  ])('answers %s with one error that repeats no key, and goes on', async (_what, ...args) => {
    const { announcer, clock, connect, stream } = await setUp();
    const client = await connect();
    client.socket.emit('subscribe_orders', ...args);
    const { message } = await client.next('error');
    expect(message).toMatch(/\w{3}/);
    expect(message).not.toMatch(/ak_\w|secret-text/);
    announcer.order(newOrder('a'));
    await clock.advance(0);
    expect(stream.stats().subscriptions).toBe(0);
    client.socket.emit('subscribe_orders', request);
    await client.next('orders_subscribed');
    await client.fence();
    expect(client.count('error')).toBe(1);
    expect(client.count('order_update')).toBe(0);
  });

  it('names every event there is to a client that sends another', async () => {
    const { connect } = await setUp();
    const client = await connect();
    client.socket.emit('login', request);
    expect(await client.next('error')).toEqual({
      message:
        'Unknown event: login. Supported: subscribe_orderbook, unsubscribe_orderbook, ' +
        'get_snapshot, subscribe_orders, unsubscribe_orders',
    });
  });

  it('counts requests with keys among all requests of a connection', async () => {
    const { access, connect } = await setUp({ requestBurst: 2 });
    const client = await connect();
    for (let n = 0; n < 4; n += 1) {
      client.socket.emit('subscribe_orders', { ...request, key: `${otherKey}${n}` });
    }
    for (let n = 0; n < 2; n += 1) {
      expect(await client.next('error')).toEqual({ message: 'Too many requests: at most 20/s' });
    }
    expect(access.lookups()).toBe(2);
  });

  it('ends the connection of a client that guesses keys', async () => {
    const { connect, dropped } = await setUp({ followedMax: 3 });
    const client = await connect();
    for (let n = 0; n < 5; n += 1) {
      client.socket.emit('subscribe_orders', { ...request, key: `${otherKey}${n}` });
      await (n < 3 ? client.next('error') : undefined);
    }
    await client.next('disconnect');
    expect(dropped).toEqual(['keys']);
    expect(client.received.filter(({ event }) => event === 'error').at(-1)?.payload).toEqual({
      message: 'Disconnected: too many keys that are unknown, revoked or expired',
    });
  });

  it('tells a client that its key was revoked, and leaves its books alone', async () => {
    const { access, announcer, clock, connect, warm, write } = await setUp();
    warm();
    const client = await connect();
    client.socket.emit('subscribe_orders', request);
    client.socket.emit('subscribe_orderbook', btc);
    await client.next('orders_subscribed');
    await client.next('subscribed');
    access.revoke(traderKey);
    await clock.advance(5_000);
    expect(await client.next('orders_unsubscribed')).toEqual({
      exchange_account_id: accountId,
      reason: 'the key is unknown, revoked or expired',
    });
    announcer.order(newOrder('a'));
    write('kraken', 100);
    await clock.advance(0);
    await client.next('orderbook_update');
    expect(client.count('order_update')).toBe(0);
  });

  it('forgets a client that goes away', async () => {
    const { access, announcer, clock, connect, stream } = await setUp();
    const client = await connect();
    client.socket.emit('subscribe_orders', request);
    await client.next('orders_subscribed');
    expect(stream.stats().subscriptions).toBe(1);
    client.socket.disconnect();
    while (stream.stats().sockets > 0) await clock.yield();
    announcer.order(newOrder('a'));
    await clock.advance(0);
    expect(stream.stats()).toMatchObject({ subscriptions: 0, owed: 0 });
    await clock.advance(20_000);
    expect(access.lookups()).toBe(1);
    await stream.close();
    expect(clock.pending()).toBe(0);
  });
});

describe('order stream with a client that reads nothing', () => {
  /** Changes one order until the server sees that the client does not read. */
  async function withStuckClient(limits: Partial<KeyedLimits> = {}) {
    const test = await setUp(limits);
    const { announcer, clock, connect, connectRaw, stream } = test;
    const raw = await connectRaw();
    const live = await connect();
    raw.send(`42["subscribe_orders",${JSON.stringify(request)}]`);
    live.socket.emit('subscribe_orders', request);
    await live.next('orders_subscribed');
    while (stream.stats().subscriptions < 2) await clock.yield();
    raw.pause();
    let changes = 0;
    const change = async (name: string) => {
      changes += 1;
      announcer.order(newOrder(name, { reason: `${changes} ${'x'.repeat(10_000)}` }));
      await clock.advance(0);
    };
    while (stream.stats().busy === 0 && changes < 20_000) await change('a');
    expect(stream.stats().busy).toBe(1);
    return { ...test, raw, live, change, changes: () => changes };
  }

  it('delays nobody, owes it one state an order, and lets it catch up', async () => {
    const { announcer, change, changes, clock, live, raw, stream } = await withStuckClient();
    for (let n = 0; n < 50; n += 1) await change(`order ${n % 5}`);
    announcer.fill(newFill('t-1'));
    announcer.fill(newFill('t-2'));
    await clock.advance(0);
    await live.fence();
    expect(live.count('order_update')).toBe(changes());
    expect(stream.stats().owed).toBeLessThanOrEqual(1 + 5 + 2);
    const seen: { event: string; sequence: number }[] = [];
    raw.on('message', (data) => {
      const [event, { sequence }] = JSON.parse(String(data).slice(2));
      seen.push({ event, sequence });
    });
    raw.resume();
    while (seen.at(-1)?.sequence !== changes() + 2) await clock.yield();
    const sequences = seen.map(({ sequence }) => sequence).filter((one) => one !== undefined);
    expect(sequences).toEqual([...sequences].sort((one, two) => one - two));
    expect(seen.filter(({ event }) => event === 'order_fill')).toHaveLength(2);
    expect(seen.length).toBeLessThan(changes());
  });

  it('ends its connection when more orders change than may wait, and no other', async () => {
    const { change, clock, dropped, live, raw, stream } = await withStuckClient({ statesMax: 3 });
    for (let n = 0; n < 5; n += 1) await change(`order ${n}`);
    expect(dropped).toEqual(['behind']);
    await live.fence();
    const words: string[] = [];
    raw.on('message', (data) => words.push(String(data)));
    raw.resume();
    while (stream.stats().sockets > 1) await clock.yield();
    while (raw.readyState !== raw.CLOSED) await clock.yield();
    expect(words.at(-1)).toContain('Disconnected: order events were not read');
    expect(dropped).toEqual(['behind']);
    await live.fence();
  });

  it('ends its connection when it never reads again', async () => {
    const { change, clock, dropped, live, stream } = await withStuckClient({ statesMax: 3 });
    for (let n = 0; n < 5; n += 1) await change(`order ${n}`);
    await clock.advance(31_000);
    expect(dropped[0]).toBe('behind');
    expect(stream.stats().sockets).toBe(1);
    await live.fence();
  });
});
