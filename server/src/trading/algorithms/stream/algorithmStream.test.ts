import { expect, it } from 'vitest';
import { newAlgorithm } from '../../../../test/support/algorithms/fixture.ts';
import { entryOf } from '../../../../test/support/algorithms/records.ts';
import { createTestAlgorithms } from '../../../../test/support/algorithms/stream.ts';
import { otherKey, traderKey } from '../../../../test/support/streams/access.ts';
import { testStreams } from '../../../../test/support/streams/fixture.ts';

const start = testStreams();
const a = newAlgorithm('a');

/** Starts a real stream with books and algorithms. */
async function setUp(limits: Parameters<typeof createTestAlgorithms>[1] = {}) {
  let made: ReturnType<typeof createTestAlgorithms> | undefined;
  const stream = await start({
    also(clock) {
      made = createTestAlgorithms(clock, limits);
      return [made.topic];
    },
  });
  if (!made) throw new Error('The stream has no algorithms');
  return { ...stream, ...made };
}

it.each([[['websocket']], [['polling']]])('serves algorithms over %s', async (transports) => {
  const { clock, connect, tell } = await setUp();
  const client = await connect(transports);
  client.socket.emit('subscribe_algorithms', { key: traderKey });
  expect(await client.next('algorithms_subscribed')).toMatchObject({ order_id: null });
  tell(a, entryOf(1));
  await clock.advance(0);
  expect(await client.next('algorithm_event')).toMatchObject({ order_id: 'a', number: 1 });
  expect(await client.next('algorithm_update')).toMatchObject({ order_id: 'a', sequence: 2 });
  client.socket.emit('unsubscribe_algorithms', {});
  expect(await client.next('algorithms_unsubscribed')).toEqual({ order_id: null, reason: null });
});

it.each<[what: string, ...args: unknown[]]>([
  ['nothing'],
  ['null', null],
  ['no key', { order_id: 'a' }],
  ['an unknown key', { key: otherKey }],
  ['the key as a name', { key: 'x', order_id: traderKey }],
  ['text', traderKey],
  ['a prototype', JSON.parse(`{"__proto__":{"key":"${traderKey}"}}`)],
  ['binary', Buffer.from(traderKey)],
])('answers %s with one error that repeats no key, and goes on', async (_what, ...args) => {
  const { clock, connect, stream, tell } = await setUp();
  const client = await connect();
  client.socket.emit('subscribe_algorithms', ...args);
  const { message } = await client.next('error');
  expect(message).toMatch(/\w{3}/);
  expect(message).not.toMatch(/ak_\w/);
  tell(a);
  await clock.advance(0);
  expect(stream.stats().subscriptions).toBe(0);
  client.socket.emit('subscribe_algorithms', { key: traderKey });
  await client.next('algorithms_subscribed');
  await client.fence();
  expect([client.count('error'), client.count('algorithm_update')]).toEqual([1, 0]);
});

it('ends the connection of a client that reads nothing, delays nobody and counts it', async () => {
  const { clock, connect, connectRaw, dropped, stream, tell } = await setUp({ eventsMax: 5 });
  const raw = await connectRaw();
  const live = await connect();
  raw.send(`42["subscribe_algorithms",${JSON.stringify({ key: traderKey })}]`);
  live.socket.emit('subscribe_algorithms', { key: traderKey });
  await live.next('algorithms_subscribed');
  while (stream.stats().subscriptions < 2) await clock.yield();
  raw.pause();
  const text = 'x'.repeat(10_000);
  let lines = 0;
  while (dropped.length === 0 && lines < 20_000) {
    lines += 1;
    tell(a, entryOf(lines, { text }));
    await clock.advance(0);
  }
  expect(dropped).toEqual(['behind']);
  await live.fence();
  expect(live.count('algorithm_event')).toBe(lines);
});
