import type { AlgorithmStreamEvent, AlgorithmUpdateEvent, ClientEvents } from '@windlass/contract';
import { afterEach, describe, expect, test } from 'vitest';
import {
  eventually,
  openFakeStream,
  hurriedRuntime as runtime,
} from '../test/support/fakeStream.ts';
import {
  type AlgorithmEvent,
  type AlgorithmStreamOptions,
  type ApiError,
  openAlgorithmStream,
} from './index.ts';

const closers: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const key = 'ak_test_0123456789';

const update = (sequence: number): AlgorithmUpdateEvent => ({
  sequence,
  order_id: 'a',
  client_algorithm_id: null,
  algorithm_type: 'twap',
  symbol: 'BTC/USDT',
  side: 'buy',
  total_quantity: 1,
  limit_price: null,
  exchange_account_ids: ['desk'],
  params: {},
  reduce_only: false,
  status: 'RUNNING',
  status_reason: null,
  waiting_for: null,
  arrival_price: 100,
  arrival_spread_bps: 1,
  estimated_completion: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ended_at: null,
  progress: {
    filled_quantity: 0,
    remaining_quantity: 1,
    fill_percentage: 0,
    vwap: null,
    child_orders_filled: 0,
    total_fees: 0,
    child_orders: 0,
    fees: [],
  },
  state: {},
});
const line = (sequence: number): AlgorithmStreamEvent => ({
  order_id: 'a',
  sequence,
  number: sequence,
  kind: 'note',
  timestamp: '2026-01-01T00:00:00.000Z',
  text: `line ${sequence}`,
});

type Requests = Parameters<ClientEvents['subscribe_algorithms']>[0];

/** A service that confirms subscriptions at `place`; the rest is up to the test. */
async function serving() {
  const { io, baseUrl, close } = await openFakeStream();
  closers.push(close);
  const subscribed: Requests[] = [];
  const place = { stream_id: 's1', sequence: 7 };
  io.on('connection', (socket) => {
    socket.on('subscribe_algorithms', (request) => {
      subscribed.push(request);
      const message = `Subscription failed: there is no such algorithm for ${request.key}`;
      if (request.order_id === 'absent') return void socket.emit('error', { message });
      socket.emit('algorithms_subscribed', { order_id: request.order_id ?? null, ...place });
    });
  });
  return { io, subscribed, place, baseUrl };
}

function following(options: Pick<AlgorithmStreamOptions, 'baseUrl' | 'orderId'>) {
  const events: AlgorithmEvent[] = [];
  const errors: ApiError[] = [];
  const onEvent = (event: AlgorithmEvent) => void events.push(event);
  const onError = (error: ApiError) => void errors.push(error);
  const stream = openAlgorithmStream({ key, runtime, onEvent, onError, ...options });
  closers.push(() => stream.close());
  return { stream, events, errors, told: () => events.map(toWord).join(' ') };
}

function toWord(event: AlgorithmEvent): string {
  switch (event.type) {
    case 'state':
      return event.state;
    case 'subscribed':
      return event.isContinued ? 'continued' : 'subscribed';
    case 'update':
      return `update:${event.algorithm.sequence}`;
    case 'line':
      return `line:${event.line.sequence}`;
  }
}

describe('following', () => {
  test('subscribes with the key, and hears lines and updates as they come', async () => {
    const { io, subscribed, baseUrl } = await serving();
    const { events, errors, told } = following({ baseUrl, orderId: 'mine' });
    await eventually(() => expect(told()).toBe('connected subscribed'));
    io.emit('algorithm_event', line(8));
    io.emit('algorithm_update', update(9));
    await eventually(() => expect(told()).toBe('connected subscribed line:8 update:9'));
    expect(events[3]).toEqual({ type: 'update', algorithm: update(9) });
    expect(subscribed).toEqual([{ key, order_id: 'mine' }]);
    expect(errors).toEqual([]);
  });

  test('without a name asks for all that the key reaches', async () => {
    const { subscribed, baseUrl } = await serving();
    const { told } = following({ baseUrl });
    await eventually(() => expect(told()).toMatch(/subscribed$/));
    expect(subscribed).toEqual([{ key }]);
  });
});

