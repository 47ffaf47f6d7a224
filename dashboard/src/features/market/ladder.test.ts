import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Level, mergeSide, type VenueSide } from './ladder.ts';
import type { Side } from './steps.ts';

const whole = (...levels: Level[]): VenueSide => ({ levels, isCut: false });
const cut = (...levels: Level[]): VenueSide => ({ levels, isCut: true });

describe('the merged ladder', () => {
  it('sums what venues quote at one price and keeps whose part is whose', () => {
    const first = whole([101, 1], [100, 2]);
    const third = whole([100.5, 4], [100, 3]);
    expect(mergeSide([first, undefined, third], { side: 'bids', step: undefined })).toEqual([
      { price: 101, quantity: 1, cumulative: 1, parts: [1, 0, 0], isPartial: false },
      { price: 100.5, quantity: 4, cumulative: 5, parts: [0, 0, 4], isPartial: false },
      { price: 100, quantity: 5, cumulative: 10, parts: [2, 0, 3], isPartial: false },
    ]);
  });

  it('marks rows behind the last level of a venue that may have more', () => {
    const near = cut([10, 1], [11, 1]);
    const far = whole([10, 1], [11, 1], [12, 1]);
    const rows = mergeSide([near, far], { side: 'asks', step: undefined });
    expect(rows.map(({ isPartial }) => isPartial)).toEqual([false, false, true]);
  });

  it('shows bids of a step at its lower and asks at its upper end', () => {
    const side = whole([10.4, 1]);
    expect(mergeSide([side], { side: 'bids', step: 1 })[0]?.price).toBe(10);
    expect(mergeSide([side], { side: 'asks', step: 1 })[0]?.price).toBe(11);
  });

  it('shows so many rows and no more', () => {
    const side = whole([3, 1], [2, 1], [1, 1]);
    expect(mergeSide([side], { side: 'bids', step: undefined, rowCount: 2 })).toHaveLength(2);
  });
});

/** Prices in cents and whole quantities: their sums have no rounding noise. */
const level = fc.tuple(
  fc.integer({ min: 1, max: 200_000 }).map((cents) => cents / 100),
  fc.integer({ min: 1, max: 1_000 }),
);
const levels = fc.uniqueArray(level, { selector: ([price]) => price, maxLength: 30 });
const venues = fc.array(fc.option(levels, { nil: undefined }), { minLength: 1, maxLength: 4 });
const bestFirst = (each: Level[], of: Side) =>
  whole(...each.sort(([left], [right]) => (of === 'bids' ? right - left : left - right)));
const side = fc.constantFrom<Side>('bids', 'asks');
const step = fc.constantFrom(undefined, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 20, 5_000);

describe('every merge', () => {
  it('neither loses nor makes quantity, of all and of each venue', () => {
    fc.assert(
      fc.property(venues, side, step, (given, of, by) => {
        const books = given.map((each) => each && bestFirst(each, of));
        const rows = mergeSide(books, { side: of, step: by });
        for (const [index, book] of books.entries()) {
          const told = rows.reduce((sum, { parts }) => sum + (parts[index] ?? 0), 0);
          expect(told).toBe((book?.levels ?? []).reduce((sum, [, quantity]) => sum + quantity, 0));
        }
        const total = rows.reduce((sum, { quantity }) => sum + quantity, 0);
        expect(rows.at(-1)?.cumulative ?? 0).toBe(total);
      }),
    );
  });

  it('goes from the best price to the worst, each once', () => {
    fc.assert(
      fc.property(venues, side, step, (given, of, by) => {
        const books = given.map((each) => each && bestFirst(each, of));
        const prices = mergeSide(books, { side: of, step: by }).map(({ price }) => price);
        const sign = of === 'bids' ? -1 : 1;
        for (const [index, price] of prices.entries()) {
          expect(sign * price).toBeGreaterThan(sign * (prices[index - 1] ?? -sign * 1e9));
        }
      }),
    );
  });

  it('shows nobody a better price than there is, nor one a step away', () => {
    fc.assert(
      fc.property(level, side, step, (quoted, of, by) => {
        const [row] = mergeSide([whole(quoted)], { side: of, step: by });
        const away = of === 'bids' ? quoted[0] - (row?.price ?? 0) : (row?.price ?? 0) - quoted[0];
        expect(away).toBeGreaterThanOrEqual(0);
        expect(away).toBeLessThan(by ?? Number.MIN_VALUE);
      }),
    );
  });
});
