import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clamp, roundTo, stepDecimals } from './numbers.ts';

describe('numbers', () => {
  it.each([
    [1.005, 2, 1.01],
    [-1.005, 2, -1.01],
    [2.5, 0, 3],
    [1e-9, 8, 0],
    [123_456.789, 1, 123_456.8],
    [5.1e-7, 8, 5.1e-7],
  ])('rounds %d to %d decimals as %d', (value, digits, rounded) => {
    expect(roundTo(value, digits)).toBe(rounded);
  });

  it.each([
    [1e12, 3],
    [1e18, 3],
    [123_456_789_012_345.67, 3],
    [-1e21, 0],
    [1.5e300, 8],
    [Number.MAX_VALUE, 308],
    [5e-324, 330],
    [Number.MAX_SAFE_INTEGER, 0],
  ])('leaves %d, which has no more than %d decimals, as it is', (value, digits) => {
    expect(roundTo(value, digits)).toBe(value);
  });

  it('rounds any finite number to one, half a step away at most', () => {
    const value = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(value, fc.integer({ min: 0, max: 18 }), (given, digits) => {
        const rounded = roundTo(given, digits);
        expect(Number.isFinite(rounded)).toBe(true);
        const slack = Math.abs(given) * Number.EPSILON;
        expect(Math.abs(rounded - given)).toBeLessThanOrEqual(0.5 * 10 ** -digits + slack);
      }),
    );
  });

  it.each([
    [0.01, 2],
    [1, 0],
    [1e-8, 8],
    [0.00025, 5],
    [10, 0],
  ])('finds the decimals of step %d', (step, decimals) => {
    expect(stepDecimals(step)).toBe(decimals);
  });

  it('limits a value to its range', () => {
    expect([clamp(-1, 0, 1), clamp(0.5, 0, 1), clamp(2, 0, 1)]).toEqual([0, 0.5, 1]);
  });
});
