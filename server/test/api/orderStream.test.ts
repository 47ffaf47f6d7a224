import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { Logger } from '../../src/kit/logger.ts';
import { adminKey, createTestApp } from '../support/app/testApp.ts';
import { openTestClient, type TestClient } from '../support/streams/fixture.ts';

const account = { exchange_account_id: 'paper-binance' };
const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

/** Sets up the whole service on a socket, with everything it logs. */
async function setUp() {
  const logged: string[] = [];
  const note = (...line: unknown[]) => void logged.push(JSON.stringify(line));
  const logger: Logger = { debug: note, info: note, warn: note, error: note, child: () => logger };
  const { app, clock, call, stop } = await createTestApp({}, { logger });
  await app.listen();
  ended.push(stop);
  const { port } = app.http.server.address() as AddressInfo;
  const makeKey = async (changes: object): Promise<{ id: string; key: string }> => {
    const body = { name: 'desk', roles: ['viewer'], paths: ['/order-execution/**'], ...changes };
    return (await call({ method: 'POST', url: '/admin/keys', body })).json.data;
  };
  const connect = async (): Promise<TestClient> => {
    const client = await openTestClient(port);
    ended.unshift(() => client.socket.disconnect());
    return client;
  };
  return { clock, call, connect, makeKey, logged };
}

it('serves orders to keys of the service, within their accounts', async () => {
  const { connect, makeKey } = await setUp();
  const { key } = await makeKey({ exchange_account_ids: ['paper-binance'] });
  const client = await connect();
  client.socket.emit('subscribe_orders', { key, ...account });
  expect(await client.next('orders_subscribed')).toMatchObject({ ...account, sequence: 0 });
  client.socket.emit('subscribe_orders', { key, exchange_account_id: 'paper-okx' });
  expect(await client.next('error')).toEqual({
    message: 'Subscription failed: the key does not reach this exchange account',
  });
  client.socket.emit('subscribe_orders', { key: adminKey, exchange_account_id: 'nowhere' });
  expect(await client.next('error')).toEqual({
    message: 'Subscription failed: there is no such exchange account',
  });
  client.socket.emit('unsubscribe_orders', account);
  expect(await client.next('orders_unsubscribed')).toEqual({ ...account, reason: null });
});

it('stops when the key is revoked or expires, and never logs a key', async () => {
  const { clock, call, connect, makeKey, logged } = await setUp();
  const revoked = await makeKey({});
  const expiring = await makeKey({ expires_at: new Date(clock.now() + 8_000).toISOString() });
  const clients = [await connect(), await connect()];
  for (const [index, { key }] of [revoked, expiring].entries()) {
    clients[index]?.socket.emit('subscribe_orders', { key, ...account });
    await clients[index]?.next('orders_subscribed');
  }
  await call({ method: 'DELETE', url: `/admin/keys/${revoked.id}` });
  await clock.advance(5_000);
  const end = { ...account, reason: 'the key is unknown, revoked or expired' };
  expect(await clients[0]?.next('orders_unsubscribed')).toEqual(end);
  await clients[1]?.fence();
  expect(clients[1]?.count('orders_unsubscribed')).toBe(0);
  await clock.advance(5_000);
  expect(await clients[1]?.next('orders_unsubscribed')).toEqual(end);
  clients[0]?.socket.emit('subscribe_orders', { key: revoked.key, ...account });
  await clients[0]?.next('error');
  const text = logged.join();
  for (const { key } of [revoked, expiring]) expect(text).not.toContain(key);
});
