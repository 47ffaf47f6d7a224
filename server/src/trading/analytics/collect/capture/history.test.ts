import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHistory } from './history.ts';

const startMs = 1_700_000_000_000;

function historyOf(figures: readonly (readonly [atMs: number, value: number])[]) {
  const history = createHistory();
  for (const [ms, value] of figures) {
    history.add({ atMs: startMs + ms, value }, startMs + ms);
  }
  return history;
}

describe('the short history of a market', () => {
  it('tells the last figure before a moment, never one of the moment itself', () => {
    const history = historyOf([
      [0, 100],
      [10, 101],
      [20, 102],
    ]);
    expect(history.before(startMs)).toBeUndefined();
    expect(history.before(startMs + 1)).toEqual({ value: 100, atMs: startMs });
    expect(history.before(startMs + 10)).toEqual({ value: 100, atMs: startMs });
    expect(history.before(startMs + 11)?.value).toBe(101);
    expect(history.before(startMs + 999)).toEqual({ value: 102, atMs: startMs + 20 });
  });

  it('takes the last word of a millisecond, and none that comes after a later one', () => {
    const history = historyOf([
      [10, 100],
      [10, 101],
      [5, 99],
    ]);
    expect(history.before(startMs + 11)?.value).toBe(101);
    expect(history.before(startMs + 10)).toBeUndefined();
  });

  it('keeps a figure that does not change four times a second', () => {
    const figures = Array.from({ length: 101 }, (_, i) => [i * 10, 100] as const);
    const history = historyOf(figures);
    expect(history.before(startMs + 740)?.atMs).toBe(startMs + 500);
    expect(history.before(startMs + 2_000)?.atMs).toBe(startMs + 1_000);
  });

  it('forgets the oldest, and says up to when', () => {
    const history = historyOf(Array.from({ length: 2_405 }, (_, i) => [i, i] as const));
    expect(history.forgottenMs).toBe(startMs + 4);
    expect(history.before(startMs + 5)).toBeUndefined();
    expect(history.before(startMs + 6)?.value).toBe(5);
    expect(history.before(startMs + 9_999)?.value).toBe(2_404);
  });

  it('leaves out a figure whose stamp is far from our own time, and goes on', () => {
    const history = createHistory();
    history.add({ atMs: startMs + 3_600_000, value: 100 }, startMs);
    history.add({ atMs: startMs - 5_001, value: 102 }, startMs);
    history.add({ atMs: Number.NaN, value: 103 }, startMs);
    expect(history.before(startMs + 9_000_000)).toBeUndefined();
    history.add({ atMs: startMs + 10, value: 101 }, startMs + 10);
    expect(history.before(startMs + 11)?.value).toBe(101);
  });

  it('begins anew when the clock is set back', () => {
    const history = createHistory();
    history.add({ atMs: startMs, value: 100 }, startMs);
    history.add({ atMs: startMs - 60_000, value: 101 }, startMs - 60_000);
    expect(history.before(startMs - 59_999)?.value).toBe(101);
    expect(history.before(startMs + 1)?.value).toBe(101);
  });

  it('agrees with a list that is looked through, whatever comes in whatever order', () => {
    const word = fc.record({
      stepMs: fc.integer({ min: -300, max: 600 }),
      value: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 200 }), fc.nat(40_000), (words, askedMs) => {
        const history = createHistory();
        const kept: { atMs: number; value: number }[] = [];
        let heardMs = startMs;
        for (const { stepMs, value } of words) {
          heardMs += Math.max(0, stepMs);
          const atMs = heardMs + Math.min(0, stepMs);
          history.add({ atMs, value }, heardMs);
          kept.push({ atMs, value });
        }
        const told = history.before(startMs + askedMs);
        // The figure was really reported, is from before the moment, and is no older than the
        // oldest kept.
        if (told) {
          expect(told.atMs).toBeLessThan(startMs + askedMs);
          expect(kept).toContainEqual(told);
        } else {
          expect(kept[0] === undefined || kept[0].atMs >= startMs + askedMs).toBe(true);
        }
      }),
    );
  });
});
