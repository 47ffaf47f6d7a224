import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AlgorithmsApp, createAlgorithmsApp } from '../support/algorithms/app.ts';
import { startBody } from '../support/algorithms/bodies.ts';
import { adminKey } from '../support/app/testApp.ts';
import { openTestClient, type TestClient } from '../support/streams/fixture.ts';

let test: AlgorithmsApp;
let client: TestClient;
beforeEach(async () => {
  test = await createAlgorithmsApp();
  await test.app.listen();
  client = await openTestClient((test.app.http.server.address() as AddressInfo).port);
});
afterEach(async () => {
  client.socket.disconnect();
  await test.stop();
});

const slow = (changes: object = {}) =>
  startBody('twap', { duration_seconds: 86_400, interval_seconds: 3_600 }, changes);

it('tells of algorithms from their start to their end', async () => {
  client.socket.emit('subscribe_algorithms', { key: adminKey });
  expect(await client.next('algorithms_subscribed')).toMatchObject({ order_id: null, sequence: 0 });
  const { order_id } = await test.data('startAlgorithm', slow());
  expect(await client.next('algorithm_event')).toMatchObject({
    order_id,
    number: 1,
    kind: 'started',
  });
  expect(await client.next('algorithm_update')).toMatchObject({ order_id, status: 'RUNNING' });
  await test.data('cancelAlgorithm', { order_id });
  await client.fence();
  const events = client.received.filter(({ event }) => event === 'algorithm_event');
  expect(events.map(({ payload }) => payload.number)).toEqual(events.map((_, index) => index + 1));
  const { events: stored } = await test.data('getAlgorithm', { order_id });
  expect(events.map(({ payload: { number, kind, text } }) => ({ number, kind, text }))).toEqual(
    stored.map(({ number, kind, text }: Record<string, unknown>) => ({ number, kind, text })),
  );
  const updates = client.received.filter(({ event }) => event === 'algorithm_update');
  expect(updates.at(-1)?.payload).toMatchObject({ order_id, status: 'CANCELLED' });
});

it('tells a key only of algorithms that it reaches', async () => {
  const key = await test.keyOf(['viewer'], ['paper-binance']);
  const on = (...ids: string[]) => slow({ exchange_account_ids: ids });
  const own = await test.data('startAlgorithm', on('paper-binance'));
  const other = await test.data('startAlgorithm', on('paper-binance', 'paper-kraken'));
  client.socket.emit('subscribe_algorithms', { key, order_id: other.order_id });
  expect(await client.next('error')).toEqual({
    message: 'Subscription failed: there is no such algorithm',
  });
  client.socket.emit('subscribe_algorithms', { key });
  await client.next('algorithms_subscribed');
  for (const { order_id } of [other, own]) await test.data('cancelAlgorithm', { order_id });
  expect(await client.next('algorithm_update')).toMatchObject({ order_id: own.order_id });
  await client.fence();
  const heard = client.received.filter(({ event }) => event.startsWith('algorithm_'));
  expect(new Set(heard.map(({ payload }) => payload.order_id))).toEqual(new Set([own.order_id]));
});

it('stops when the key is revoked', async () => {
  const body = { name: 'k', roles: ['viewer'], paths: ['/order-execution/**'] };
  const { json } = await test.ask({ method: 'POST', url: '/admin/keys', body });
  client.socket.emit('subscribe_algorithms', { key: json.data.key });
  await client.next('algorithms_subscribed');
  await test.ask({ method: 'DELETE', url: `/admin/keys/${json.data.id}` });
  await test.clock.advance(5_000);
  expect(await client.next('algorithms_unsubscribed')).toEqual({
    order_id: null,
    reason: 'the key is unknown, revoked or expired',
  });
});
