import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Level } from '../orderbook/types.ts';
import { mergeLevels, worthOf } from './levels.ts';

const level = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 9 }));
const sides = fc.array(fc.array(level, { maxLength: 12 }), { minLength: 1, maxLength: 5 });

describe('merged levels', () => {
  it('are best first for whoever takes them, one level a price', () => {
    const asks: Level[][] = [
      [
        [10, 1],
        [12, 2],
      ],
      [
        [9, 3],
        [10, 4],
      ],
    ];
    expect(mergeLevels(asks, 'buy')).toEqual([
      [9, 3],
      [10, 5],
      [12, 2],
    ]);
    expect(mergeLevels(asks, 'sell')).toEqual([
      [12, 2],
      [10, 5],
      [9, 3],
    ]);
    expect(mergeLevels([[], []], 'buy')).toEqual([]);
  });

  it('are worth as much as the books they came from', () => {
    fc.assert(
      fc.property(sides, fc.constantFrom('buy', 'sell'), (books, side) => {
        const merged = mergeLevels(books, side);
        expect(worthOf(merged)).toBe(books.reduce((sum, book) => sum + worthOf(book), 0));
        const prices = merged.map(([price]) => price);
        const ordered = [...new Set(prices)].sort((a, b) => (side === 'buy' ? a - b : b - a));
        expect(prices).toEqual(ordered);
      }),
    );
  });
});
