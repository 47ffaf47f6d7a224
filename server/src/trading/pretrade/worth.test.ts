import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { venueOf } from '../../../test/support/markets/fixtures.ts';
import type { EligibleBook } from './types.ts';
import { inMicroUsd, limitValueMicroUsd, mergedQuote, orderWorth } from './worth.ts';

function book(levels: EligibleBook['levels'], [bestBid, bestAsk]: [number, number]): EligibleBook {
  const quality = { stalenessMs: 0, confidence: 1, makerBps: 0, takerBps: 0 };
  return { venue: venueOf('binance'), levels, bestBid, bestAsk, ...quality };
}

const asks = [
  book([[101, 1]], [99, 101]),
  book(
    [
      [100.5, 1],
      [103, 1],
    ],
    [98, 100.5],
  ),
];
const bids = [book([[99, 1]], [99, 101]), book([[98, 2]], [98, 100.5])];

describe('what an order comes to', () => {
  it('is the best of all books first', () => {
    const buy = { side: 'buy', type: 'market', limitPrice: undefined } as const;
    expect(orderWorth({ ...buy, quantity: 1 }, asks)).toBe(100.5);
    expect(orderWorth({ ...buy, quantity: 2.5 }, asks)).toBe(100.5 + 101 + 51.5);
    expect(orderWorth({ ...buy, quantity: 10 }, asks)).toBe(100.5 + 101 + 8 * 103);
    expect(orderWorth({ ...buy, side: 'sell', quantity: 2 }, bids)).toBe(99 + 98);
  });

  it('is the price of a limit order, or the bid that a sell would take', () => {
    const limit = { type: 'limit', quantity: 2 } as const;
    expect(orderWorth({ ...limit, side: 'buy', limitPrice: 150 }, asks)).toBe(300);
    expect(orderWorth({ ...limit, side: 'sell', limitPrice: 150 }, bids)).toBe(300);
    expect(orderWorth({ ...limit, side: 'sell', limitPrice: 90 }, bids)).toBe(198);
  });

  it('is the touch for an algorithm', () => {
    const algo = { type: 'algo', quantity: 4, limitPrice: undefined } as const;
    expect(orderWorth({ ...algo, side: 'buy' }, asks)).toBe(402);
    expect(orderWorth({ ...algo, side: 'sell' }, bids)).toBe(396);
  });

  it('never shrinks as the order grows', () => {
    const quantity = fc.double({ min: 0.01, max: 50, noNaN: true });
    fc.assert(
      fc.property(quantity, quantity, (first, second) => {
        const worth = (each: number) =>
          orderWorth({ side: 'buy', type: 'market', quantity: each, limitPrice: undefined }, asks);
        const [small, large] = first < second ? [first, second] : [second, first];
        expect(worth(large)).toBeGreaterThanOrEqual(worth(small) - 1e-9);
      }),
    );
  });
});

it('the quote of several books is the best of each side, crossed or not', () => {
  const crossed = [book([], [99, 101]), book([], [102, 103])];
  expect(mergedQuote(crossed)).toEqual({ bid: 102, ask: 101, mid: 101.5 });
});

describe('what an order counts against limits', () => {
  const value = (order: Parameters<typeof orderWorth>[0], books: readonly EligibleBook[]) =>
    limitValueMicroUsd(order, { books, quoteUsd: 1 }) / 1e6;

  it('is what the levels cost that a market buy takes', () => {
    const buy = { side: 'buy', type: 'market', limitPrice: undefined } as const;
    expect(value({ ...buy, quantity: 2.5 }, asks)).toBe(100.5 + 101 + 51.5);
  });

  it('is the best bid of all of a sell, as when it is sent, or its price above that', () => {
    const sell = { side: 'sell', type: 'market', limitPrice: undefined, quantity: 3 } as const;
    expect(value(sell, bids)).toBe(3 * 99);
    expect(value({ ...sell, type: 'algo' }, bids)).toBe(3 * 99);
    expect(value({ ...sell, type: 'limit', limitPrice: 98 }, bids)).toBe(3 * 99);
    expect(value({ ...sell, type: 'limit', limitPrice: 150 }, bids)).toBe(450);
  });

  it('is the price of a limit buy, and the best ask of an algorithm', () => {
    const buy = { side: 'buy', quantity: 3 } as const;
    expect(value({ ...buy, type: 'limit', limitPrice: 90 }, asks)).toBe(270);
    expect(value({ ...buy, type: 'algo', limitPrice: undefined }, asks)).toBe(301.5);
  });

  it('is a number whatever its size', () => {
    for (const quantity of [5e-324, 1e15]) {
      const order = { side: 'buy', type: 'limit', quantity, limitPrice: 1e15 } as const;
      expect(value(order, asks)).toBeGreaterThan(0);
      expect(value(order, asks)).toBeLessThan(Infinity);
    }
    expect(inMicroUsd(1e12, 1)).toBe(1e18);
    expect(inMicroUsd(1e30, 1e5)).toBe(1e41);
  });
});

it('micro-dollars are rounded up, but not for the noise of floats', () => {
  expect(inMicroUsd(1, 1.0000001)).toBe(1_000_001);
  expect(3 * 1.1).toBeGreaterThan(3.3);
  expect(inMicroUsd(3, 1.1)).toBe(3_300_000);
  expect(inMicroUsd(3 * 1.1, 1)).toBe(3_300_000);
});
