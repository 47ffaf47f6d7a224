import { describe, expect, it } from 'vitest';
import {
  idOf,
  refOf,
  startFollower,
  stateOf,
} from '../../../../../test/support/execution/followerBench.ts';

const spot = ['spot'] as const;

describe('a word of a stream', () => {
  it('has the order looked up at once, and what is found is told', async () => {
    const { clock, follower, asked, told, rest, answer, found } = startFollower();
    rest('a', 'b');
    follower.wake([{ clientId: idOf('a') }], spot);
    await clock.advance(0);
    expect(asked).toEqual(['a 0']);
    await answer(found(stateOf('a', { status: 'closed', filled: '1' })));
    expect([told, follower.count()]).toEqual([['a closed 1'], 1]);
  });

  it('names an order by any id it is known by', async () => {
    const { clock, follower, asked, links, rest } = startFollower();
    rest('a', 'b', 'c');
    links.set('child-of-b', { venueOrderId: 'v-b', clientId: idOf('b') });
    follower.wake([{ clientId: 'algo_1', venueOrderId: 'v-a' }], spot);
    follower.wake([{ venueOrderId: 'child-of-b' }], spot);
    await clock.advance(0);
    expect(asked).toEqual(['a 0', 'b 0']);
  });

  it('names an order by an id that repeats in other markets together with its own', async () => {
    const { clock, follower, asked, links, rest } = startFollower();
    rest('a', 'b');
    links.set('BTC/USDT 7', { venueOrderId: 'v-a', clientId: idOf('a') });
    links.set('ETH/USDT 7', { venueOrderId: 'v-b', clientId: idOf('b') });
    follower.wake([{ venueOrderId: '7', linkName: 'ETH/USDT 7' }], spot);
    await clock.advance(0);
    expect(asked).toEqual(['b 0']);
  });

  it('during a look has the order looked at once more, however many come', async () => {
    const { clock, follower, asked, rest, answer, found, waiting } = startFollower();
    rest('a');
    for (let count = 0; count < 1_000; count += 1) {
      follower.wake([{ clientId: idOf('a') }], spot);
      if (count % 100 === 0) await clock.advance(0);
    }
    expect(asked).toEqual(['a 0']);
    await answer(found(stateOf('a', { filled: '0.5' })));
    await clock.advance(500);
    expect(asked).toEqual(['a 0', 'a 500']);
    await answer(found(stateOf('a', { filled: '0.7' })));
    await clock.advance(10_000);
    expect([asked, waiting]).toEqual([['a 0', 'a 500'], []]);
  });

  it('before the acknowledgement waits for it, and is not forgotten', async () => {
    const { clock, follower, asked } = startFollower();
    follower.sending(refOf('a'));
    follower.wake([{ clientId: idOf('a') }], spot);
    await clock.advance(2_000);
    expect([asked, [...follower.markets()]]).toEqual([[], []]);
    follower.sent(refOf('a'));
    follower.heard(refOf('a'), stateOf('a'));
    await clock.advance(0);
    expect([asked, [...follower.markets()]]).toEqual([['a 2000'], ['spot']]);
  });

  it('that the venue’s answer does not bear out yet has it looked at again soon', async () => {
    const { clock, follower, asked, rest, venue, found } = startFollower();
    venue.answer = found(stateOf('a'));
    rest('a');
    follower.wake([{ clientId: idOf('a') }], spot);
    await clock.advance(20_000);
    expect(asked).toEqual(['a 0', 'a 3000']);
  });

  it('keeps four looks under way at most', async () => {
    const { clock, follower, asked, rest, answer, found } = startFollower();
    rest('a', 'b', 'c', 'd', 'e', 'f');
    follower.wakeAll(spot);
    await clock.advance(0);
    expect(asked).toHaveLength(4);
    await answer(found(stateOf('a', { status: 'closed' })));
    expect(asked).toHaveLength(5);
  });

  it('of nobody’s order has ours polled for ten seconds: it may be a part of one', async () => {
    const { clock, follower, asked, rest, venue, found } = startFollower();
    venue.answer = found(stateOf('a'));
    rest('a');
    follower.wake([{ clientId: 'somebody', venueOrderId: '7' }], spot);
    await clock.advance(29_000);
    expect(asked).toEqual(['a 3000', 'a 6000', 'a 9000']);
  });

  it('of an order that is over changes nothing', async () => {
    const { clock, follower, asked, rest } = startFollower();
    rest('a', 'b');
    follower.heard(refOf('b'), stateOf('b', { status: 'closed' }));
    follower.wake([{ clientId: idOf('b') }], spot);
    follower.wake([{ clientId: 'algo_7', venueOrderId: 'v-b' }], spot);
    await clock.advance(20_000);
    expect(asked).toEqual([]);
  });

  it('of other markets wakes nothing in these', async () => {
    const { clock, follower, asked, rest } = startFollower();
    rest('a');
    follower.wake([{ clientId: idOf('a') }], ['swap']);
    follower.wakeAll(['swap']);
    await clock.advance(0);
    expect(asked).toEqual([]);
  });
});

