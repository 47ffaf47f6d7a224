import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createChance } from './chance.ts';
import { createLadder, type LadderBook, type LadderShape } from './ladder.ts';

const shapes = fc.record({
  stepTicks: fc.integer({ min: 1, max: 400 }),
  levelsPerSide: fc.integer({ min: 50, max: 200 }),
  lotsAtTouch: fc.integer({ min: 1, max: 1_000_000 }),
  lotsMin: fc.integer({ min: 1, max: 100 }),
});
const walk = fc.array(fc.integer({ min: -300, max: 300 }), { maxLength: 20 });
const startTicks = 500_000;

/** Returns every book on the way. */
function booksOf(shape: LadderShape, steps: readonly number[], seed = 1): LadderBook[] {
  const ladder = createLadder('a market', shape, createChance(seed, 'a market'));
  let mid = startTicks;
  return [0, ...steps].map((step) => {
    mid += step;
    ladder.move(mid);
    return ladder.book();
  });
}

test('a book is never crossed, each side is sorted and whole, and no level is too small', () => {
  fc.assert(
    fc.property(shapes, walk, (shape, steps) => {
      for (const { bids, asks } of booksOf(shape, steps)) {
        expect([bids.length, asks.length]).toEqual([shape.levelsPerSide, shape.levelsPerSide]);
        const levels = [...[...bids].reverse(), ...asks];
        const isSound = levels.every(([ticks, lots], at) => {
          const isWhole = Number.isSafeInteger(ticks) && Number.isSafeInteger(lots);
          return isWhole && lots >= shape.lotsMin && ticks > (levels[at - 1]?.[0] ?? 0);
        });
        expect(isSound).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

test('the best prices lie around the middle, within two steps', () => {
  fc.assert(
    fc.property(shapes, walk, (shape, steps) => {
      let mid = startTicks;
      booksOf(shape, steps).forEach(({ bids, asks }, at) => {
        mid += at === 0 ? 0 : (steps[at - 1] ?? 0);
        expect(Math.abs((bids[0]?.[0] ?? 0) - mid)).toBeLessThanOrEqual(shape.stepTicks);
        expect(Math.abs((asks[0]?.[0] ?? 0) - mid)).toBeLessThanOrEqual(2 * shape.stepTicks);
      });
    }),
    { numRuns: 60 },
  );
});

test('a few levels change at a time and all others stay', () => {
  const shape = { stepTicks: 10, levelsPerSide: 50, lotsAtTouch: 1_000, lotsMin: 1 };
  const steps = Array.from({ length: 200 }, (_, at) => (at % 3 === 0 ? 10 : 0));
  const books = booksOf(shape, steps);
  let changes = 0;
  for (const [at, { bids, asks }] of books.slice(1).entries()) {
    const before = books[at];
    const known = new Set([...(before?.bids ?? []), ...(before?.asks ?? [])].map(String));
    const fresh = [...bids, ...asks].filter((level) => !known.has(String(level)));
    changes += fresh.length;
    // At most three levels a side are drawn again, and one a side comes with the middle.
    expect(fresh.length).toBeLessThanOrEqual(8);
  }
  expect(changes).toBeGreaterThan(books.length);
});

test('the same chance makes the same books, another makes others', () => {
  const shape = { stepTicks: 10, levelsPerSide: 50, lotsAtTouch: 1_000, lotsMin: 1 };
  const steps = [3, -20, 500, 7_000];
  expect(booksOf(shape, steps)).toEqual(booksOf(shape, steps));
  expect(booksOf(shape, steps, 2)).not.toEqual(booksOf(shape, steps));
});
