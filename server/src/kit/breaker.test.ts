import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../test/support/manualClock.ts';
import { createBreaker } from './breaker.ts';

const failuresMax = 3;
const openMs = 1_000;
const down = new Error('down');
const odd = new Error('odd');
const { signal } = new AbortController();

function setUp() {
  const clock = createManualClock();
  const breaker = createBreaker({
    clock,
    failuresMax,
    openMs,
    isFailure: (error) => error === down,
    refusal: () => new Error('refused'),
  });
  let calls = 0;
  /** Runs a call and returns its value, or the text of the error that it rejects with. */
  const call = (outcome: Error | string | Promise<string>, own: AbortSignal = signal) =>
    breaker
      .use(own, async () => {
        calls += 1;
        if (outcome instanceof Error) throw outcome;
        return outcome;
      })
      .catch((error: Error) => error.message);
  const open = async () => {
    for (let count = 0; count < failuresMax; count += 1) await call(down);
  };
  return { clock, call, open, calls: () => calls };
}

/** Creates a promise that the test settles. */
const held = () => Promise.withResolvers<string>();

describe('a breaker that is closed', () => {
  it('opens after so many failures in a row', async () => {
    const { call, calls } = setUp();
    for (let count = 0; count < failuresMax; count += 1) expect(await call(down)).toBe('down');
    expect([await call('value'), calls()]).toEqual(['refused', failuresMax]);
  });

  it('counts anew after a success', async () => {
    const { call } = setUp();
    for (const outcome of [down, down, 'value', down, down]) await call(outcome);
    expect([await call(down), await call('value')]).toEqual(['down', 'refused']);
  });

  it('takes other errors neither for a failure nor for a success', async () => {
    const { call } = setUp();
    for (const outcome of [down, odd, down, odd, odd]) await call(outcome);
    expect([await call(down), await call('value')]).toEqual(['down', 'refused']);
  });

  it('does not count a call that was given up', async () => {
    const { call } = setUp();
    const stop = new AbortController();
    const { promise, reject } = held();
    const givenUp = Array.from({ length: failuresMax }, () => call(promise, stop.signal));
    stop.abort();
    reject(down);
    await Promise.all(givenUp);
    expect(await call('value')).toBe('value');
  });
});

describe('a breaker that is open', () => {
  it('lets nothing through before its time is over, and closes on a success', async () => {
    const { clock, call, open } = setUp();
    await open();
    await clock.advance(openMs - 1);
    expect(await call('value')).toBe('refused');
    await clock.advance(1);
    expect(await call('value')).toBe('value');
    for (const outcome of [down, down]) await call(outcome);
    expect(await call('again')).toBe('again');
  });

  it('opens again when the call that tries it out fails', async () => {
    const { clock, call, open } = setUp();
    await open();
    await clock.advance(openMs);
    expect(await call(down)).toBe('down');
    await clock.advance(openMs - 1);
    expect(await call('value')).toBe('refused');
    await clock.advance(1);
    expect(await call('value')).toBe('value');
  });

  it('lets one call try it out while the others wait, then all of them or none', async () => {
    for (const [end, expected] of [
      ['value', ['value', 'b', 'c']],
      [down, ['down', 'refused', 'refused']],
    ] as const) {
      const { clock, call, open, calls } = setUp();
      await open();
      await clock.advance(openMs);
      const { promise, resolve, reject } = held();
      const all = [call(promise), call('b'), call('c')];
      await clock.advance(openMs);
      expect(calls()).toBe(failuresMax + 1);
      if (end === down) reject(end);
      else resolve('value');
      expect(await Promise.all(all)).toEqual(expected);
    }
  });

  it('is tried out by the next call when the first tells nothing', async () => {
    const { clock, call, open } = setUp();
    await open();
    await clock.advance(openMs);
    const { promise, reject } = held();
    const stop = new AbortController();
    const all = [call(promise, stop.signal), call(odd), call(down), call('value')];
    stop.abort();
    reject(down);
    expect(await Promise.all(all)).toEqual(['down', 'odd', 'down', 'refused']);
  });

  it('lets a call that waits go when its signal aborts', async () => {
    const { clock, call, open, calls } = setUp();
    await open();
    await clock.advance(openMs);
    const { promise, resolve } = held();
    const trying = call(promise);
    const stop = new AbortController();
    const waiting = call('value', stop.signal);
    stop.abort(new Error('enough'));
    expect(await waiting).toBe('enough');
    resolve('value');
    expect([await trying, calls()]).toEqual(['value', failuresMax + 1]);
  });

  it('is not kept open by calls from before, and is closed by their success', async () => {
    const { clock, call, open } = setUp();
    const [bad, good] = [held(), held()];
    const before = [call(bad.promise), call(good.promise)];
    await open();
    await clock.advance(openMs / 2);
    bad.reject(down);
    await before[0];
    await clock.advance(openMs / 2);
    expect([await call(down), await call('value')]).toEqual(['down', 'refused']);
    good.resolve('value');
    expect([await before[1], await call('next')]).toEqual(['value', 'next']);
  });
});
