import { describe, expect, it } from 'vitest';
import { newAlgorithm } from '../../../../test/support/algorithms/fixture.ts';
import { entryOf } from '../../../../test/support/algorithms/records.ts';
import { openTestAlgorithms } from '../../../../test/support/algorithms/stream.ts';
import { otherKey } from '../../../../test/support/streams/access.ts';
import { errorsOf } from '../../../../test/support/streams/member.ts';
import type { AccountId } from '../../model/account.ts';

const on = (...ids: string[]) => ({ accountIds: ids as AccountId[] });
const a = newAlgorithm('a');
const b = newAlgorithm('b', on('other'));
const both = newAlgorithm('both', on('desk', 'other'));

describe('algorithms on the stream', () => {
  it('tells the history, then the state, numbered from the answer on', async () => {
    const { clock, member, subscribe, heard, tell } = openTestAlgorithms();
    tell(a, entryOf(1));
    await subscribe('a');
    tell({ ...a, status: 'PAUSED' }, entryOf(2), entryOf(3, { kind: 'paused', text: 'asked to' }));
    await clock.advance(0);
    expect(heard()).toEqual([
      ['algorithms_subscribed', 'a', 2],
      ['algorithm_event', 'a', 3],
      ['algorithm_event', 'a', 4],
      ['algorithm_update', 'a', 5],
    ]);
    expect(member.of('algorithm_event')[1]).toEqual({
      order_id: 'a',
      sequence: 4,
      number: 3,
      kind: 'paused',
      text: 'asked to',
      timestamp: '2023-11-14T22:13:20.003Z',
    });
    expect(member.of('algorithm_update')[0]).toMatchObject({
      status: 'PAUSED',
      algorithm_type: 'twap',
      total_quantity: 2,
      progress: { filled_quantity: 0 },
    });
  });

  it('goes by the caller’s name too, answers with ours, and ends by either', async () => {
    const named = newAlgorithm('a', { clientId: 'mine' });
    const { clock, subscribe, unsubscribe, heard, tell } = openTestAlgorithms({ held: [named] });
    for (const name of ['mine', 'a']) {
      await subscribe('mine');
      tell(named);
      await clock.advance(0);
      unsubscribe(name);
      tell(named);
      await clock.advance(0);
    }
    expect(heard()).toEqual([
      ['algorithms_subscribed', 'a', 0],
      ['algorithm_update', 'a', 1],
      ['algorithms_unsubscribed', 'a', undefined],
      ['algorithms_subscribed', 'a', 2],
      ['algorithm_update', 'a', 3],
      ['algorithms_unsubscribed', 'a', undefined],
    ]);
  });

  it('tells of one algorithm only, and its number goes on where it was', async () => {
    const { clock, subscribe, heard, tell } = openTestAlgorithms({ held: [a, b] });
    tell(a);
    tell(b);
    await subscribe('a');
    tell(b);
    tell(a);
    await clock.advance(0);
    expect(heard()).toEqual([
      ['algorithms_subscribed', 'a', 1],
      ['algorithm_update', 'a', 4],
    ]);
  });

  it('tells of all that the key reaches, also of those that begin later', async () => {
    const { access, clock, subscribe, heard, tell } = openTestAlgorithms();
    access.give(otherKey, { exchangeAccountIds: ['desk'] });
    tell(a);
    tell(b);
    await subscribe(undefined, otherKey);
    for (const record of [b, both, newAlgorithm('later')]) tell(record, entryOf(1));
    await clock.advance(0);
    expect(heard()).toEqual([
      ['algorithms_subscribed', null, 1],
      ['algorithm_event', 'later', 7],
      ['algorithm_update', 'later', 8],
    ]);
  });

  it('takes null for all, as it answers', async () => {
    const { clock, member, subscribe, unsubscribe, heard, tell } = openTestAlgorithms();
    await subscribe(null);
    tell(both);
    await clock.advance(0);
    unsubscribe(null);
    tell(both);
    await clock.advance(0);
    expect(heard().map(([event]) => event)).toEqual([
      'algorithms_subscribed',
      'algorithm_update',
      'algorithms_unsubscribed',
    ]);
    expect(member.of('algorithms_unsubscribed')).toEqual([{ order_id: null, reason: null }]);
    unsubscribe();
    expect(member.of('error')).toEqual([{ message: 'Not subscribed to this algorithm' }]);
  });

  it('tells a client that follows all and one of that one once, also when it ends either', async () => {
    const { clock, member, subscribe, unsubscribe, heard, tell } = openTestAlgorithms();
    await subscribe('a');
    await subscribe();
    tell(a, entryOf(1));
    await clock.advance(0);
    member.isStuck = true;
    tell(a, entryOf(2));
    await clock.advance(0);
    unsubscribe('a');
    member.isStuck = false;
    member.outbox.flush();
    const events = heard().filter(([event]) => event !== 'algorithms_unsubscribed');
    expect(events.slice(2)).toEqual([
      ['algorithm_event', 'a', 1],
      ['algorithm_update', 'a', 2],
      ['algorithm_event', 'a', 3],
      ['algorithm_update', 'a', 4],
    ]);
  });

  it('gives a stuck client the newest state of each and every line, in rising numbers', async () => {
    const { clock, member, subscribe, heard, tell } = openTestAlgorithms();
    await subscribe();
    member.isStuck = true;
    tell(a, entryOf(1));
    tell(b, entryOf(1));
    tell({ ...a, status: 'COMPLETED' }, entryOf(2));
    await clock.advance(0);
    member.isStuck = false;
    member.outbox.flush();
    expect(heard().slice(1)).toEqual([
      ['algorithm_event', 'a', 1],
      ['algorithm_event', 'b', 3],
      ['algorithm_update', 'b', 4],
      ['algorithm_event', 'a', 5],
      ['algorithm_update', 'a', 6],
    ]);
    expect(member.of('algorithm_update')[1]).toMatchObject({ status: 'COMPLETED' });
  });

  it.each([
    ['lines', { eventsMax: 2 }],
    ['states', { statesMax: 2 }],
  ])(
    'drops a client that reads too few %s with a last word, and nobody else',
    async (_, limits) => {
      const { clock, desk: client, member, subscribe, open, tell } = openTestAlgorithms(limits);
      await subscribe();
      const live = open();
      await live.subscribe();
      member.isStuck = true;
      for (const id of ['a', 'b', 'c']) {
        tell(newAlgorithm(id), entryOf(1));
        await clock.advance(0);
      }
      expect(member.dropped).toEqual([
        'behind: Disconnected: algorithm events were not read. Connect and subscribe again',
      ]);
      expect([client.subscriptionCount(), member.owed.size]).toEqual([0, 0]);
      expect(
        live
          .heard()
          .slice(1)
          .map(([, , sequence]) => sequence),
      ).toEqual([1, 2, 3, 4, 5, 6]);
    },
  );

  it('names the same stream to everybody, and bounds what one connection follows', async () => {
    const setup = openTestAlgorithms({ held: [a, b], followedMax: 1 });
    await setup.subscribe('a');
    await setup.subscribe('a');
    await setup.subscribe('b');
    const [one, two] = setup.member.of('algorithms_subscribed');
    expect(one?.stream_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(two?.stream_id).toBe(one?.stream_id);
    expect(errorsOf(setup)).toEqual([
      'Subscription failed: at most 1 algorithms on one connection',
    ]);
  });

  it('keeps the numbers of as many algorithms as it may', async () => {
    const { subscribe, heard, tell } = openTestAlgorithms({ held: [a, b], knownMax: 1 });
    tell(a);
    tell(b);
    await subscribe('a');
    await subscribe('b');
    expect(heard()).toEqual([
      ['algorithms_subscribed', 'a', 0],
      ['algorithms_subscribed', 'b', 2],
    ]);
  });

  it('forgets a client that is gone, and hears nothing more once it is closed', async () => {
    const { clock, desk: client, listening, member, subscribe, tell, topic } = openTestAlgorithms();
    await subscribe();
    client.close();
    tell(a);
    await clock.advance(30_000);
    expect(member.of('algorithm_update')).toEqual([]);
    topic.close();
    expect([clock.pending(), listening()]).toEqual([0, 0]);
  });
});
