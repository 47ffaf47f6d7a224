import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../test/support/manualClock.ts';
import { createFixedWindow, createTokenBucket } from './rateLimit.ts';

describe('fixed window', () => {
  it('allows its limit, then refuses until the window ends', async () => {
    const clock = createManualClock(1_000_000);
    const window = createFixedWindow({ clock, limit: 2, windowMs: 10_000, callersMax: 10 });
    expect([window.count('a'), window.count('a')].map((state) => state.remaining)).toEqual([1, 0]);
    await clock.advance(4_000);
    expect(window.count('a')).toEqual({
      allowed: false,
      limit: 2,
      remaining: 0,
      resetAtSec: 1010,
      retryAfterSec: 6,
    });
    await clock.advance(6_000);
    expect(window.count('a')).toMatchObject({ allowed: true, remaining: 1, resetAtSec: 1020 });
  });

  it('keeps callers apart and tells without counting', () => {
    const clock = createManualClock();
    const window = createFixedWindow({ clock, limit: 1, windowMs: 1000, callersMax: 10 });
    window.count('a');
    expect(window.peek('b').remaining).toBe(1);
    expect(window.peek('b').remaining).toBe(1);
    expect(window.count('b').allowed).toBe(true);
  });

  it('remembers a bounded number of callers', () => {
    const clock = createManualClock();
    const window = createFixedWindow({ clock, limit: 1, windowMs: 1000, callersMax: 2 });
    for (const caller of ['a', 'b', 'c']) window.count(caller);
    expect(window.peek('a').remaining).toBe(1);
    expect(window.peek('c').remaining).toBe(0);
  });
});

describe('token bucket', () => {
  it('lets a burst through, then its steady rate', async () => {
    const clock = createManualClock();
    const bucket = createTokenBucket({ clock, capacity: 2, refillPerSecond: 10 });
    expect([bucket.take(), bucket.take(), bucket.take()]).toEqual([true, true, false]);
    await clock.advance(100);
    expect([bucket.take(), bucket.take()]).toEqual([true, false]);
  });
});
