import { describe, expect, it } from 'vitest';
import { accountId, newFill } from '../../../../test/support/orders/fixture.ts';
import { newOrder, openTestOrders } from '../../../../test/support/orders/stream.ts';
import { otherKey, traderKey } from '../../../../test/support/streams/access.ts';
import { errorsOf } from '../../../../test/support/streams/member.ts';

type Access = ReturnType<typeof openTestOrders>['access'];

describe('who may hear of orders', () => {
  const refused = 'Subscription failed: ';
  it.each([
    ['unknown', undefined, `${refused}the key is unknown, revoked or expired`],
    [
      'without a role that reads orders',
      { roles: ['vault_manager'] },
      `${refused}the key needs one of the roles trader, viewer, pms_user, analyst, admin`,
    ],
    [
      'whose paths leave orders out',
      { paths: ['/order-execution/orderbook/**'] },
      `${refused}the key does not reach /order-execution/execution/orders/open`,
    ],
    [
      'of other accounts',
      { exchangeAccountIds: ['other'] },
      `${refused}the key does not reach this exchange account`,
    ],
  ] as const)('refuses a key %s', async (_what, changes, message) => {
    const setup = openTestOrders();
    if (changes) setup.access.give(otherKey, changes);
    await setup.subscribe(accountId, otherKey);
    setup.announcer.order(newOrder('a'));
    await setup.clock.advance(0);
    expect(setup.member.received).toEqual([['error', { message }]]);
  });

  it.each(['trader', 'viewer', 'pms_user', 'analyst', 'admin'] as const)(
    'lets a %s hear, of the accounts of its key',
    async (role) => {
      const { access, member, subscribe } = openTestOrders();
      access.give(otherKey, { roles: [role], exchangeAccountIds: ['desk'] });
      await subscribe(accountId, otherKey);
      expect(member.of('orders_subscribed')).toHaveLength(1);
    },
  );

  it('refuses an account that there is not, but only to a key that reaches it', async () => {
    const setup = openTestOrders();
    setup.access.give(otherKey, { exchangeAccountIds: ['desk'] });
    await setup.subscribe('nowhere');
    await setup.subscribe('nowhere', otherKey);
    expect(errorsOf(setup)).toEqual([
      'Subscription failed: there is no such exchange account',
      'Subscription failed: the key does not reach this exchange account',
    ]);
  });

  it('ends the connection of a guesser, and bears a client with a stale key', async () => {
    const { clock, member, subscribe } = openTestOrders({ followedMax: 3 });
    for (let n = 0; n < 3; n += 1) await subscribe(accountId, `ak_guess-${n}-0123456789abcdef`);
    expect(member.dropped).toEqual([]);
    await clock.advance(5_000);
    await subscribe(accountId, 'ak_guess-again-0123456789ab');
    expect(member.dropped).toEqual([]);
    for (let n = 0; n < 5; n += 1) await subscribe('nowhere');
    expect(member.dropped).toEqual([]);
    await subscribe(accountId, 'ak_guess-and-again-01234567');
    expect(member.dropped).toEqual([
      'keys: Disconnected: too many keys that are unknown, revoked or expired',
    ]);
  });

  it.each([
    [
      'is revoked',
      'the key is unknown, revoked or expired',
      (access: Access) => access.revoke(traderKey),
    ],
    [
      'loses its reach',
      'the key does not reach this exchange account',
      (access: Access) => access.give(traderKey, { exchangeAccountIds: [] }),
    ],
    [
      'loses its account',
      'there is no such exchange account',
      (access: Access) => access.removeAccount(accountId),
    ],
  ])(
    'stops within five seconds when a key %s, and sends nothing owed',
    async (_what, reason, act) => {
      const { clock, access, announcer, member, subscribe } = openTestOrders();
      await subscribe();
      await clock.advance(7_000);
      act(access);
      member.isStuck = true;
      announcer.order(newOrder('a'));
      announcer.fill(newFill('t-1'));
      await clock.advance(5_000);
      member.isStuck = false;
      member.outbox.flush();
      announcer.order(newOrder('b'));
      await clock.advance(100);
      expect(member.received.slice(1)).toEqual([
        ['orders_unsubscribed', { exchange_account_id: 'desk', reason }],
      ]);
    },
  );

  it('asks once a beat for everybody with the same key and account', async () => {
    const { clock, access, open } = openTestOrders();
    for (let n = 0; n < 5; n += 1) await open().subscribe();
    const before = access.lookups();
    await clock.advance(15_000);
    expect(access.lookups()).toBe(before + 3);
  });

  it('bears a lookup that fails for a moment, and stops when none has answered for long', async () => {
    const { clock, access, announcer, member, subscribe, sequences } = openTestOrders();
    await subscribe();
    access.answerAfter(() => Promise.reject(new Error('no database')));
    await clock.advance(10_000);
    access.answerAfter(() => Promise.resolve());
    await clock.advance(10_000);
    announcer.order(newOrder('a'));
    await clock.advance(0);
    expect(sequences()).toEqual([1]);
    // The request is never answered, but it must not wait for ever.
    access.answerAfter(() => new Promise(() => undefined));
    await clock.advance(20_000);
    expect(member.of('orders_unsubscribed')).toEqual([
      { exchange_account_id: 'desk', reason: 'the key cannot be checked now' },
    ]);
  });

  it('answers a client whose key cannot be checked, after ten seconds at most', async () => {
    const setup = openTestOrders();
    setup.access.answerAfter(() => new Promise(() => undefined));
    await setup.subscribe();
    await setup.clock.advance(9_999);
    expect(setup.member.received).toEqual([]);
    await setup.clock.advance(1);
    setup.access.answerAfter(() => Promise.reject(new Error('no database')));
    await setup.subscribe();
    const message = 'Subscription failed: the key cannot be checked now';
    expect(errorsOf(setup)).toEqual([message, message]);
  });

  it('lets a client take its request back while the key is being checked', async () => {
    const { clock, access, member, subscribe, unsubscribe, desk: own } = openTestOrders();
    const answer = Promise.withResolvers<void>();
    access.answerAfter(() => answer.promise);
    await subscribe();
    unsubscribe();
    answer.resolve();
    await clock.advance(0);
    expect(member.received).toEqual([
      ['orders_unsubscribed', { exchange_account_id: 'desk', reason: null }],
    ]);
    expect(own.subscriptionCount()).toBe(0);
    await subscribe();
    expect(own.subscriptionCount()).toBe(1);
  });

  it('asks one question at a time, and answers the newest', async () => {
    const { clock, access, member, subscribe, unsubscribe } = openTestOrders();
    const answer = Promise.withResolvers<void>();
    access.answerAfter(() => answer.promise);
    await subscribe(accountId, otherKey);
    for (let n = 0; n < 10; n += 1) await subscribe(accountId, otherKey);
    unsubscribe();
    await subscribe();
    expect(access.lookups()).toBe(1);
    answer.resolve();
    await clock.advance(0);
    expect(access.lookups()).toBe(2);
    expect(member.received.map(([event]) => event)).toEqual([
      'orders_unsubscribed',
      'orders_subscribed',
    ]);
  });
});
