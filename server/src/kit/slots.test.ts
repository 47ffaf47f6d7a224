import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../test/support/manualClock.ts';
import { createSlots } from './slots.ts';

function setUp() {
  const clock = createManualClock();
  const slots = createSlots(2);
  const begun: string[] = [];
  const task = (name: string, signal = new AbortController().signal) =>
    slots.use(signal, async () => {
      begun.push(name);
      await clock.sleep(10);
      return name;
    });
  return { clock, slots, begun, task };
}

describe('slots', () => {
  it('run as many tasks as there are, the others in the order they came', async () => {
    const { clock, begun, task } = setUp();
    const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => task(name)));
    await clock.advance(0);
    expect(begun).toEqual(['a', 'b']);
    await clock.advance(10);
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    await clock.advance(20);
    expect(await all).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('let nobody pass those who wait', async () => {
    const { clock, begun, task } = setUp();
    const first = ['a', 'b', 'c'].map((name) => task(name));
    // Asks in the same turn of the event loop in which a slot becomes free.
    const second = first[0]?.then(() => task('d'));
    await clock.advance(30);
    await Promise.all([...first, second]);
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are left by a task that fails', async () => {
    const { clock, slots, begun, task } = setUp();
    const { signal } = new AbortController();
    for (const _ of [1, 2, 3]) {
      const failing = slots.use(signal, () => Promise.reject(new Error('no')));
      await expect(failing).rejects.toThrow('no');
    }
    const both = Promise.all([task('a'), task('b')]);
    await clock.advance(0);
    expect(begun).toEqual(['a', 'b']);
    await clock.advance(10);
    await both;
  });

  it('forget a waiting task whose signal aborts', async () => {
    const { clock, begun, task } = setUp();
    const stop = new AbortController();
    const running = [task('a'), task('b')];
    const waiting = expect(task('left', stop.signal)).rejects.toThrow('enough');
    const last = task('c');
    stop.abort(new Error('enough'));
    await waiting;
    await clock.advance(20);
    await Promise.all([...running, last]);
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('never run a task whose signal has aborted, however near to being given the slot', async () => {
    for (const turns of [0, 1, 2, 3, 4, 5, 6]) {
      const slots = createSlots(1);
      const stop = new AbortController();
      const { signal } = new AbortController();
      const first = slots.use(signal, async () => abortAfter(turns, stop));
      let beganAborted = false;
      const second = slots.use(stop.signal, async () => {
        beganAborted = stop.signal.aborted;
      });
      await Promise.allSettled([first, second]);
      expect(beganAborted).toBe(false);
      expect(await slots.use(signal, async () => 'free')).toBe('free');
    }
  });
});

/** Aborts after the given number of microtasks. */
function abortAfter(turns: number, stop: AbortController): void {
  queueMicrotask(() => (turns === 0 ? stop.abort() : abortAfter(turns - 1, stop)));
}