describe('polling', () => {
  it('looks at each order every three seconds in turn, one at a time', async () => {
    const { clock, asked, rest, venue, found } = startFollower({ isLive: false });
    venue.answer = found(stateOf('a'));
    rest('a', 'b');
    await clock.advance(6_500);
    expect(asked).toEqual(['a 3000', 'b 3500', 'a 6000', 'b 6500']);
  });

  it('waits for the answer before the next look', async () => {
    const { clock, follower, asked, rest, answer, found } = startFollower({ isLive: false });
    rest('a', 'b');
    await clock.advance(8_000);
    follower.paceChanged();
    expect(asked).toEqual(['a 3000']);
    await answer(found(stateOf('a')));
    expect(asked).toEqual(['a 3000', 'b 8000']);
  });

  it('is an audit every half minute while a stream is live, and quick again without', async () => {
    const { clock, follower, asked, rest, venue, found } = startFollower();
    venue.answer = found(stateOf('a'));
    rest('a');
    await clock.advance(30_000);
    expect(asked).toEqual(['a 30000']);
    venue.isLive = false;
    follower.paceChanged();
    await clock.advance(3_000);
    expect(asked).toEqual(['a 30000', 'a 33000']);
  });

  it('of an order that nobody can tell of is soon, with a stream as well', async () => {
    const { clock, follower, asked } = startFollower();
    follower.heard(refOf('a'), undefined);
    await clock.advance(3_000);
    expect(asked).toEqual(['a 3000']);
  });

  it('asks a venue that does not answer less and less often', async () => {
    const { clock, asked, rest, venue } = startFollower({ isLive: false });
    venue.answer = { kind: 'unknown', message: 'away' };
    rest('a');
    await clock.advance(100_000);
    expect(asked).toEqual(['a 3000', 'a 9000', 'a 21000', 'a 45000', 'a 75000']);
  });

  it('goes on after a look that never ends', async () => {
    const { clock, asked, rest } = startFollower({ isLive: false });
    rest('a');
    await clock.advance(21_000);
    expect(asked).toEqual(['a 3000', 'a 18000']);
  });

  it('ends with what the venue does not know, after ten such answers', async () => {
    const { clock, follower, asked, rest, venue } = startFollower({ isLive: false });
    venue.answer = { kind: 'absent' };
    rest('a');
    await clock.advance(600_000);
    expect([asked.length, follower.count()]).toEqual([10, 0]);
  });
});

