import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../test/support/manualClock.ts';
import { createSystemClock } from './clock.ts';

describe('manual clock', () => {
  it('runs due work in time order, also work scheduled on the way', async () => {
    const clock = createManualClock(1000);
    const ran: string[] = [];
    clock.schedule(20, () => ran.push(`b@${clock.now()}`));
    clock.schedule(10, () => {
      ran.push(`a@${clock.now()}`);
      clock.schedule(5, () => ran.push(`c@${clock.now()}`));
    });
    await clock.advance(30);
    expect(ran).toEqual(['a@1010', 'c@1015', 'b@1020']);
    expect(clock.now()).toBe(1030);
  });

  it('does not run what was cancelled and leaves nothing behind', async () => {
    const clock = createManualClock();
    let ran = 0;
    const cancel = clock.every(10, () => {
      ran += 1;
    });
    await clock.advance(35);
    cancel();
    await clock.advance(100);
    expect(ran).toBe(3);
    expect(clock.pending()).toBe(0);
  });

  it('can cancel a beat from inside the beat', async () => {
    const clock = createManualClock();
    let ran = 0;
    const cancel = clock.every(10, () => {
      ran += 1;
      cancel();
    });
    await clock.advance(100);
    expect(ran).toBe(1);
  });

  it('lets promises settle between two pieces of work', async () => {
    const clock = createManualClock();
    const order: string[] = [];
    const sleeper = clock.sleep(10).then(() => order.push('slept'));
    clock.schedule(11, () => order.push('later'));
    await clock.advance(20);
    await sleeper;
    expect(order).toEqual(['slept', 'later']);
  });

  it('ends a sleep at once when its signal aborts', async () => {
    const clock = createManualClock();
    const stop = new AbortController();
    const sleeping = clock.sleep(1_000_000, stop.signal);
    stop.abort();
    await sleeping;
    expect(clock.pending()).toBe(0);
  });

  it('tells whole milliseconds, as the machine does', async () => {
    const clock = createManualClock(1000);
    await clock.advance(2.5);
    expect([clock.now(), clock.monotonic()]).toEqual([1002, 2.5]);
  });
});

describe('system clock', () => {
  it('goes forward and can be cancelled', async () => {
    const clock = createSystemClock();
    const before = clock.monotonic();
    let ran = false;
    const cancel = clock.schedule(0, () => {
      ran = true;
    });
    cancel();
    await clock.sleep(1);
    await clock.yield();
    expect(clock.monotonic()).toBeGreaterThan(before);
    expect(ran).toBe(false);
  });
});
