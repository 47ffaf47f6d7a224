import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binsOf, quantileOf } from './bins.ts';

describe('binsOf', () => {
  it('counts values in bins of a round width', () => {
    expect(binsOf([-1.5, 0.2, 0.4, 3.9])).toEqual([
      { from: -2, to: -1, count: 1 },
      { from: -1, to: 0, count: 0 },
      { from: 0, to: 1, count: 2 },
      { from: 1, to: 2, count: 0 },
      { from: 2, to: 3, count: 0 },
      { from: 3, to: 4, count: 1 },
    ]);
  });

  it('has none without values, and one for a single value', () => {
    expect(binsOf([])).toEqual([]);
    expect(binsOf([7]).map(({ count }) => count)).toContain(1);
    expect(binsOf([0]).reduce((sum, { count }) => sum + count, 0)).toBe(1);
  });

  it('counts every value once, and never splits at other than zero', () => {
    const value = fc.integer({ min: -1e7, max: 1e7 }).map((thousandths) => thousandths / 1e3);
    const values = fc.array(value, { minLength: 1 });
    fc.assert(
      fc.property(values, (given) => {
        const bins = binsOf(given);
        expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(given.length);
        for (const { from, to } of bins) expect(from < 0 && to > 1e-9).toBe(false);
      }),
    );
  });
});

describe('quantileOf', () => {
  it('is the least value that so many do not exceed', () => {
    const values = [5, 1, 4, 2, 3];
    expect([0, 50, 95, 100].map((percent) => quantileOf(values, percent))).toEqual([1, 3, 5, 5]);
    expect(quantileOf([], 50)).toBeUndefined();
  });
});
