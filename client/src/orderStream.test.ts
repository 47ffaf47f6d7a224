import type { OrderFillEvent, OrderUpdateEvent } from '@windlass/contract';
import { afterEach, describe, expect, test } from 'vitest';
import {
  eventually,
  openFakeStream,
  hurriedRuntime as runtime,
} from '../test/support/fakeStream.ts';
import { type ApiError, type OrderEvent, type OrderStream, openOrderStream } from './index.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const key = 'ak_test_0123456789';

const update = (account: string, sequence: number): OrderUpdateEvent => ({
  exchange_account_id: account,
  sequence,
  order_id: 'o',
  client_order_id: null,
  symbol: 'BTC/USDT',
  market_type: 'spot',
  status: 'open',
  type: 'limit',
  side: 'buy',
  price: 100,
  stop_price: null,
  amount: 1,
  filled: 0,
  remaining: 1,
  average: null,
  cost: 0,
  fee: { cost: 0, currency: null },
  reason: null,
  timestamp: 0,
  datetime: '2026-01-01T00:00:00.000Z',
  last_traded_timestamp: null,
});
const fill = (account: string, sequence: number): OrderFillEvent => ({
  exchange_account_id: account,
  sequence,
  order_id: 'o',
  client_order_id: null,
  trade_id: `t${sequence}`,
  symbol: 'BTC/USDT',
  market_type: 'spot',
  side: 'buy',
  price: 100,
  amount: 1,
  cost: 100,
  fee: 0.1,
  fee_currency: 'USDT',
  liquidity: 'taker',
  timestamp: 0,
  datetime: '2026-01-01T00:00:00.000Z',
});

/** A service that confirms subscriptions at `place`, once `answers` lets it. */
async function serving() {
  const { io, baseUrl, close } = await openFakeStream();
  closers.push(close);
  const asked: string[] = [];
  const place = { stream_id: 's1', sequence: 7 };
  const held: (() => void)[] = [];
  const answers = { areHeld: false, give: () => held.splice(0).forEach((answer) => void answer()) };
  const later = (answer: () => void) => (answers.areHeld ? void held.push(answer) : answer());
  io.on('connection', (socket) => {
    socket.on('subscribe_orders', ({ key: sent, exchange_account_id }) => {
      asked.push(exchange_account_id);
      const message = `Subscription failed: ${exchange_account_id} is not for ${sent}`;
      later(() => {
        if (exchange_account_id === 'secret') socket.emit('error', { message });
        else socket.emit('orders_subscribed', { exchange_account_id, ...place });
      });
    });
    socket.on('unsubscribe_orders', ({ exchange_account_id }) => {
      asked.push(`-${exchange_account_id}`);
      later(() => void socket.emit('orders_unsubscribed', { exchange_account_id, reason: null }));
    });
  });
  const cut = () => io.disconnectSockets();
  return { io, asked, place, answers, cut, baseUrl };
}

function opened(baseUrl: string) {
  const errors: ApiError[] = [];
  const onError = (error: ApiError) => void errors.push(error);
  const stream = openOrderStream({ baseUrl, key, runtime, onError });
  closers.push(() => stream.close());
  return { stream, errors };
}

/** Returns a listener that records its events as words. */
function hearing(stream: OrderStream, account: string) {
  const words: string[] = [];
  const watch = stream.watch(account, (event) => void words.push(toWord(event)));
  return { watch, told: () => words.join(' ') };
}

function toWord(event: OrderEvent): string {
  switch (event.type) {
    case 'state':
      return event.state;
    case 'subscribed':
      return event.isContinued ? 'continued' : 'subscribed';
    case 'update':
      return `update:${event.order.sequence}`;
    case 'fill':
      return `fill:${event.fill.sequence}`;
  }
}

