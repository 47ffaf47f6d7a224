import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { createClockWatch } from './clockWatch.ts';

/**
 * Sets up an exchange whose clock is `aheadMs` ahead of ours, and a clock of ours that can be set.
 */
function setUp() {
  const clock = createManualClock();
  const venue = { aheadMs: 0 };
  const ours = { setMs: 0 };
  const told: string[] = [];
  const settable: Clock = { ...clock, now: () => clock.now() + ours.setMs };
  const watch = createClockWatch({
    clock: settable,
    bounds: { behindMsMax: 4_000, aheadMsMax: 900 },
    observer: { stateChanged: (state, offsetMs) => told.push(`${state} ${offsetMs}`) },
  });
  const venueNow = () => clock.now() + venue.aheadMs;
  const ask = async (thereMs: number, backMs: number) => {
    const answered = watch.begin();
    await clock.advance(thereMs);
    const serverMs = venueNow();
    await clock.advance(backMs);
    answered({ serverMs, resolutionMs: 1 });
  };
  const askCoarsely = async (thereMs: number, backMs: number) => {
    const answered = watch.begin();
    await clock.advance(thereMs);
    const serverMs = Math.floor(venueNow() / 1_000) * 1_000;
    await clock.advance(backMs);
    answered({ serverMs, resolutionMs: 1_000 });
  };
  return { clock, venue, ours, told, watch, ask, askCoarsely };
}

describe('the clock watch', () => {
  it('knows nothing before the first answer', () => {
    const { watch } = setUp();
    watch.begin();
    expect(watch.figures()).toEqual({ offsetMs: undefined, uncertaintyMs: undefined });
    expect(watch.correctionMs()).toBe(0);
  });

  it('takes the round trip that took least, whatever a slow one says', async () => {
    const { watch, venue, ask } = setUp();
    venue.aheadMs = 250;
    await ask(10, 10);
    expect(watch.figures().offsetMs).toBe(251);
    await ask(700, 20);
    expect(watch.figures()).toEqual({ offsetMs: 251, uncertaintyMs: 10.5 });
  });

  it('forgets the best one after eight more', async () => {
    const { watch, ask } = setUp();
    await ask(10, 10);
    for (let count = 0; count < 7; count += 1) await ask(10, 210);
    expect(watch.figures().uncertaintyMs).toBe(10.5);
    await ask(10, 210);
    expect(watch.figures()).toEqual({ offsetMs: -99, uncertaintyMs: 110.5 });
  });

  it('takes a time in whole seconds for some moment of its second', async () => {
    const { watch, venue, askCoarsely } = setUp();
    venue.aheadMs = 2_400;
    await askCoarsely(50, 50);
    const { offsetMs, uncertaintyMs } = watch.figures();
    expect(Math.abs((offsetMs ?? 0) - 2_400)).toBeLessThanOrEqual(550);
    expect(uncertaintyMs).toBe(550);
  });

  it('tells the latest time that it may be there, never an earlier one', async () => {
    const { clock, venue, ours, watch, ask } = setUp();
    expect(watch.latestMs()).toBeUndefined();
    for (const aheadMs of [0, 700, -700]) {
      venue.aheadMs = aheadMs;
      await ask(1, 90);
      expect(watch.latestMs()).toBeGreaterThanOrEqual(clock.now() + aheadMs);
      await ask(90, 1);
      ours.setMs += 3_000;
      await clock.advance(5_000);
      const latestMs = watch.latestMs() ?? Number.NaN;
      expect(latestMs).toBeGreaterThanOrEqual(clock.now() + aheadMs);
      expect(latestMs).toBeLessThanOrEqual(clock.now() + aheadMs + 100);
    }
    const coarse = setUp();
    await coarse.askCoarsely(50, 50);
    expect(coarse.watch.latestMs()).toBeGreaterThanOrEqual(coarse.clock.now());
  });

  it('passes over what is no time', () => {
    const { watch } = setUp();
    watch.begin()({ serverMs: Number.NaN, resolutionMs: 1 });
    expect(watch.figures().offsetMs).toBeUndefined();
  });

  it('sees that our own clock was set, without an answer', async () => {
    const { watch, ours, told, ask } = setUp();
    await ask(10, 10);
    ours.setMs = -10_000;
    expect(watch.correctionMs()).toBe(10_001);
    expect(watch.figures().offsetMs).toBe(10_001);
    ours.setMs = 0;
    expect(watch.correctionMs()).toBe(0);
    watch.figures();
    expect(told).toEqual(['outside 10001', 'well 1']);
  });

  it('drops what it knew when an answer contradicts it', async () => {
    const { watch, venue, ask } = setUp();
    await ask(1, 1);
    venue.aheadMs = 3_000;
    await ask(300, 300);
    expect(watch.figures().offsetMs).toBe(3_001);
  });

  it('tells each state once, and the end of it when that is clear', async () => {
    const { venue, told, ask } = setUp();
    const be = async (aheadMs: number) => {
      venue.aheadMs = aheadMs;
      await ask(1, 1);
    };
    for (const aheadMs of [900, 1_100, 1_200, 5_000, 5_000, 3_900, 3_000, 900, 700]) {
      await be(aheadMs);
    }
    expect(told).toEqual(['apart 1101', 'outside 5001', 'apart 3001', 'well 701']);
  });

  it('allows less of the future than of the past', async () => {
    const { venue, told, ask } = setUp();
    venue.aheadMs = -950;
    await ask(1, 1);
    expect(told).toEqual(['outside -949']);
  });

  it('does not take a slow line for a wrong clock', async () => {
    const { venue, told, ask, watch } = setUp();
    venue.aheadMs = 300;
    await ask(0, 3_000);
    expect([told, watch.figures().offsetMs]).toEqual([[], -1_199]);
  });
});

describe('the correction of what is signed', () => {
  it.each([
    ['a difference that exchanges bear', { aheadMs: 450, backMs: 2 }, 0],
    ['one they do not, of a clock that is late', { aheadMs: 5_000, backMs: 2 }, 5_000],
    ['of a clock that is early', { aheadMs: -5_000, backMs: 2 }, -5_000],
    ['one that is not known to half a second', { aheadMs: 5_000, backMs: 1_100 }, 0],
  ])('of %s', async (_, { aheadMs, backMs }, correctionMs) => {
    const { venue, watch, ask } = setUp();
    venue.aheadMs = aheadMs;
    await ask(0, backMs);
    expect(Math.abs(watch.correctionMs() - correctionMs)).toBeLessThanOrEqual(2);
  });

  it('is none where whole seconds are told, however fast the line', async () => {
    const { clock, watch, askCoarsely } = setUp();
    for (let count = 0; count < 10; count += 1) {
      await clock.advance(125);
      await askCoarsely(0, 0);
      expect(watch.correctionMs()).toBe(0);
    }
  });
});
