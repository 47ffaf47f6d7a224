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
