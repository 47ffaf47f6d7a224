import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../test/support/manualClock.ts';
import { createSeededRandom } from './random.ts';
import { backoffMs, type RetryAdvice, retry } from './retry.ts';

function setUp(advise: (error: unknown) => RetryAdvice) {
  const clock = createManualClock();
  const random = createSeededRandom('retry');
  const options = { clock, random, attemptsMax: 3, firstDelayMs: 100, delayMsMax: 1000, advise };
  return { clock, random, options };
}

describe('retry', () => {
  it('tries again after a growing pause and gives the first success', async () => {
    const { clock, options } = setUp(() => ({ again: true }));
    const tried: number[] = [];
    const done = retry(async (number) => {
      tried.push(clock.monotonic());
      if (number < 3) throw new Error('not yet');
      return 'done';
    }, options);
    await clock.advance(1000);
    expect(await done).toBe('done');
    const [first = 0, second = 0, third = 0] = tried;
    expect(second - first).toBeGreaterThanOrEqual(50);
    expect(third - second).toBeGreaterThanOrEqual(100);
  });

  it('throws the last error when attempts run out', async () => {
    const { clock, options } = setUp(() => ({ again: true }));
    const done = retry((number) => Promise.reject(new Error(`attempt ${number}`)), options);
    const outcome = expect(done).rejects.toThrow('attempt 3');
    await clock.advance(5000);
    await outcome;
  });

  it('never repeats what the advice calls unsafe', async () => {
    const { options } = setUp(() => ({ again: false }));
    let attempts = 0;
    const done = retry(() => {
      attempts += 1;
      return Promise.reject(new Error('sent, outcome unknown'));
    }, options);
    await expect(done).rejects.toThrow('outcome unknown');
    expect(attempts).toBe(1);
  });

  it("waits at least as long as the other side's own word", async () => {
    const { clock, options } = setUp(() => ({ again: true, afterMs: 5000 }));
    const tried: number[] = [];
    const done = retry(async (number) => {
      tried.push(clock.monotonic());
      if (number === 1) throw new Error('429');
      return 'ok';
    }, options);
    await clock.advance(5000);
    expect(await done).toBe('ok');
    expect(tried[1]).toBe(5000);
  });

  it('stops waiting when it is told to stop', async () => {
    const { clock, options } = setUp(() => ({ again: true }));
    const stop = new AbortController();
    const done = retry(() => Promise.reject(new Error('down')), {
      ...options,
      signal: stop.signal,
    });
    const outcome = expect(done).rejects.toThrow('down');
    await clock.advance(1);
    stop.abort();
    await outcome;
    expect(clock.pending()).toBe(0);
  });

  it('keeps the backoff within half and the whole of its step, up to the longest', () => {
    const { random } = setUp(() => ({ again: true }));
    for (let number = 1; number <= 12; number += 1) {
      const full = Math.min(1000, 100 * 2 ** (number - 1));
      const delayMs = backoffMs(number, { firstDelayMs: 100, delayMsMax: 1000, random });
      expect(delayMs).toBeGreaterThanOrEqual(full / 2);
      expect(delayMs).toBeLessThanOrEqual(full);
    }
  });
});
