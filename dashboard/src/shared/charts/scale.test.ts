import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logScaleOf, scaleOf } from './scale.ts';

const line = { from: 100, to: 0 };

describe('scaleOf', () => {
  it('has zero and round values among its ticks', () => {
    expect(scaleOf({ ...line, values: [-3, 11] }).ticks).toEqual([-5, 0, 5, 10, 15]);
    expect(scaleOf({ ...line, values: [] }).ticks).toContain(0);
  });

  it('leaves zero out on request, where the values are far from it', () => {
    const values = [101, 104];
    expect(scaleOf({ ...line, values, hasZero: false }).ticks).toEqual([101, 102, 103, 104]);
    expect(scaleOf({ ...line, values: [], hasZero: false }).ticks).toContain(0);
  });

  it('puts every value between its ends, a larger one nearer to the top', () => {
    const value = fc.integer({ min: -1e9, max: 1e9 }).map((thousandths) => thousandths / 1e3);
    fc.assert(
      fc.property(value, value, (left, right) => {
        const scale = scaleOf({ ...line, values: [left, right] });
        for (const each of [left, right]) {
          expect(scale(each)).toBeGreaterThanOrEqual(-1e-6);
          expect(scale(each)).toBeLessThanOrEqual(100 + 1e-6);
        }
        if (left < right) expect(scale(left)).toBeGreaterThanOrEqual(scale(right));
      }),
    );
  });
});

describe('logScaleOf', () => {
  it('gives each power of ten the same place', () => {
    const scale = logScaleOf({ from: 0, to: 300, values: [20, 5_000] });
    expect(scale.ticks).toEqual([10, 100, 1_000, 10_000]);
    expect(scale.ticks.map(scale)).toEqual([0, 100, 200, 300]);
  });
});
