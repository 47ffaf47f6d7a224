import { describe, expect, it } from 'vitest';
import { areSame, comparedDepth, type NumberLevel, type Sides } from './bookCase.ts';

const side = (sign: number, change: Record<number, NumberLevel> = {}) =>
  Array.from({ length: comparedDepth }, (_, i): NumberLevel => change[i] ?? [100 + sign * i, 2]);
const book = (change?: Record<number, NumberLevel>): Sides => ({
  bids: side(-1),
  asks: side(1, change),
});

describe('books at the end of a benchmark', () => {
  it('are the same with rounding in the last digit', () => {
    expect(areSame(book(), book({ 3: [103, 2 + 1e-15] }))).toBe(true);
  });

  it('differ by one price or one quantity of the last rank', () => {
    expect(areSame(book(), book({ 9: [109.01, 2] }))).toBe(false);
    expect(areSame(book(), book({ 9: [109, 2.000001] }))).toBe(false);
  });

  it('differ when both are too short or a number is none', () => {
    const empty = { bids: [], asks: [] };
    expect(areSame(empty, empty)).toBe(false);
    expect(areSame(book({ 0: [Number.NaN, 2] }), book({ 0: [Number.NaN, 2] }))).toBe(false);
  });
});
