import { describe, expect, test } from 'vitest';
import { recordOf, runOf } from '../../../../test/support/algorithms/records.ts';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import { elapsedAfterRestart } from './afterRestart.ts';
import { createMidWatch, createRunClock } from './runClock.ts';

const running = recordOf('parent', { run: runOf({ elapsedMs: 1_000 }) });

describe('the clock of an algorithm', () => {
  test('goes on from where it was stored, and stands while it is not running', async () => {
    const clock = createManualClock();
    const time = createRunClock(clock, running);
    await clock.advance(500);
    expect(time.nowMs()).toBe(1_500);
    const paused = { ...running, status: 'PAUSED', run: runOf({ elapsedMs: 1_400 }) } as const;
    time.follow(paused);
    await clock.advance(60_000);
    expect(time.nowMs()).toBe(1_400);
    time.follow({ ...paused, status: 'RUNNING' });
    await clock.advance(100);
    expect(time.nowMs()).toBe(1_500);
  });

  test('loses nothing by steps that are written while it goes', async () => {
    const clock = createManualClock();
    const time = createRunClock(clock, running);
    await clock.advance(500);
    time.follow({ ...running, run: runOf({ elapsedMs: 1_100 }) });
    expect(time.nowMs()).toBe(1_500);
  });

  test('does not mind a step of the wall clock', () => {
    const time = createRunClock({ monotonic: () => 7 }, running);
    expect(time.nowMs()).toBe(1_000);
  });
});

describe('after a restart the clock', () => {
  const run = runOf({ elapsedMs: 1_000, savedAtMs: 50_000 });

  test.each([
    ['counts what ran until the last beat', 54_000, 90_000, 5_000],
    ['counts nothing when there was no beat since', 49_000, 90_000, 1_000],
    ['counts nothing when there never was one', undefined, 90_000, 1_000],
    ['never counts beyond now, should the wall clock have gone back', 80_000, 52_000, 3_000],
    ['never goes back, should the wall clock have gone back far', 80_000, 10_000, 1_000],
  ])('%s', (_what, beatAtMs, nowMs, elapsedMs) => {
    expect(elapsedAfterRestart({ type: 'twap', status: 'RUNNING', run }, { beatAtMs, nowMs })).toBe(
      elapsedMs,
    );
  });

  test('stands for one that was paused', () => {
    const restart = { beatAtMs: 54_000, nowMs: 90_000 };
    expect(elapsedAfterRestart({ type: 'twap', status: 'PAUSED', run }, restart)).toBe(1_000);
  });
});

describe('seen mids', () => {
  test('are weighted by time, and of long times without a look nothing is known', async () => {
    const clock = createManualClock();
    let mid: number | undefined = 100;
    const market = { top: () => ({ mid, spreadBps: 1 }), sample: () => undefined };
    const mids = createMidWatch(market, createRunClock(clock, running), running);
    await clock.advance(1_000);
    mids.sample();
    mid = 110;
    await clock.advance(3_000);
    mids.sample();
    await clock.advance(6_000);
    mids.sample();
    mid = undefined;
    await clock.advance(1_000);
    mids.sample();
    expect(mids.seen()).toEqual({ midTimeMs: 4_000, midSum: 430_000, lastMid: 110 });
  });
});
