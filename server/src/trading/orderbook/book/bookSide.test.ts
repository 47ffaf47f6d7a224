import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BookSide } from './bookSide.ts';
import { WireLevels } from './wireLevels.ts';

type Side = 'bids' | 'asks';
type Pair = readonly [price: number, quantity: number];
type Step =
  | { readonly kind: 'apply'; readonly levels: readonly Pair[] }
  | { readonly kind: 'replace'; readonly levels: readonly Pair[] }
  | { readonly kind: 'clear' };

function wireOf(levels: readonly Pair[]): WireLevels {
  const wire = new WireLevels();
  expect(wire.parse(levels)).toBe(true);
  return wire;
}

/** Creates a reference book: a map, sorted when it is read, cut to the best levels. */
function createNaiveSide(side: Side, levelsMax: number) {
  let levels = new Map<number, number>();
  const set = ([price, quantity]: Pair) => {
    if (quantity === 0) levels.delete(price);
    else levels.set(price, quantity);
  };
  const sorted = () => {
    const all = [...levels].sort(([a], [b]) => (side === 'bids' ? b - a : a - b));
    return all.slice(0, levelsMax);
  };
  return {
    sorted,
    run(step: Step) {
      if (step.kind !== 'apply') levels.clear();
      if (step.kind === 'replace') step.levels.forEach(set);
      if (step.kind === 'apply') {
        for (const each of step.levels) {
          set(each);
          if (levels.size > levelsMax) levels = new Map(sorted());
        }
      }
      if (levels.size > levelsMax) levels = new Map(sorted());
    },
  };
}

function run(book: BookSide, step: Step): boolean {
  if (step.kind === 'apply') return book.apply(wireOf(step.levels));
  if (step.kind === 'replace') return book.replace(wireOf(step.levels));
  const changed = book.size > 0;
  book.clear();
  return changed;
}

// Few prices, so that they repeat, some of them neighbours in floating point.
const nearEqual = [0.3, 0.1 + 0.2, 100, 100 + 2 ** -46, 100 - 2 ** -46, 1e-8, 1e15];
const price = fc.oneof(
  fc.constantFrom(...nearEqual),
  fc.integer({ min: 1, max: 60 }).map((tick) => tick / 10),
);
const quantity = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 4 }));
const level = fc.tuple(price, quantity);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({
      kind: fc.constant('apply' as const),
      // One level alone shows exactly whether anything changed; messages come sorted, or not.
      levels: fc.oneof(
        fc.tuple(level),
        fc.array(level, { maxLength: 12 }),
        fc.array(level, { maxLength: 40 }).map((all) => all.sort(([a], [b]) => a - b)),
        fc.array(level, { maxLength: 40 }).map((all) => all.sort(([a], [b]) => b - a)),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('replace' as const),
      levels: fc.array(level, { maxLength: 80 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'clear' as const }) },
);

describe('one side of a book', () => {
  test('equals a map sorted when looked at, and tells exactly when it changed', () => {
    fc.assert(
      fc.property(
        fc.record({
          side: fc.constantFrom<Side>('bids', 'asks'),
          levelsMax: fc.constantFrom(1, 3, 40, 1_000),
          steps: fc.array(step, { maxLength: 300, size: 'max' }),
          edge: price,
        }),
        ({ side, levelsMax, steps, edge }) => {
          const book = new BookSide(side, levelsMax);
          const naive = createNaiveSide(side, levelsMax);
          for (const each of steps) {
            const before = naive.sorted();
            naive.run(each);
            const after = naive.sorted();
            const changed = JSON.stringify(before) !== JSON.stringify(after);
            const said = run(book, each);
            // A message of several levels that ends as it began counts as a change.
            const isOne = each.kind !== 'apply' || each.levels.length === 1;
            expect(said).toBe(isOne ? changed : said || changed);
            expect(book.top(Number.POSITIVE_INFINITY)).toEqual(after);
            expect(book.best()).toEqual(after[0]);
            expect(book.bestPrice()).toBe(after[0]?.[0]);
          }
          const within = naive
            .sorted()
            .filter(([at]) => (side === 'bids' ? at >= edge : at <= edge));
          expect(book.quantityTo(edge)).toBe(within.reduce((sum, [, each]) => sum + each, 0));
        },
      ),
      { numRuns: 150 },
    );
  });

  test.each([500, 10_000])('moves long runs of levels as short ones, at most %d', (levelsMax) => {
    const book = new BookSide('asks', levelsMax);
    const naive = createNaiveSide('asks', levelsMax);
    for (let i = 0; i < 3_000; i += 1) {
      // 7,919 is prime to 3,001: every position of the side is used, in no order.
      const at = ((i * 7_919) % 3_001) + 1;
      const change: Step = { kind: 'apply', levels: [[at, i % 5 === 0 ? 0 : at + i]] };
      run(book, change);
      naive.run(change);
    }
    expect(book.size).toBe(Math.min(levelsMax, 2_400));
    expect(book.top(3_000)).toEqual(naive.sorted());
  });

  test('gives no more levels than asked for, best first', () => {
    const book = new BookSide('bids', 10);
    book.replace(
      wireOf([
        [100, 1],
        [99, 2],
        [98, 3],
      ]),
    );
    expect(book.top(2)).toEqual([
      [100, 1],
      [99, 2],
    ]);
    expect(book.top(0)).toEqual([]);
    expect(book.top(50)).toHaveLength(3);
  });

  test('deletes what is not there without harm', () => {
    const book = new BookSide('bids', 10);
    book.apply(wireOf([[100, 1]]));
    expect(book.apply(wireOf([[99.5, 0]]))).toBe(false);
    expect(book.top(5)).toEqual([[100, 1]]);
  });

  test('drops the furthest level when full', () => {
    const book = new BookSide('asks', 2);
    book.replace(
      wireOf([
        [10, 1],
        [11, 1],
        [12, 1],
      ]),
    );
    expect(book.top(5)).toEqual([
      [10, 1],
      [11, 1],
    ]);
    expect(book.apply(wireOf([[13, 1]]))).toBe(false);
    expect(book.apply(wireOf([[9, 1]]))).toBe(true);
    expect(book.top(5)).toEqual([
      [9, 1],
      [10, 1],
    ]);
  });
});
