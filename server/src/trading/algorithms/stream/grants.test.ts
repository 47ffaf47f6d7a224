import { describe, expect, it } from 'vitest';
import { newAlgorithm } from '../../../../test/support/algorithms/fixture.ts';
import { entryOf } from '../../../../test/support/algorithms/records.ts';
import { openTestAlgorithms } from '../../../../test/support/algorithms/stream.ts';
import { otherKey, traderKey } from '../../../../test/support/streams/access.ts';
import { errorsOf } from '../../../../test/support/streams/member.ts';
import type { AccountId } from '../../model/account.ts';

const both = newAlgorithm('a', { accountIds: ['desk', 'other'] as AccountId[] });
const failed = 'Subscription failed: ';
type Access = ReturnType<typeof openTestAlgorithms>['access'];

describe('who may hear of algorithms', () => {
  it.each([
    ['unknown', undefined, `${failed}the key is unknown, revoked or expired`],
    [
      'without a role that reads algorithms',
      { roles: ['vault_manager'] },
      `${failed}the key needs one of the roles trader, viewer, pms_user, analyst, admin`,
    ],
    [
      'whose paths leave algorithms out',
      { paths: ['/order-execution/execution/**'] },
      `${failed}the key does not reach /order-execution/algorithms`,
    ],
  ] as const)('refuses a key %s, of one and of all', async (_what, changes, message) => {
    const setup = openTestAlgorithms();
    if (changes) setup.access.give(otherKey, changes);
    await setup.subscribe('a', otherKey);
    await setup.subscribe(undefined, otherKey);
    setup.tell(newAlgorithm('a'), entryOf(1));
    await setup.clock.advance(0);
    expect(errorsOf(setup)).toEqual([message, message]);
    expect(setup.member.received).toHaveLength(2);
  });

  it('says the same of an algorithm out of reach and of none', async () => {
    const setup = openTestAlgorithms({ held: [both] });
    setup.access.give(otherKey, { exchangeAccountIds: ['desk'] });
    await setup.subscribe('a', otherKey);
    await setup.subscribe('nothing');
    const message = `${failed}there is no such algorithm`;
    expect(errorsOf(setup)).toEqual([message, message]);
  });

  it.each([
    [
      'is revoked',
      'the key is unknown, revoked or expired',
      'the key is unknown, revoked or expired',
      (access: Access) => access.revoke(traderKey),
    ],
    [
      'loses an account',
      'there is no such algorithm',
      'the key reaches other accounts now: subscribe again',
      (access: Access) => access.give(traderKey, { exchangeAccountIds: ['desk'] }),
    ],
  ])(
    'stops within five seconds when a key %s, and sends nothing owed',
    async (_what, ofOne, ofAll, act) => {
      const { clock, access, member, subscribe, tell } = openTestAlgorithms({ held: [both] });
      await subscribe('a');
      await subscribe();
      await clock.advance(7_000);
      act(access);
      member.isStuck = true;
      tell(both, entryOf(1));
      await clock.advance(5_000);
      member.isStuck = false;
      member.outbox.flush();
      tell(both, entryOf(2));
      await clock.advance(100);
      expect(member.received.slice(2)).toEqual([
        ['algorithms_unsubscribed', { order_id: 'a', reason: ofOne }],
        ['algorithms_unsubscribed', { order_id: null, reason: ofAll }],
      ]);
    },
  );

  it('looks for an algorithm once, and asks for the key on every beat', async () => {
    const { clock, access, calls, subscribe, tell, heard } = openTestAlgorithms();
    access.give(traderKey, { exchangeAccountIds: ['desk'] });
    await subscribe('a');
    await subscribe();
    const before = access.lookups();
    await clock.advance(15_000);
    expect(access.lookups()).toBe(before + 6);
    expect(calls).toHaveLength(1);
    tell(newAlgorithm('a'));
    await clock.advance(0);
    expect(heard().at(-1)).toEqual(['algorithm_update', 'a', 1]);
  });

  it('answers a client whose algorithm cannot be looked for', async () => {
    const setup = openTestAlgorithms();
    setup.algorithms.show = () => Promise.reject(new Error('no database'));
    await setup.subscribe('a');
    expect(errorsOf(setup)).toEqual([`${failed}the key cannot be checked now`]);
  });

  it('lets a client take its request back while the key is being checked', async () => {
    const { access, clock, desk: client, member, subscribe, unsubscribe } = openTestAlgorithms();
    const answer = Promise.withResolvers<void>();
    access.answerAfter(() => answer.promise);
    await subscribe();
    unsubscribe();
    answer.resolve();
    await clock.advance(0);
    expect(member.received).toEqual([
      ['algorithms_unsubscribed', { order_id: null, reason: null }],
    ]);
    expect(client.subscriptionCount()).toBe(0);
  });
});
