import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WireLevel } from '../../venues/bookPort.ts';
import { LocalBook } from './localBook.ts';
import { confidence, depthWithin, imbalance, qualityLevel } from './quality.ts';
import { WireLevels } from './wireLevels.ts';

const perfect = { stalenessMs: 0, spreadBps: 1, gapsLast5m: 0, usable: true };

function bookOf(bids: readonly WireLevel[], asks: readonly WireLevel[]): LocalBook {
  const book = new LocalBook();
  const [bidsIn, asksIn] = [new WireLevels(), new WireLevels()];
  expect(bidsIn.parse(bids) && asksIn.parse(asks)).toBe(true);
  book.replace(bidsIn, asksIn);
  return book;
}

describe('quality by staleness (Orderbook §2.3)', () => {
  test.each([
    [0, 'GOOD'],
    [499.9, 'GOOD'],
    [500, 'DEGRADED'],
    [1_999.9, 'DEGRADED'],
    [2_000, 'STALE'],
    [5_000, 'STALE'],
    [5_000.1, 'UNAVAILABLE'],
    [1e9, 'UNAVAILABLE'],
  ])('%d ms is %s', (stalenessMs, level) => {
    expect(qualityLevel(stalenessMs)).toBe(level);
  });
});

describe('confidence (Orderbook §2.3)', () => {
  test.each([
    ['starts at 1', {}, 1],
    ['loses 0.04 to 500 ms', { stalenessMs: 500 }, 0.96],
    ['loses 0.4 to 5,000 ms', { stalenessMs: 5_000 }, 0.6],
    ['is 0 beyond 5,000 ms', { stalenessMs: 5_001 }, 0],
    ['loses nothing to a spread below 1 bps', { spreadBps: 0.2 }, 1],
    ['loses half of 0.2 halfway to 20 bps', { spreadBps: 10.5 }, 0.9],
    ['loses 0.2 to 20 bps', { spreadBps: 20 }, 0.8],
    ['loses no more to a wider spread', { spreadBps: 500 }, 0.8],
    ['loses 0.2 to a spread not known', { spreadBps: undefined }, 0.8],
    ['loses 0.05 to a gap', { gapsLast5m: 1 }, 0.95],
    ['loses 0.3 to six gaps', { gapsLast5m: 6 }, 0.7],
    ['loses no more to more gaps', { gapsLast5m: 60 }, 0.7],
    ['adds all up', { stalenessMs: 5_000, spreadBps: 20, gapsLast5m: 6 }, 0.1],
    ['is 0 of a book not usable', { usable: false }, 0],
  ])('%s', (_what, changes, expected) => {
    expect(confidence({ ...perfect, ...changes })).toBeCloseTo(expected, 12);
  });

  const input = fc.record({
    stalenessMs: fc.double({ min: 0, max: 8_000, noNaN: true }),
    spreadBps: fc.option(fc.double({ min: -10, max: 40, noNaN: true }), { nil: undefined }),
    gapsLast5m: fc.integer({ min: 0, max: 20 }),
    usable: fc.boolean(),
  });

  test('lies between 0 and 1', () => {
    fc.assert(
      fc.property(input, (each) => {
        const value = confidence(each);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('never grows when any one input gets worse', () => {
    const worse = fc.record({
      stalenessMs: fc.double({ min: 0, max: 3_000, noNaN: true }),
      spreadBps: fc.double({ min: 0, max: 30, noNaN: true }),
      gapsLast5m: fc.integer({ min: 0, max: 8 }),
    });
    fc.assert(
      fc.property(input, worse, (each, by) => {
        const before = confidence(each);
        const after = [
          { ...each, stalenessMs: each.stalenessMs + by.stalenessMs },
          {
            ...each,
            spreadBps:
              each.spreadBps === undefined ? each.spreadBps : each.spreadBps + by.spreadBps,
          },
          { ...each, spreadBps: undefined },
          { ...each, gapsLast5m: each.gapsLast5m + by.gapsLast5m },
          { ...each, usable: false },
        ];
        for (const one of after) expect(confidence(one)).toBeLessThanOrEqual(before);
      }),
    );
  });
});

describe('depth around the mid', () => {
  test('includes levels exactly at the edges and nothing beyond', () => {
    const book = bookOf(
      [
        [99.95, 1],
        [99.9, 2],
        [99.89, 4],
        [99.5, 8],
        [99.49, 16],
      ],
      [
        [100.05, 1],
        [100.1, 2],
        [100.11, 4],
        [100.5, 8],
        [100.51, 16],
      ],
    );
    expect(depthWithin(book, 100, 10)).toEqual({ bids: 3, asks: 3 });
    expect(depthWithin(book, 100, 50)).toEqual({ bids: 15, asks: 15 });
  });

  test('includes an edge that rounding would put beyond the range', () => {
    const book = bookOf([['0.66933', 1]], [['0.67067', 1]]);
    expect(depthWithin(book, 0.67, 10)).toEqual({ bids: 1, asks: 1 });
  });

  test('is nothing where the book is empty', () => {
    expect(depthWithin(bookOf([[90, 1]], [[110, 1]]), 100, 50)).toEqual({ bids: 0, asks: 0 });
  });

  test.each([
    [{ bids: 3, asks: 1 }, 0.5],
    [{ bids: 1, asks: 3 }, -0.5],
    [{ bids: 2, asks: 0 }, 1],
    [{ bids: 0, asks: 2 }, -1],
    [{ bids: 0, asks: 0 }, 0],
  ])('is out of balance: %o gives %d', (depth, expected) => {
    expect(imbalance(depth)).toBe(expected);
  });
});