describe('a lost connection', () => {
  test('is told, then connected and subscribed again where it was left', async () => {
    const { io, subscribed, place, baseUrl } = await serving();
    const { told, errors } = following({ baseUrl, orderId: 'a' });
    await eventually(() => expect(told()).toMatch(/subscribed$/));
    io.emit('algorithm_event', line(8));
    await eventually(() => expect(told()).toMatch(/line:8$/));
    place.sequence = 8;
    for (const socket of io.sockets.sockets.values()) socket.conn.close();
    await eventually(() => expect(told()).toMatch(/line:8 disconnected connected continued$/));
    expect([subscribed.length, errors]).toEqual([2, []]);
  });

  test.each([
    ['an event that was missed', { stream_id: 's1', sequence: 8 }],
    ['another start of the service', { stream_id: 's2', sequence: 7 }],
  ])('that hid %s is not continued', async (_what, found) => {
    const { io, place, baseUrl } = await serving();
    const { told } = following({ baseUrl, orderId: 'a' });
    await eventually(() => expect(told()).toMatch(/subscribed$/));
    Object.assign(place, found);
    io.disconnectSockets();
    await eventually(() => expect(told()).toMatch(/disconnected connected subscribed$/));
  });
});

describe('a failure', () => {
  test('that is a refusal is reported without the key, and not asked for again', async () => {
    const { io, subscribed, baseUrl } = await serving();
    const { told, errors } = following({ baseUrl, orderId: 'absent' });
    await eventually(() => expect(errors).toHaveLength(1));
    expect(errors[0]).toMatchObject({
      code: 'STREAM_REFUSED',
      message: 'Subscription failed: there is no such algorithm for [secret]',
    });
    io.disconnectSockets();
    await eventually(() => expect(told()).toBe('connected disconnected connected'));
    expect(subscribed).toHaveLength(1);
  });

  test('that ends the subscription is reported with its reason', async () => {
    const { io, baseUrl } = await serving();
    const { told, errors } = following({ baseUrl, orderId: 'a' });
    await eventually(() => expect(told()).toMatch(/subscribed$/));
    io.emit('algorithms_unsubscribed', { order_id: 'a', reason: 'the key is revoked' });
    await eventually(() => expect(errors).toHaveLength(1));
    expect(errors[0]).toMatchObject({
      code: 'STREAM_REFUSED',
      message: 'The service ended the subscription: the key is revoked.',
    });
  });

  test('to connect is reported once an outage', async () => {
    const { errors } = following({ baseUrl: 'http://127.0.0.1:1' });
    await eventually(() => expect(errors).toHaveLength(1));
    expect(errors[0]).toMatchObject({
      code: 'NETWORK_ERROR',
      message: expect.stringMatching(/^Cannot reach the stream at http:\/\/127\.0\.0\.1:1: /),
    });
  });
});

test('the last word before a disconnection is no refusal: it subscribes again', async () => {
  const { io, baseUrl } = await serving();
  const { told, errors } = following({ baseUrl, orderId: 'a' });
  await eventually(() => expect(told()).toMatch(/subscribed$/));
  io.emit('error', { message: 'Disconnected: algorithm events were not read.' });
  io.disconnectSockets();
  await eventually(() => expect(told()).toMatch(/disconnected connected continued$/));
  expect(errors).toEqual([]);
});

test('a closed stream disconnects and falls silent', async () => {
  const { io, baseUrl } = await serving();
  const { stream, told } = following({ baseUrl, orderId: 'a' });
  await eventually(() => expect(told()).toMatch(/subscribed$/));
  stream.close();
  await eventually(() => expect(io.engine.clientsCount).toBe(0));
  expect(told()).toBe('connected subscribed');
});

test('a listener that throws is reported, and hears on', async () => {
  const { baseUrl } = await serving();
  const errors: ApiError[] = [];
  const heard: string[] = [];
  const stream = openAlgorithmStream({
    baseUrl,
    key,
    runtime,
    onEvent(event) {
      heard.push(event.type);
      if (event.type === 'state') throw new Error('cannot draw');
    },
    onError: (error) => void errors.push(error),
  });
  closers.push(() => stream.close());
  await eventually(() => expect(heard).toEqual(['state', 'subscribed']));
  const message = 'A stream listener threw on state: cannot draw';
  expect(errors).toEqual([expect.objectContaining({ code: 'LISTENER_FAILED', message })]);
});
