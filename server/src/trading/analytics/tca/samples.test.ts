import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSamples } from './samples.ts';

function samplesOf(values: readonly number[]) {
  const samples = createSamples();
  for (const value of values) samples.add(value);
  return samples;
}

describe('samples by rank', () => {
  test('has the one in the middle, or the mean of two', () => {
    expect(samplesOf([30, -10, 20]).median()).toBe(20);
    expect(samplesOf([30, -10, 20, 24]).median()).toBe(22);
  });

  test('has the least that 19 of 20 do not exceed', () => {
    const values = Array.from({ length: 20 }, (_, i) => i + 1);
    expect(samplesOf(values).percentile(95)).toBe(19);
    expect(samplesOf([...values, 21]).percentile(95)).toBe(20);
    expect(samplesOf([7]).percentile(95)).toBe(7);
  });

  test('is not known of nothing', () => {
    expect(samplesOf([]).median()).toBeUndefined();
    expect(samplesOf([]).percentile(95)).toBeUndefined();
  });

  test('is that of any numbers, however many came', () => {
    const values = fc.array(fc.oneof(fc.integer({ min: -9, max: 9 }), fc.integer()), {
      minLength: 1,
      maxLength: 3_000,
    });
    const check = (given: readonly number[]) => {
      const p95 = samplesOf(given).percentile(95) ?? Number.NaN;
      const ordered = Float64Array.from(given).sort();
      const middle = [(given.length - 1) >> 1, given.length >> 1].map((i) => ordered[i] ?? 0);
      expect(samplesOf(given).median()).toBe(((middle[0] ?? 0) + (middle[1] ?? 0)) / 2);
      const within = given.filter((value) => value <= p95).length;
      const below = given.filter((value) => value < p95).length;
      expect(within / given.length).toBeGreaterThanOrEqual(0.95);
      expect(below / given.length).toBeLessThan(0.95);
    };
    fc.assert(fc.property(values, check), { numRuns: 100 });
  });
});
