import { describe, expect, it } from 'vitest';
import { refOf, startFollower } from '../../../../../test/support/execution/followerBench.ts';

describe('many orders that are due at once', () => {
  const names = Array.from({ length: 25 }, (_, index) => String.fromCharCode(97 + index));

  it('are no longer followed once other code has settled them', async () => {
    const { clock, follower, asked, rest, venue } = startFollower({ isLive: false });
    rest(...names);
    follower.sending(refOf('z'));
    venue.inFlight = [refOf('a'), refOf('b')];
    await clock.advance(4_000);
    // Those that are stored as alive, and the one that is on its way.
    expect(follower.count()).toBe(3);
    expect(asked.length).toBeLessThan(4);
  });

  it('stay as they are while the store does not tell which are alive', async () => {
    const { clock, follower, rest, venue } = startFollower({ isLive: false });
    rest(...names);
    venue.inFlight = new Error('away');
    await clock.advance(4_000);
    expect(follower.count()).toBe(25);
  });
});
