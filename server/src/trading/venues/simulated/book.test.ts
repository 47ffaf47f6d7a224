import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allListings,
  listingOf,
  marketStartMs,
} from '../../../../test/support/marketData/simulated.ts';
import { createSimulatedBook } from './book.ts';
import { changedLevels, createLadder, levelsPerSide, wholeSide } from './ladder.ts';
import type { Listing } from './listings.ts';
import { createPrices } from './prices.ts';

const yearMs = 365 * 86_400_000;
const anyTime = fc.double({ min: marketStartMs, max: marketStartMs + 5 * yearMs, noNaN: true });

function bookAt(seed: string, listing: Listing, atMs: number) {
  const ladder = createLadder();
  createSimulatedBook(seed, listing, createPrices(seed)).write(atMs, ladder);
  return ladder;
}

function depthUsd(levels: readonly (readonly [string | number, string | number])[], mid: number) {
  return (bps: number) =>
    levels
      .filter(([price]) => Math.abs(Number(price) / mid - 1) < bps / 10_000)
      .reduce((sum, [price, quantity]) => sum + Number(price) * Number(quantity), 0);
}

describe('a simulated book', () => {
  it('is ordered, full, positive and never crossed, on every venue at any time', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...allListings), anyTime, (seed, listing, atMs) => {
        const { bids, asks } = bookAt(seed, listing, atMs);
        expect(levelsPerSide).toBeGreaterThanOrEqual(100);
        expect(bids.ticks[0]).toBeLessThan(asks.ticks[0] ?? 0);
        for (let i = 1; i < levelsPerSide; i += 1) {
          expect(bids.ticks[i]).toBeLessThan(bids.ticks[i - 1] ?? 0);
          expect(asks.ticks[i]).toBeGreaterThan(asks.ticks[i - 1] ?? Number.NaN);
        }
        expect(Math.min(...bids.ticks)).toBeGreaterThan(0);
        expect(Math.min(...bids.lots, ...asks.lots)).toBeGreaterThan(0);
        for (const whole of [bids.ticks, bids.lots, asks.ticks, asks.lots]) {
          expect(whole.every(Number.isSafeInteger)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is never crossed even where makers ask next to no spread', () => {
    fc.assert(
      fc.property(fc.constantFrom(...allListings), anyTime, (listing, atMs) => {
        const profile = { ...listing.profile, halfSpreadBps: 0.0001 };
        const { bids, asks } = bookAt('tight', { ...listing, profile }, atMs);
        expect(bids.ticks[0]).toBeLessThan(asks.ticks[0] ?? 0);
      }),
      { numRuns: 300 },
    );
  });

  it('moves its mid in small steps', () => {
    const listing = listingOf('gateio', 'BTC/USDT');
    const book = createSimulatedBook('steps', listing, createPrices('steps'));
    const ladder = createLadder();
    let before = Number.NaN;
    for (let i = 0; i < 6_000; i += 1) {
      book.write(marketStartMs + i * 100, ladder);
      const mid = ((ladder.bids.ticks[0] ?? 0) + (ladder.asks.ticks[0] ?? 0)) / 2;
      if (i > 0) expect(Math.abs(mid / before - 1) * 10_000).toBeLessThan(3);
      before = mid;
    }
  });

  it('prints prices on the tick and quantities on the lot', () => {
    for (const listing of allListings) {
      const { bids, asks } = bookAt('grid', listing, marketStartMs);
      for (const [price, quantity] of [...wholeSide(bids, listing), ...wholeSide(asks, listing)]) {
        expect(Number(Number(price).toFixed(listing.tickDecimals))).toBe(price);
        expect(Number(Number(quantity).toFixed(listing.lotDecimals))).toBe(quantity);
      }
    }
  });

  it('has spreads of a few bps at most and a range that holds a large order', () => {
    for (const listing of allListings) {
      const { bids, asks } = bookAt('shape', listing, marketStartMs);
      const bestBid = bids.ticks[0] ?? 0;
      const spreadBps = ((asks.ticks[0] ?? 0) / bestBid - 1) * 10_000;
      const rangeBps = (1 - (bids.ticks[levelsPerSide - 1] ?? 0) / bestBid) * 10_000;
      expect(spreadBps, listing.symbol).toBeLessThan(16);
      expect(rangeBps, listing.symbol).toBeGreaterThan(70);
      expect(rangeBps, listing.symbol).toBeLessThan(400);
    }
  });

  it('has more quantity the further from the mid', () => {
    const listing = listingOf('binance', 'BTC/USDT');
    const { bids, asks } = bookAt('depth', listing, marketStartMs);
    const levels = [...wholeSide(bids, listing), ...wholeSide(asks, listing)];
    const mid = ((bids.ticks[0] ?? 0) + (asks.ticks[0] ?? 0)) / 2 / 10 ** listing.tickDecimals;
    const within = depthUsd(levels, mid);
    expect(within(5)).toBeGreaterThan(100_000);
    expect(within(25)).toBeGreaterThan(2 * within(5));
    expect(within(100)).toBeGreaterThan(2 * within(25));
    expect(within(100)).toBeLessThan(200_000_000);
  });

  it('keeps most levels from one update to the next', () => {
    const listing = listingOf('binance', 'ETH/USDT');
    const book = createSimulatedBook('calm', listing, createPrices('calm'));
    let changed = 0;
    for (let i = 0; i < 100; i += 1) {
      const [from, to] = [createLadder(), createLadder()];
      book.write(marketStartMs + i * 1000, from);
      book.write(marketStartMs + i * 1000 + 110, to);
      changed += changedLevels({ from: from.asks, to: to.asks, away: 1 }, listing).length;
    }
    expect(changed / 100).toBeGreaterThan(2);
    expect(changed / 100).toBeLessThan(levelsPerSide / 4);
  });

  it('differs by seed, venue and symbol', () => {
    const books = [
      bookAt('one', listingOf('okx', 'BTC/USDT'), marketStartMs),
      bookAt('two', listingOf('okx', 'BTC/USDT'), marketStartMs),
      bookAt('one', listingOf('kraken', 'BTC/USDT'), marketStartMs),
      bookAt('one', listingOf('okx', 'BTC/USDC'), marketStartMs),
      bookAt('one', listingOf('okx', 'BTC/USDT:USDT'), marketStartMs),
    ];
    expect(new Set(books.map(({ bids }) => bids.lots.join())).size).toBe(books.length);
  });
});
