import { describe, expect, it } from 'vitest';
import { accountId, newFill } from '../../../../test/support/orders/fixture.ts';
import { newOrder, openTestOrders } from '../../../../test/support/orders/stream.ts';
import { otherKey, traderKey } from '../../../../test/support/streams/access.ts';
import { errorsOf } from '../../../../test/support/streams/member.ts';
import type { AccountId } from '../../model/account.ts';

const other = 'other' as AccountId;

describe('orders on the stream', () => {
  it('tells what happens after the subscription, numbered from its answer on', async () => {
    const { clock, announcer, member, subscribe } = openTestOrders();
    announcer.order(newOrder('before'));
    await subscribe();
    announcer.order(newOrder('a', { status: 'pending', venueOrderId: undefined }));
    announcer.fill(newFill('t-1', { orderId: newOrder('a').id }));
    await clock.advance(0);
    expect(member.received.map(([event, { sequence }]) => [event, sequence])).toEqual([
      ['orders_subscribed', 1],
      ['order_update', 2],
      ['order_fill', 3],
    ]);
    expect(member.of('order_fill')[0]).toMatchObject({ client_order_id: 'a', trade_id: 't-1' });
  });

  it('knows the client id of a fill that is told right before its order', async () => {
    const { clock, announcer, member, subscribe } = openTestOrders();
    await subscribe();
    announcer.fill(newFill('t-1', { orderId: newOrder('a').id }));
    announcer.order(newOrder('a'));
    announcer.fill(newFill('t-2', { orderId: undefined }));
    await clock.advance(0);
    expect(member.of('order_fill')).toMatchObject([
      { trade_id: 't-1', client_order_id: 'a' },
      { trade_id: 't-2', client_order_id: null },
    ]);
  });

  it('names the same stream to everybody', async () => {
    const { member, subscribe, open } = openTestOrders();
    await subscribe();
    const second = open();
    await second.subscribe();
    const [one, two] = [member, second.member].map((each) => each.of('orders_subscribed')[0]);
    expect(one).toMatchObject({ exchange_account_id: 'desk', sequence: 0 });
    expect(one?.stream_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(two?.stream_id).toBe(one?.stream_id);
  });

  it('counts each account by itself and shows each client only its own', async () => {
    const { clock, announcer, member, subscribe, sequences } = openTestOrders();
    await subscribe();
    announcer.order(newOrder('a', { accountId: other }));
    announcer.fill(newFill('t-1', { accountId: other }));
    announcer.order(newOrder('b'));
    await clock.advance(0);
    expect(sequences()).toEqual([1]);
    await subscribe('other');
    expect(member.of('orders_subscribed')[1]).toMatchObject({ sequence: 2 });
  });

  it('encodes an event once, however many clients get it', async () => {
    const { clock, announcer, subscribe, member, open } = openTestOrders();
    await subscribe();
    const second = open();
    await second.subscribe();
    for (const each of [member, second.member]) each.isStuck = true;
    announcer.order(newOrder('a'));
    await clock.advance(0);
    const [one, two] = [member, second.member].map((each) => {
      const [source] = each.owed;
      return source?.packetFor(each.outbox);
    });
    expect(one).toBeDefined();
    expect(two).toBe(one);
  });

  it('gives a stuck client the newest state of every order and all fills, in rising numbers', async () => {
    const { clock, announcer, member, subscribe, sequences } = openTestOrders();
    await subscribe();
    member.isStuck = true;
    for (const name of ['a', 'b']) {
      announcer.order(newOrder(name, { status: 'pending' }));
      announcer.order(newOrder(name));
      announcer.fill(newFill(`trade of ${name}`));
      await clock.advance(10);
    }
    announcer.order(newOrder('a', { status: 'closed', filled: '1' }));
    await clock.advance(0);
    member.isStuck = false;
    member.outbox.flush();
    expect(sequences()).toEqual([3, 5, 6, 7]);
    expect(member.of('order_update')).toMatchObject([
      { client_order_id: 'b', status: 'open' },
      { client_order_id: 'a', status: 'closed', filled: 1, remaining: 0 },
    ]);
    expect(member.of('order_fill')).toHaveLength(2);
  });

  it('drops a client that falls too far behind with a last word, and nobody else', async () => {
    const {
      clock,
      announcer,
      member,
      desk: slow,
      subscribe,
      open,
    } = openTestOrders({ statesMax: 2 });
    await subscribe();
    const live = open();
    await live.subscribe();
    member.isStuck = true;
    for (const name of ['a', 'b', 'c', 'd']) {
      announcer.order(newOrder(name));
      await clock.advance(0);
    }
    expect(member.dropped).toEqual([
      'behind: Disconnected: order events were not read. Connect and subscribe again',
    ]);
    expect(slow.subscriptionCount()).toBe(0);
    expect(member.owed.size).toBe(0);
    expect(live.sequences()).toEqual([1, 2, 3, 4]);
  });

  it('drops a client that does not read its fills rather than leave one out', async () => {
    const { announcer, member, subscribe } = openTestOrders({ eventsMax: 2 });
    await subscribe();
    member.isStuck = true;
    for (const id of ['t-1', 't-2']) announcer.fill(newFill(id));
    expect(member.dropped).toEqual([]);
    announcer.fill(newFill('t-3'));
    expect(member.dropped).toHaveLength(1);
  });

  it('ends a subscription on request, and says so when there is none', async () => {
    const { clock, announcer, member, subscribe, unsubscribe, sequences } = openTestOrders();
    await subscribe();
    unsubscribe();
    announcer.order(newOrder('a'));
    await clock.advance(10_000);
    expect(sequences()).toEqual([]);
    expect(member.of('orders_unsubscribed')).toEqual([
      { exchange_account_id: 'desk', reason: null },
    ]);
    unsubscribe();
    expect(member.of('error')).toEqual([
      { message: 'Not subscribed to the orders of this account' },
    ]);
  });

  it('keeps what is owed when a client subscribes again with another key', async () => {
    const { access, clock, announcer, member, subscribe, sequences } = openTestOrders();
    access.give(otherKey);
    await subscribe();
    member.isStuck = true;
    announcer.order(newOrder('a'));
    await clock.advance(0);
    await subscribe(accountId, otherKey);
    member.isStuck = false;
    member.outbox.flush();
    expect(member.received.map(([event]) => event)).toEqual([
      'orders_subscribed',
      'order_update',
      'orders_subscribed',
    ]);
    announcer.order(newOrder('b'));
    access.revoke(traderKey);
    await clock.advance(20_000);
    announcer.order(newOrder('c'));
    await clock.advance(0);
    expect(sequences()).toEqual([1, 2, 3]);
    expect(member.of('orders_unsubscribed')).toEqual([]);
  });

  it('bounds the accounts of one connection', async () => {
    const setup = openTestOrders({ followedMax: 1 });
    await setup.subscribe();
    await setup.subscribe();
    await setup.subscribe('other');
    expect(setup.member.of('orders_subscribed')).toHaveLength(2);
    expect(errorsOf(setup)).toEqual(['Subscription failed: at most 1 accounts on one connection']);
  });

  it('tells a client that is gone nothing, and forgets it', async () => {
    const { clock, access, announcer, member, desk: gone, subscribe, topic } = openTestOrders();
    await subscribe();
    const answer = Promise.withResolvers<void>();
    access.answerAfter(() => answer.promise);
    await subscribe('other');
    gone.close();
    answer.resolve();
    await clock.advance(0);
    const idle = clock.pending();
    announcer.order(newOrder('a'));
    expect(clock.pending()).toBe(idle);
    await clock.advance(0);
    expect(member.received.map(([event]) => event)).toEqual(['orders_subscribed']);
    const before = access.lookups();
    await clock.advance(30_000);
    expect(access.lookups()).toBe(before);
    topic.close();
    expect(clock.pending()).toBe(0);
  });

  it('hears nothing more once it is closed', async () => {
    const { clock, announcer, subscribe, topic } = openTestOrders();
    await subscribe();
    announcer.order(newOrder('a'));
    topic.close();
    announcer.order(newOrder('b'));
    expect(clock.pending()).toBe(0);
  });
});
