import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type ClientEvents,
  type ServerEvents,
  type SnapshotEvent,
  type StreamedBook,
  streamPath,
} from '@windlass/contract';
// The service's own library, so that both ends are tested as they meet.
import { Server as SocketServer } from 'socket.io';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type ApiError, type BookEvent, openBookStream, type Runtime } from './index.ts';

const closers: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Returns a runtime whose waits between tries pass at once and are recorded. */
function createTestRuntime(): Runtime & { readonly waits: number[] } {
  const waits: number[] = [];
  const sleep = async (delayMs: number) => {
    waits.push(delayMs);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { now: () => 0, random: () => 0, sleep, waits };
}

const book = (symbol: string, venue: string, bid: number): StreamedBook => ({
  venue,
  symbol,
  bids: [[bid, 1]],
  asks: [[bid + 1, 1]],
  mid_price: bid + 0.5,
  spread_bps: 1,
  staleness_ms: 3,
  confidence: 0.9,
  quality: 'GOOD',
  timestamp: '2026-01-01T00:00:00.000',
});

function snapshot(symbol: string, bid: number): SnapshotEvent {
  const { venue, symbol: _symbol, ...rest } = book(symbol, 'kraken', bid);
  return { symbol, venues: { [venue]: rest }, timestamp: rest.timestamp };
}

type Requests = { symbol: string; depth?: number | undefined; venues?: string[] | undefined };

/** A service that confirms subscriptions and sends a snapshot; the rest is up to the test. */
async function serving(prefix = '') {
  const http: Server = createServer();
  const io = new SocketServer<ClientEvents, ServerEvents>(http, {
    path: `${prefix}${streamPath}`,
    transports: ['websocket'],
  });
  const subscribed: Requests[] = [];
  const unsubscribed: string[] = [];
  let snapshotCount = 0;
  io.on('connection', (socket) => {
    socket.on('subscribe_orderbook', (request) => {
      subscribed.push(request);
      if (request.symbol === 'BAD') return void socket.emit('error', { message: 'Invalid venue' });
      socket.join(request.symbol);
      const { symbol, venues = [], include_global = true, depth = 5 } = request;
      socket.emit('subscribed', { symbol, venues, include_global, depth });
      snapshotCount += 1;
      socket.emit('orderbook_snapshot', snapshot(symbol, snapshotCount));
    });
    socket.on('unsubscribe_orderbook', ({ symbol }) => {
      unsubscribed.push(symbol);
      socket.leave(symbol);
      socket.emit('unsubscribed', { symbol });
    });
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
  await listen(0);
  closers.push(() => io.close());
  const { port } = http.address() as AddressInfo;
  return { io, subscribed, unsubscribed, url: `http://127.0.0.1:${port}${prefix}` };
}

function open(baseUrl: string) {
  const errors: ApiError[] = [];
  const runtime = createTestRuntime();
  const onError = (error: ApiError) => errors.push(error);
  const stream = openBookStream({ baseUrl, onError, runtime });
  closers.push(() => stream.close());
  return { stream, errors, runtime };
}

function listening() {
  const events: BookEvent[] = [];
  const told = () =>
    events.map((event) => (event.type === 'state' ? event.state : event.type)).join(' ');
  return { events, told, listener: (event: BookEvent) => void events.push(event) };
}

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 5_000, interval: 5 });

describe('a watch', () => {
  test('hears the state, the snapshot, then updates of its symbol only', async () => {
    const { io, url, subscribed } = await serving();
    const { stream, errors } = open(url);
    const { events, told, listener } = listening();
    stream.watch('BTC/USDT', { venues: ['kraken'], depth: 10, includeGlobal: false }, listener);
    await eventually(() => expect(told()).toBe('disconnected connected snapshot'));
    io.emit('orderbook_update', book('ETH/USDT', 'kraken', 7));
    io.emit('orderbook_update', book('BTC/USDT', 'kraken', 8));
    io.emit('global_book', {
      symbol: 'BTC/USDT',
      data: { symbol: 'BTC/USDT', timestamp: '', best_bid: null, best_ask: null, venues: {} },
      timestamp: 't',
    });
    await eventually(() => expect(told()).toMatch(/snapshot book global$/));
    expect(events[3]).toEqual({ type: 'book', book: book('BTC/USDT', 'kraken', 8) });
    const request = { symbol: 'BTC/USDT', venues: ['kraken'], include_global: false, depth: 10 };
    expect(subscribed).toEqual([request]);
    expect(errors).toEqual([]);
  });

  test('shares one upstream subscription and is brought up to date when it joins', async () => {
    const { io, url, subscribed, unsubscribed } = await serving();
    const { stream } = open(url);
    const [first, second] = [listening(), listening()];
    const one = stream.watch('BTC/USDT', { venues: ['okx', 'kraken'] }, first.listener);
    await eventually(() => expect(first.told()).toMatch(/snapshot$/));
    io.emit('orderbook_update', book('BTC/USDT', 'kraken', 8));
    await eventually(() => expect(first.told()).toMatch(/book$/));
    const two = stream.watch('BTC/USDT', { venues: ['kraken', 'okx'] }, second.listener);
    expect(second.told()).toBe('connected snapshot book');
    one.close();
    io.emit('orderbook_update', book('BTC/USDT', 'kraken', 9));
    await eventually(() => expect(second.told()).toBe('connected snapshot book book'));
    expect(first.told()).toBe('disconnected connected snapshot book');
    expect([subscribed.length, unsubscribed.length]).toEqual([1, 0]);
    two.close();
    two.close();
    await eventually(() => expect(unsubscribed).toEqual(['BTC/USDT']));
  });

  test('with other parameters on the same symbol takes a connection of its own', async () => {
    const { io, url, subscribed } = await serving();
    const { stream } = open(url);
    const [narrow, wide, other] = [listening(), listening(), listening()];
    stream.watch('BTC/USDT', { depth: 1 }, narrow.listener);
    const watch = stream.watch('BTC/USDT', { depth: 20 }, wide.listener);
    stream.watch('ETH/USDT', {}, other.listener);
    await eventually(() => expect(subscribed).toHaveLength(3));
    await eventually(() => expect(io.engine.clientsCount).toBe(2));
    watch.close();
    await eventually(() => expect(io.engine.clientsCount).toBe(1));
    io.emit('orderbook_update', book('BTC/USDT', 'kraken', 8));
    await eventually(() => expect(narrow.told()).toMatch(/book$/));
    expect(wide.told()).not.toMatch(/book$/);
  });

  test('taken right after the same symbol was left hears nothing of the former', async () => {
    const { io, url, subscribed } = await serving();
    const { stream } = open(url);
    const [former, next] = [listening(), listening()];
    const watch = stream.watch('BTC/USDT', { depth: 1 }, former.listener);
    await eventually(() => expect(former.told()).toMatch(/snapshot$/));
    watch.close();
    io.emit('orderbook_update', book('BTC/USDT', 'kraken', 8));
    stream.watch('BTC/USDT', { depth: 20 }, next.listener);
    await eventually(() => expect(next.told()).toBe('disconnected connected snapshot'));
    expect(subscribed.map(({ depth }) => depth)).toEqual([1, 20]);
  });
});

describe('a lost connection', () => {
  test('is told as state, then connected and subscribed again', async () => {
    const { io, url, subscribed } = await serving();
    const { stream, errors, runtime } = open(url);
    const { told, listener } = listening();
    stream.watch('BTC/USDT', {}, listener);
    await eventually(() => expect(told()).toMatch(/snapshot$/));
    for (const socket of io.sockets.sockets.values()) socket.conn.close();
    await eventually(() =>
      expect(told()).toBe('disconnected connected snapshot disconnected connected snapshot'),
    );
    expect(subscribed).toHaveLength(2);
    expect([errors, runtime.waits]).toEqual([[], [100]]);
  });

  test('is also replaced when the service sent us away', async () => {
    const { io, url } = await serving();
    const { stream } = open(url);
    const { told, listener } = listening();
    stream.watch('BTC/USDT', {}, listener);
    await eventually(() => expect(told()).toMatch(/snapshot$/));
    io.disconnectSockets();
    await eventually(() => expect(told()).toMatch(/disconnected connected snapshot$/));
  });

  test('forgets its books, so that nobody who joins is shown old ones as new', async () => {
    const { io, url } = await serving();
    const { stream } = open(url);
    const [first, second] = [listening(), listening()];
    stream.watch('BTC/USDT', {}, (event) => {
      first.listener(event);
      const isLost = event.type === 'state' && event.state === 'disconnected';
      if (isLost && first.events.length > 1) stream.watch('BTC/USDT', {}, second.listener);
    });
    await eventually(() => expect(first.told()).toMatch(/snapshot$/));
    io.disconnectSockets();
    await eventually(() => expect(second.told()).toBe('disconnected connected snapshot'));
  });
});

describe('a failure', () => {
  test('to connect is reported once an outage, while trying goes on', async () => {
    const { stream, errors, runtime } = open('http://127.0.0.1:1');
    stream.watch('BTC/USDT', {}, () => undefined);
    await eventually(() => expect(runtime.waits.length).toBeGreaterThan(7));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ code: 'NETWORK_ERROR' });
    expect(runtime.waits.slice(0, 7)).toEqual([100, 200, 400, 800, 1_600, 2_500, 2_500]);
    stream.close();
    const triesAtClose = runtime.waits.length;
    await new Promise((resolve) => setImmediate(resolve));
    expect(runtime.waits.length).toBeLessThanOrEqual(triesAtClose + 1);
  });

  test('of the service is reported with its symbol when only one is in question', async () => {
    const { io, url } = await serving();
    const { stream, errors } = open(url);
    stream.watch('BAD', {}, () => undefined);
    await eventually(() => expect(errors).toHaveLength(1));
    expect(errors[0]).toMatchObject({
      code: 'STREAM_REFUSED',
      message: 'Invalid venue',
      data: { symbol: 'BAD' },
    });
    io.emit('error', { message: 'Subscription failed' });
    await eventually(() => expect(errors).toHaveLength(2));
    expect(errors[1]).toMatchObject({ message: 'Subscription failed', data: undefined });
  });

  test('that comes before a disconnection refuses nothing: it is an outage', async () => {
    const { io, url, subscribed } = await serving();
    const { stream, errors } = open(url);
    stream.watch('BTC/USDT', {}, () => undefined);
    await eventually(() => expect(subscribed).toHaveLength(1));
    const message = 'Disconnected: this process is stopping. Connect again.';
    io.emit('error', { message });
    io.disconnectSockets(true);
    await eventually(() => expect(errors).toHaveLength(1));
    expect(errors[0]).toMatchObject({ code: 'NETWORK_ERROR', message });
    await eventually(() => expect(subscribed).toHaveLength(2));
  });

  test('of a symbol leaves nothing to unsubscribe: leaving it asks the service nothing', async () => {
    const { url, unsubscribed } = await serving();
    const { stream, errors } = open(url);
    const watch = stream.watch('BAD', {}, () => undefined);
    await eventually(() => expect(errors).toHaveLength(1));
    watch.close();
    const { told, listener } = listening();
    const other = stream.watch('BTC/USDT', {}, listener);
    await eventually(() => expect(told()).toMatch(/snapshot$/));
    other.close();
    await eventually(() => expect(unsubscribed).toEqual(['BTC/USDT']));
  });

  test('of one listener is reported and does not keep the event from the others', async () => {
    const { url } = await serving();
    const { stream, errors } = open(url);
    const { told, listener } = listening();
    stream.watch('BTC/USDT', {}, (event) => {
      if (event.type === 'snapshot') throw new Error('cannot draw');
    });
    stream.watch('BTC/USDT', {}, listener);
    await eventually(() => expect(told()).toMatch(/snapshot$/));
    expect(errors.map(({ code }) => code)).toEqual(['LISTENER_FAILED']);
    expect(errors[0]?.message).toContain('cannot draw');
  });
});

test('a closed stream disconnects, falls silent and refuses watches', async () => {
  const { io, url } = await serving();
  const { stream } = open(url);
  const { told, listener } = listening();
  const watch = stream.watch('BTC/USDT', {}, listener);
  await eventually(() => expect(told()).toMatch(/snapshot$/));
  stream.close();
  watch.close();
  await eventually(() => expect(io.engine.clientsCount).toBe(0));
  expect(told()).toBe('disconnected connected snapshot');
  expect(() => stream.watch('BTC/USDT', {}, listener)).toThrow('closed');
});

test('a path in front of the service is kept', async () => {
  const { url } = await serving('/windlass');
  const { stream, errors } = open(`${url}/`);
  const { told, listener } = listening();
  stream.watch('BTC/USDT', {}, listener);
  await eventually(() => expect(told()).toMatch(/snapshot$/));
  expect(errors).toEqual([]);
});