describe('a watch', () => {
  test('hears updates and fills of its account as they come, and of no other', async () => {
    const { io, asked, baseUrl } = await serving();
    const { stream, errors } = opened(baseUrl);
    const { told } = hearing(stream, 'a');
    await eventually(() => expect(told()).toBe('connected subscribed'));
    io.emit('order_update', update('b', 8));
    io.emit('order_update', update('a', 8));
    io.emit('order_fill', fill('a', 9));
    await eventually(() => expect(told()).toBe('connected subscribed update:8 fill:9'));
    expect([asked, errors]).toEqual([['a'], []]);
  });

  test('joins the subscription of its account, whatever is under way', async () => {
    const { io, asked, answers, baseUrl } = await serving();
    const { stream } = opened(baseUrl);
    answers.areHeld = true;
    const first = hearing(stream, 'a');
    await eventually(() => expect(asked).toEqual(['a']));
    const second = hearing(stream, 'a');
    answers.give();
    await eventually(() => expect(first.told()).toBe('connected subscribed'));
    const third = hearing(stream, 'a');
    io.emit('order_fill', fill('a', 8));
    for (const { told } of [first, second, third]) {
      await eventually(() => expect(told()).toBe('connected subscribed fill:8'));
    }
    expect(asked).toEqual(['a']);
  });

  test('that is the last of its account ends the subscription', async () => {
    const { io, asked, baseUrl } = await serving();
    const { stream } = opened(baseUrl);
    const [first, second, other] = [
      hearing(stream, 'a'),
      hearing(stream, 'a'),
      hearing(stream, 'b'),
    ];
    await eventually(() => expect(other.told()).toBe('connected subscribed'));
    first.watch.close();
    first.watch.close();
    io.emit('order_fill', fill('a', 8));
    await eventually(() => expect(second.told()).toMatch(/fill:8$/));
    second.watch.close();
    await eventually(() => expect(asked).toEqual(['a', 'b', '-a']));
    expect(first.told()).toBe('connected subscribed');
  });

  test('closed and opened again before the answers subscribes in that order', async () => {
    const { asked, answers, baseUrl } = await serving();
    const { stream } = opened(baseUrl);
    const first = hearing(stream, 'a');
    await eventually(() => expect(first.told()).toBe('connected subscribed'));
    answers.areHeld = true;
    first.watch.close();
    await eventually(() => expect(asked).toEqual(['a', '-a']));
    hearing(stream, 'a');
    answers.give();
    await eventually(() => expect(asked).toEqual(['a', '-a', 'a']));
  });

  test('of a closed stream is refused', async () => {
    const { stream } = opened('http://127.0.0.1:1');
    stream.close();
    expect(() => hearing(stream, 'a')).toThrow('A closed stream follows nothing');
  });
});

describe('a lost connection', () => {
  test('is told, and every account subscribed again where it was left', async () => {
    const { io, asked, place, cut, baseUrl } = await serving();
    const { stream, errors } = opened(baseUrl);
    const [a, b] = [hearing(stream, 'a'), hearing(stream, 'b')];
    await eventually(() => expect(b.told()).toBe('connected subscribed'));
    io.emit('order_update', update('a', 8));
    await eventually(() => expect(a.told()).toMatch(/update:8$/));
    place.sequence = 8;
    cut();
    await eventually(() => expect(a.told()).toMatch(/disconnected connected continued$/));
    // Number 8 of the other account was missed.
    await eventually(() => expect(b.told()).toMatch(/disconnected connected subscribed$/));
    expect([asked, errors]).toEqual([['a', 'b', 'a', 'b'], []]);
  });

  test('that hid another start of the service is not continued', async () => {
    const { place, cut, baseUrl } = await serving();
    const { told } = hearing(opened(baseUrl).stream, 'a');
    await eventually(() => expect(told()).toBe('connected subscribed'));
    place.stream_id = 's2';
    cut();
    await eventually(() => expect(told()).toMatch(/disconnected connected subscribed$/));
  });

  test('continues nothing for a listener that joined meanwhile', async () => {
    const { answers, cut, baseUrl } = await serving();
    const { stream } = opened(baseUrl);
    const first = hearing(stream, 'a');
    await eventually(() => expect(first.told()).toBe('connected subscribed'));
    answers.areHeld = true;
    cut();
    await eventually(() => expect(first.told()).toMatch(/disconnected connected$/));
    const second = hearing(stream, 'a');
    await eventually(() => {
      answers.give();
      expect(first.told()).toMatch(/continued$/);
    });
    expect(second.told()).toBe('connected subscribed');
  });
});

