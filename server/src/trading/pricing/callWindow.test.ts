import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manualClock.ts';
import { createCallWindow } from './callWindow.ts';

const minuteMs = 60_000;

describe('the call window', () => {
  it('never lets more calls start in any sliding minute than were agreed', async () => {
    const moments = fc.array(
      fc.record({ afterMs: fc.integer({ min: 0, max: 40_000 }), count: fc.nat({ max: 8 }) }),
      { minLength: 10, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), moments, async (limit, load) => {
        const clock = createManualClock();
        const window = createCallWindow(clock, limit);
        const starts: number[] = [];
        for (const { afterMs, count } of load) {
          for (let i = 0; i < count; i += 1) {
            void window.enter(2_000).then((held) => {
              if (held === undefined) starts.push(clock.monotonic());
            });
          }
          await clock.advance(afterMs);
        }
        await clock.advance(2_000);
        for (const [index, startMs] of starts.entries()) {
          const next = starts[index + limit];
          expect((next ?? Number.POSITIVE_INFINITY) - startMs).toBeGreaterThan(minuteMs);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('lets all it may start at once, and the next one when the minute is over', async () => {
    const clock = createManualClock();
    const window = createCallWindow(clock, 2);
    expect([await window.enter(0), await window.enter(0)]).toEqual([undefined, undefined]);
    expect(await window.enter(2_000)).toBe(
      'The 2 calls a minute to the price provider are used up for 61 s.',
    );
    await clock.advance(59_500);
    let held: string | undefined = 'waiting';
    void window.enter(2_000).then((outcome) => {
      held = outcome;
    });
    await clock.advance(1_499);
    expect(held).toBe('waiting');
    await clock.advance(1);
    expect(held).toBeUndefined();
  });

  it('keeps a third of the calls from spare ones', async () => {
    const clock = createManualClock();
    const window = createCallWindow(clock, 6);
    const spare = () => window.enter(2_000, true);
    for (let i = 0; i < 4; i += 1) expect(await spare()).toBeUndefined();
    expect(await spare()).toMatch(/reserved for price requests/);
    expect([await window.enter(0), await window.enter(0)]).toEqual([undefined, undefined]);
    expect(await window.enter(0)).toMatch(/used up/);
    await clock.advance(61_000);
    expect(await spare()).toBeUndefined();
  });

  it('lets one spare call a minute through where only one may be made', async () => {
    const window = createCallWindow(createManualClock(), 1);
    expect(await window.enter(0, true)).toBeUndefined();
  });

  it('starts nothing during a pause, and a shorter one does not end a longer', async () => {
    const clock = createManualClock();
    const window = createCallWindow(clock, undefined);
    window.pause(10_000, 'Limited.');
    window.pause(1_000, 'Again.');
    expect(await window.enter(2_000)).toBe('Limited. It is called again in 10 s.');
    await clock.advance(9_999);
    expect(await window.enter(2_000)).toBe('Limited. It is called again in 1 s.');
    await clock.advance(1);
    expect(await window.enter(2_000)).toBeUndefined();
  });

  it('holds back a call whose turn comes within a pause', async () => {
    const clock = createManualClock();
    const window = createCallWindow(clock, 1);
    await window.enter(0);
    await clock.advance(60_000);
    const waiting = window.enter(2_000);
    window.pause(5_000, 'Limited.');
    await clock.advance(1_000);
    expect(await waiting).toBe('Limited. It is called again in 4 s.');
  });
});
