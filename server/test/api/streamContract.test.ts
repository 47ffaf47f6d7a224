import type { AddressInfo } from 'node:net';
import { orderEndpoints, serverEvents } from '@windlass/contract';
import { expect, it } from 'vitest';
import { createAlgorithmsApp } from '../support/algorithms/app.ts';
import { startBody } from '../support/algorithms/bodies.ts';
import { adminKey } from '../support/app/testApp.ts';
import { openTestClient } from '../support/streams/fixture.ts';

const account = { exchange_account_id: 'paper-binance' };

it('sends every event of the contract, each as its schema says and with nothing more', async () => {
  const test = await createAlgorithmsApp();
  await test.app.listen();
  const client = await openTestClient((test.app.http.server.address() as AddressInfo).port);
  const ask = (event: string, payload: object) => client.socket.emit(event, payload);

  ask('subscribe_orderbook', { symbol: 'BTC/USDT' });
  await client.next('subscribed');
  await test.clock.advance(1_000);
  await client.next('orderbook_snapshot');
  ask('subscribe_orders', { key: adminKey, ...account });
  ask('subscribe_algorithms', { key: adminKey });
  await client.next('algorithms_subscribed');
  await client.next('orders_subscribed');
  const { method, path } = orderEndpoints.submitOrder;
  const order = { ...account, symbol: 'BTC/USDT', side: 'buy', order_type: 'market' };
  await test.ask({ method, url: path, body: { ...order, quantity: 0.001 } });
  await client.next('order_fill');
  const params = { duration_seconds: 86_400, interval_seconds: 3_600 };
  const { order_id } = await test.data('startAlgorithm', startBody('twap', params));
  await test.data('cancelAlgorithm', { order_id });
  ask('unsubscribe_orders', account);
  ask('unsubscribe_algorithms', {});
  ask('unsubscribe_orderbook', { symbol: 'BTC/USDT' });
  ask('unsubscribe_orderbook', { symbol: 'BTC/USDT' });
  await client.fence();
  client.socket.disconnect();
  await test.stop();

  const received = Map.groupBy(client.received, ({ event }) => event);
  for (const [name, { payload: schema }] of Object.entries(serverEvents)) {
    const events = received.get(name) ?? [];
    expect(events.length, `${name} came`).toBeGreaterThan(0);
    for (const { payload } of events) expect(schema.parse(payload), name).toEqual(payload);
  }
});
