import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../test/support/manualClock.ts';
import { abortable } from './abortable.ts';
import { createSharedFlight } from './sharedFlight.ts';

function setUp() {
  const clock = createManualClock();
  const runs: AbortSignal[] = [];
  const fly = createSharedFlight(async (signal) => {
    runs.push(signal);
    const number = runs.length;
    await abortable(clock.sleep(10, signal), signal);
    if (number === 2) throw new Error('the second fails');
    return number;
  });
  return { clock, runs, fly, signal: new AbortController().signal };
}

describe('shared flight', () => {
  it('is one run for all who come while it lasts, and a new one after', async () => {
    const { clock, fly, signal } = setUp();
    const first = Promise.all([fly(signal), fly(signal)]);
    await clock.advance(10);
    expect(await first).toEqual([1, 1]);
    const second = Promise.allSettled([fly(signal), fly(signal)]);
    await clock.advance(10);
    expect((await second).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const third = fly(signal);
    await clock.advance(10);
    expect(await third).toBe(3);
  });

  it('goes on for the others when one leaves', async () => {
    const { clock, fly, runs, signal } = setUp();
    const stop = new AbortController();
    const leaving = expect(fly(stop.signal)).rejects.toThrow('enough');
    const staying = fly(signal);
    stop.abort(new Error('enough'));
    await leaving;
    expect(runs[0]?.aborted).toBe(false);
    await clock.advance(10);
    expect(await staying).toBe(1);
  });

  it('ends when the last one leaves, and is not joined after that', async () => {
    const { clock, fly, runs, signal } = setUp();
    const stop = new AbortController();
    const leaving = expect(fly(stop.signal)).rejects.toThrow('enough');
    stop.abort(new Error('enough'));
    await leaving;
    expect(runs[0]?.aborted).toBe(true);
    const next = expect(fly(signal)).rejects.toThrow('the second fails');
    await clock.advance(10);
    await next;
    expect(clock.pending()).toBe(0);
  });

  it('is not joined after the last one left, even while its task heeds no signal', async () => {
    const { clock, signal } = setUp();
    let runs = 0;
    const fly = createSharedFlight(async () => {
      runs += 1;
      await clock.sleep(10);
    });
    const stop = new AbortController();
    const leaving = expect(fly(stop.signal)).rejects.toThrow('enough');
    stop.abort(new Error('enough'));
    await leaving;
    const next = fly(signal);
    expect(runs).toBe(2);
    await clock.advance(10);
    await next;
  });
});
