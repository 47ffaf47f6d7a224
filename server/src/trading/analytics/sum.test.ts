import { describe, expect, test } from 'vitest';
import { bpsOf, pctOf, ratio, Sum, WeightedMean } from './sum.ts';

describe('a sum', () => {
  test('keeps what is small when what is large cancels', () => {
    const sum = new Sum();
    for (const term of [1, 1e100, 1, -1e100]) sum.add(term);
    expect(sum.value).toBe(2);
  });

  test('of a million tenths is a hundred thousand', () => {
    const sum = new Sum();
    for (let i = 0; i < 1_000_000; i += 1) sum.add(0.1);
    expect(sum.value).toBe(100_000);
  });

  test('of nothing is zero', () => {
    expect(new Sum().value).toBe(0);
  });
});

describe('a weighted mean', () => {
  test('leans to where the weight is, and counts its terms', () => {
    const mean = new WeightedMean();
    mean.add(10, 3);
    mean.add(-2, 1);
    expect(mean).toMatchObject({ value: 7, count: 2 });
  });

  test('is not known without terms, nor without weight', () => {
    const mean = new WeightedMean();
    expect(mean.value).toBeUndefined();
    mean.add(10, 0);
    expect(mean.value).toBeUndefined();
  });
});

describe('shares', () => {
  test('are parts of a whole, of 10,000 or of 100', () => {
    expect([ratio(1, 4), bpsOf(1, 4), pctOf(1, 4)]).toEqual([0.25, 2_500, 25]);
  });

  test('are not known where there is no whole', () => {
    expect([ratio(1, 0), bpsOf(1, 0), pctOf(1, -1)]).toEqual([undefined, undefined, undefined]);
  });
});
