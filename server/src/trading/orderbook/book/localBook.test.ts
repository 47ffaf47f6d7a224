import { describe, expect, test } from 'vitest';
import type { WireLevel } from '../../venues/bookPort.ts';
import { LocalBook, levelsPerSideMax } from './localBook.ts';
import { WireLevels } from './wireLevels.ts';

function wireOf(...levels: WireLevel[]): WireLevels {
  const wire = new WireLevels();
  expect(wire.parse(levels)).toBe(true);
  return wire;
}

describe('a local book', () => {
  test.each([
    [99, false],
    [100, true],
    [101, true],
  ])('with a bid of %d and an ask of 100 is crossed: %s', (bid, crossed) => {
    const book = new LocalBook();
    book.replace(wireOf([bid, 1]), wireOf([100, 1]));
    expect(book.isCrossed()).toBe(crossed);
  });

  test('is not crossed while a side is empty', () => {
    const book = new LocalBook();
    book.replace(wireOf([99, 1]), wireOf());
    expect(book.isCrossed()).toBe(false);
    book.replace(wireOf(), wireOf([1, 1]));
    expect(book.isCrossed()).toBe(false);
  });

  test('tells a change of either side', () => {
    const book = new LocalBook();
    expect(book.replace(wireOf([99, 1]), wireOf([100, 1]))).toBe(true);
    expect(book.replace(wireOf([99, 1]), wireOf([100, 1]))).toBe(false);
    expect(book.replace(wireOf([99, 1]), wireOf([100, 2]))).toBe(true);
    expect(book.apply(wireOf([99, 1]), wireOf([100, 2]))).toBe(false);
    expect(book.apply(wireOf([99, 3]), wireOf())).toBe(true);
    expect(book.apply(wireOf(), wireOf([100, 0]))).toBe(true);
  });

  test('keeps a bounded number of levels of a venue that only adds', () => {
    const book = new LocalBook();
    const levels = Array.from({ length: levelsPerSideMax + 10 }, (_, i): WireLevel => [i + 1, 1]);
    book.apply(wireOf(...levels), wireOf());
    expect(book.bids.size).toBe(levelsPerSideMax);
    expect(book.bids.best()).toEqual([levelsPerSideMax + 10, 1]);
    expect(book.bids.top(levelsPerSideMax).at(-1)).toEqual([11, 1]);
  });
});
