import { describe, expect, it } from 'vitest';
import { bucketPrice, digitsOf, stepsFor } from './steps.ts';

describe('steps', () => {
  it('are 1, 2 and 5 of the sizes that suit the price', () => {
    expect(stepsFor(83_450)).toEqual([0.1, 0.2, 0.5, 1, 2, 5, 10]);
    expect(stepsFor(0.24)).toEqual([1e-6, 2e-6, 5e-6, 1e-5, 2e-5, 5e-5, 1e-4]);
  });

  it('are none while no price is known', () => {
    expect(stepsFor(0)).toEqual([]);
    expect(stepsFor(Number.NaN)).toEqual([]);
  });
});

it('counts the digits after the point, however the number is written', () => {
  expect([100, 0.5, 83_450.25, 1e-7, 2.5e-7].map(digitsOf)).toEqual([0, 1, 2, 7, 8]);
});

describe('the price of a row', () => {
  it('is that of a multiple of the step itself, in spite of binary fractions', () => {
    expect(bucketPrice(83_000.1, 0.1, 'bids')).toBe(83_000.1);
    expect(bucketPrice(0.3, 0.1, 'bids')).toBe(0.3);
    expect(bucketPrice(0.7, 0.1, 'asks')).toBe(0.7);
  });

  it('is the price without a step', () => {
    expect(bucketPrice(1.2345, undefined, 'asks')).toBe(1.2345);
  });
});
