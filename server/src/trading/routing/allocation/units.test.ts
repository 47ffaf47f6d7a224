import { expect, it } from 'vitest';
import { leastMultiple, lotsUp, unitsOf, wholeLots, wholeUnits } from './units.ts';

it('counts steps in their greatest common divisor', () => {
  expect(unitsOf([0.01, 0.01])).toEqual({ size: 0.01, steps: [1, 1] });
  expect(unitsOf([0.1, 0.001])).toEqual({ size: 0.001, steps: [100, 1] });
  expect(unitsOf([0.002, 0.003])).toEqual({ size: 0.001, steps: [2, 3] });
  expect(unitsOf([10, 25, 1e-8])).toEqual({ size: 1e-8, steps: [1e9, 2.5e9, 1] });
});

it('never finds more units than were asked for', () => {
  expect([0.8, 0.7 + 0.1, 0.3 - 0.1, 1e-9].map((each) => wholeUnits(each, 0.1))).toEqual([
    8, 7, 1, 0,
  ]);
});

it('finds whole lots through the noise of floats', () => {
  expect([0.3 / 0.1, 2.99, 3.01, 0].map(wholeLots)).toEqual([3, 2, 3, 0]);
  expect([0.3 / 0.1, 2.99, 3.01, 1.1 * 3].map(lotsUp)).toEqual([3, 3, 4, 4]);
  expect(leastMultiple(4, 6)).toBe(12);
  expect(wholeLots(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
});