describe('what is recalled without a question', () => {
  it('is an open order as it was last told, with its age', async () => {
    const { clock, follower, rest } = startFollower();
    rest('a');
    await clock.advance(7_000);
    expect(follower.recall(refOf('a'))).toEqual({ order: stateOf('a'), ageMs: 7_000 });
    expect(follower.recall(refOf('b'))).toBeUndefined();
    follower.heard(refOf('a'), stateOf('a', { filled: '0.5' }));
    expect(follower.recall(refOf('a'))).toEqual({
      order: stateOf('a', { filled: '0.5' }),
      ageMs: 0,
    });
  });

  it('is nothing without a live stream', () => {
    const { follower, rest } = startFollower({ isLive: false });
    rest('a');
    expect(follower.recall(refOf('a'))).toBeUndefined();
  });

  it('is nothing after a word of the stream, until a look has told what it meant', async () => {
    const { clock, follower, rest, answer, found } = startFollower();
    rest('a');
    await clock.advance(1_000);
    follower.wake([{ clientId: idOf('a') }], spot);
    expect(follower.recall(refOf('a'))).toBeUndefined();
    await answer(found(stateOf('a', { filled: '0.5' })));
    expect(follower.recall(refOf('a'))?.order.filled).toBe('0.5');
  });

  it('is nothing once the stream was away, until a look has told what was missed', async () => {
    const { clock, follower, rest, answer, found } = startFollower();
    rest('a');
    await clock.advance(1_000);
    follower.wakeAll(spot);
    expect(follower.recall(refOf('a'))).toBeUndefined();
    await answer(found(stateOf('a', { filled: '0.2' })));
    expect(follower.recall(refOf('a'))?.order.filled).toBe('0.2');
  });

  it('is nothing while an order is on its way, or nobody knows where it stands', () => {
    const { follower } = startFollower();
    follower.sending(refOf('a'));
    expect(follower.recall(refOf('a'))).toBeUndefined();
    follower.sent(refOf('a'));
    follower.heard(refOf('a'), undefined);
    expect(follower.recall(refOf('a'))).toBeUndefined();
  });

  it('is nothing while the stream names an order that nobody knows', async () => {
    const { clock, follower, rest } = startFollower();
    rest('a');
    follower.wake([{ venueOrderId: 'v-stranger' }], spot);
    expect(follower.recall(refOf('a'))).toBeUndefined();
    await clock.advance(2_000);
    expect(follower.recall(refOf('a'))).toBeUndefined();
  });

  it('never goes back to what an older answer says', () => {
    const { follower, rest } = startFollower();
    rest('a');
    follower.heard(refOf('a'), stateOf('a', { filled: '0.5' }));
    follower.heard(refOf('a'), stateOf('a'));
    expect(follower.recall(refOf('a'))?.order.filled).toBe('0.5');
    follower.heard(refOf('a'), stateOf('a', { status: 'closed', filled: '1' }));
    follower.heard(refOf('a'), stateOf('a', { filled: '0.5' }));
    expect(follower.recall(refOf('a'))).toBeUndefined();
  });
});

describe('a follower', () => {
  it('has nothing to do without orders, and nothing after its end', async () => {
    const { clock, follower, rest, asked } = startFollower({ isLive: false });
    expect(clock.pending()).toBe(0);
    rest('a');
    follower.heard(refOf('a'), stateOf('a', { status: 'canceled' }));
    expect(clock.pending()).toBe(0);
    rest('b');
    await clock.advance(3_000);
    expect(asked).toHaveLength(1);
    follower.stop();
    await clock.advance(0);
    expect([clock.pending(), follower.count()]).toEqual([0, 0]);
  });

  it('takes up what an earlier session left', async () => {
    const { clock, follower, asked, told, venue, found } = startFollower();
    venue.answer = found(stateOf('a', { status: 'closed', filled: '1' }));
    follower.follow({ ...refOf('a'), venueOrderId: 'v-a' });
    await clock.advance(3_000);
    expect([asked, told]).toEqual([['a 3000'], ['a closed 1']]);
  });

  it('follows a thousand orders and leaves the rest to the comparison', () => {
    const { follower } = startFollower();
    for (let count = 0; count < 1_100; count += 1) {
      const clientId = String(count).padStart(32, '0');
      follower.heard({ ...refOf('a'), clientId }, stateOf('a', { clientId }));
    }
    expect(follower.count()).toBe(1_000);
  });
});

describe('orders of two classes of a venue', () => {
  it('are polled apart: one that waits for its counter does not hold up the other', async () => {
    const { clock, follower, asked } = startFollower({ isLive: false });
    follower.follow(refOf('a'));
    follower.follow({ ...refOf('b'), marketType: 'swap' });
    await clock.advance(10_000);
    expect(asked.map((each) => each[0]).toSorted()).toEqual(['a', 'b']);
  });
});

describe('an order that the venue did not know when somebody else asked', () => {
  it('is looked at later, and is not asked for twice at the same time', async () => {
    const { clock, follower, asked, venue } = startFollower({ isLive: false });
    venue.answer = { kind: 'absent' };
    follower.follow(refOf('a'));
    await clock.advance(2_900);
    follower.absent(refOf('a'));
    await clock.advance(5_900);
    expect(asked).toEqual([]);
    await clock.advance(100);
    expect(asked).toHaveLength(1);
  });

  it('is followed no more after the same answer ten times', async () => {
    const { follower } = startFollower({ isLive: false });
    follower.follow(refOf('a'));
    for (let time = 0; time < 10; time += 1) follower.absent(refOf('a'));
    expect(follower.count()).toBe(0);
  });
});