describe('a failure', () => {
  test('that is a refusal names its account, and keeps nothing from the others', async () => {
    const { asked, cut, baseUrl } = await serving();
    const { stream, errors } = opened(baseUrl);
    const [refused, other] = [hearing(stream, 'secret'), hearing(stream, 'a')];
    await eventually(() => expect(other.told()).toBe('connected subscribed'));
    expect(errors).toEqual([
      expect.objectContaining({
        code: 'STREAM_REFUSED',
        message: 'Subscription failed: secret is not for [secret]',
        data: { exchange_account_id: 'secret' },
      }),
    ]);
    cut();
    await eventually(() => expect(other.told()).toMatch(/connected continued$/));
    expect([asked, refused.told()]).toEqual([
      ['secret', 'a', 'a'],
      'connected disconnected connected',
    ]);
  });

  test('that was a refusal is asked about again by a new watch', async () => {
    const { asked, baseUrl } = await serving();
    const { stream, errors } = opened(baseUrl);
    hearing(stream, 'secret');
    await eventually(() => expect(errors).toHaveLength(1));
    hearing(stream, 'secret');
    await eventually(() => expect(errors).toHaveLength(2));
    expect(asked).toEqual(['secret', 'secret']);
  });

  test('that ends a subscription is reported with its reason, once', async () => {
    const { io, baseUrl } = await serving();
    const { stream, errors } = opened(baseUrl);
    const [first] = [hearing(stream, 'a'), hearing(stream, 'a')];
    await eventually(() => expect(first.told()).toBe('connected subscribed'));
    io.emit('orders_unsubscribed', { exchange_account_id: 'a', reason: 'the key is revoked' });
    io.emit('order_fill', fill('a', 8));
    await eventually(() => expect(errors).toHaveLength(1));
    expect(errors[0]).toMatchObject({
      code: 'STREAM_REFUSED',
      message: 'The service ended the subscription: the key is revoked.',
      data: { exchange_account_id: 'a' },
    });
    expect(first.told()).toBe('connected subscribed');
  });

  test('of a listener is reported, and the others hear on', async () => {
    const { baseUrl } = await serving();
    const { stream, errors } = opened(baseUrl);
    stream.watch('a', ({ type }) => {
      if (type === 'subscribed') throw new Error('cannot draw');
    });
    const { told } = hearing(stream, 'a');
    await eventually(() => expect(told()).toBe('connected subscribed'));
    const message = 'A stream listener threw on subscribed: cannot draw';
    expect(errors).toEqual([expect.objectContaining({ code: 'LISTENER_FAILED', message })]);
  });

  test('to read fast enough is no refusal, even while something is asked', async () => {
    const { io, answers, cut, baseUrl } = await serving();
    const { stream, errors } = opened(baseUrl);
    answers.areHeld = true;
    const { told } = hearing(stream, 'a');
    await eventually(() => expect(told()).toBe('connected'));
    io.emit('error', { message: 'Disconnected: order events were not read.' });
    answers.areHeld = false;
    cut();
    await eventually(() => expect(told()).toMatch(/disconnected connected subscribed$/));
    expect(errors).toEqual([]);
  });
});

test('a closed stream disconnects and falls silent', async () => {
  const { io, baseUrl } = await serving();
  const { stream } = opened(baseUrl);
  const { told } = hearing(stream, 'a');
  await eventually(() => expect(told()).toBe('connected subscribed'));
  stream.close();
  await eventually(() => expect(io.engine.clientsCount).toBe(0));
  expect(told()).toBe('connected subscribed');
});
