import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../server/src/kit/clock.ts';
import { createLife, createWorldClock } from '../worldClock.ts';
import { clockBehind, createGate, rightHands } from './gate.ts';
import { createSleep } from './sleep.ts';

/** A process whose machine can sleep, and the clock by which it counts its lease. */
function createBench() {
  const world = createWorldClock();
  const gate = createGate((task) => world.schedule(0, task));
  const hands = rightHands();
  const sleep = createSleep(world, hands);
  const own = clockBehind(gate, world.of(createLife(1)), hands);
  const clock = sleep.watched(own);
  const sleepFor = async (ms: number) => {
    const wake = sleep.begin();
    await world.advance(ms);
    wake();
  };
  return { world, sleep, sleepFor, own, clock };
}

/** Returns the time of the clock that shows more, as the lease counts it, and reads both. */
function readingOf(clock: Clock) {
  const [monotonicMs, wallMs] = [clock.monotonic(), clock.now()];
  return () => Math.max(clock.monotonic() - monotonicMs, clock.now() - wallMs);
}

describe('a machine that sleeps', () => {
  it('shows the sleep by its wall clock alone', async () => {
    const { sleepFor, clock } = createBench();
    const monotonicMs = clock.monotonic();
    const elapsedMs = readingOf(clock);
    await sleepFor(5_000);
    expect(clock.monotonic() - monotonicMs).toBe(0);
    expect(elapsedMs()).toBe(5_000);
  });

  it('is not set back before its process has seen the sleep, however long that is paused', async () => {
    const { world, sleep, sleepFor, clock } = createBench();
    const elapsedMs = readingOf(clock);
    await sleepFor(5_000);
    await world.advance(900);
    world.stepWall(-5_000);
    // The process stands still for longer than it ever waits between two readings.
    await world.advance(4_000);
    expect(sleep.isDrowsy()).toBe(true);
    expect(elapsedMs()).toBe(9_900);
    expect(sleep.isDrowsy()).toBe(false);
    expect(elapsedMs()).toBe(4_900);
  });

  it('is not awake because others than the lease read its clock, or as it falls asleep', async () => {
    const { world, sleep, own, clock } = createBench();
    const wake = sleep.begin();
    clock.now();
    await world.advance(5_000);
    wake();
    own.now();
    expect(sleep.isDrowsy()).toBe(true);
    clock.now();
    expect(sleep.isDrowsy()).toBe(false);
  });

  it('does not sleep before its process has seen the setting of its clock', async () => {
    const { world, sleep, clock } = createBench();
    expect(sleep.mayBegin()).toBe(true);
    clock.now();
    await world.advance(100);
    world.stepWall(-5_000);
    // The process stands still for longer than it ever waits between two readings.
    await world.advance(4_000);
    expect(sleep.mayBegin()).toBe(false);
    clock.now();
    expect(sleep.mayBegin()).toBe(true);
  });

  it('does not sleep again before its process has seen a setting that was missed', async () => {
    const { world, sleep, sleepFor, clock } = createBench();
    await sleepFor(5_000);
    world.stepWall(-5_000);
    await world.advance(100);
    clock.now();
    expect(sleep.mayBegin()).toBe(false);
    await world.advance(99);
    clock.now();
    expect(sleep.mayBegin()).toBe(false);
    await world.advance(1);
    clock.now();
    expect(sleep.mayBegin()).toBe(true);
  });
});
