import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import {
  bybitVenue,
  createRecorder,
  listingOf,
  marketFixture,
  marketStartMs,
  symbolOf,
} from '../../../../test/support/marketData/simulated.ts';
import { silentLogger } from '../../../../test/support/silentLogger.ts';
import { createSimulatedBook } from './book.ts';
import { createCadence } from './cadence.ts';
import { createLadder } from './ladder.ts';
import { createPrices } from './prices.ts';
import { createTimeline } from './timeline.ts';

const hourMs = 3_600_000;
const spotVenues = ['binance', 'bybit', 'gateio', 'kraken', 'okx'] as const;

/**
 * Measures how often the best bid of one venue is above the best ask of another, as their feeds
 * show it.
 */
function crossings(seed: string, startMs: number, lengthMs: number) {
  const prices = createPrices(seed);
  const books = spotVenues.map((venue) => {
    const listing = listingOf(venue, 'BTC/USDT');
    return {
      unit: 10 ** listing.tickDecimals,
      book: createSimulatedBook(seed, listing, prices),
      cadence: createCadence(seed, listing),
      ladder: createLadder(),
      index: 0,
    };
  });
  let crossedMs = 0;
  let moments = 0;
  let wasCrossed = false;
  for (let atMs = startMs; atMs < startMs + lengthMs; atMs += 20) {
    let bestBid = 0;
    let bestAsk = Number.POSITIVE_INFINITY;
    for (const each of books) {
      const index = each.cadence.indexAt(atMs);
      if (index !== each.index) each.book.write(each.cadence.timeOf(index), each.ladder);
      each.index = index;
      bestBid = Math.max(bestBid, (each.ladder.bids.ticks[0] ?? 0) / each.unit);
      bestAsk = Math.min(bestAsk, (each.ladder.asks.ticks[0] ?? 0) / each.unit);
    }
    const crossed = bestBid > bestAsk;
    if (crossed) crossedMs += 20;
    if (crossed && !wasCrossed) moments += 1;
    wasCrossed = crossed;
  }
  return { perMinute: moments / (lengthMs / 60_000), part: crossedMs / lengthMs };
}

describe('the simulated market', () => {
  it('has the six venues in order, each with what it quotes', () => {
    const { market } = marketFixture();
    const venues = [...market.feeds.keys()];
    expect(venues).toEqual([...spotVenues, 'hyperliquid']);
    for (const [venue, feed] of market.feeds) {
      expect(feed.venue).toBe(venue);
      for (const symbol of market.symbols(venue)) expect(feed.lists(symbol)).toBe('yes');
    }
    const btc = venues.map((venue) => market.symbols(venue).filter((s) => s.startsWith('BTC/')));
    expect(btc.map((symbols) => symbols.join(' '))).toEqual([
      'BTC/USDT BTC/USDC BTC/USDT:USDT',
      'BTC/USDT BTC/USDC BTC/USDT:USDT',
      'BTC/USDT BTC/USDC BTC/USDT:USDT',
      'BTC/USD BTC/EUR BTC/USDT BTC/USDC BTC/USD:USD',
      'BTC/USDT BTC/USDC BTC/USDT:USDT',
      'BTC/USDC:USDC',
    ]);
  });

  it('crosses between venues some times a minute, and only for moments', () => {
    const { perMinute, part } = crossings('one', marketStartMs, 10 * 60_000);
    expect(perMinute).toBeGreaterThan(0.5);
    expect(perMinute).toBeLessThan(40);
    expect(part).toBeLessThan(0.05);
  });

  it('goes on after a crash and an hour without service: no jump, no sequence twice', async () => {
    let kept: string | undefined;
    const save = async (text: string) => {
      kept = text;
    };
    const live = async (wallMs: number) => {
      const clock = createManualClock(wallMs);
      const timeline = createTimeline({ clock, logger: silentLogger, load: kept, save });
      const { market } = marketFixture({ seed: 'restart', clock, timeline });
      const recorder = createRecorder();
      market.feeds.get(bybitVenue)?.open(symbolOf('BTC/USDT'), recorder);
      await clock.advance(5_700);
      return { market, recorder, marketMs: timeline.marketNow() };
    };
    const before = await live(marketStartMs);
    const afterMs = marketStartMs + 5_700 + hourMs;
    const after = await live(afterMs);
    const first = after.recorder.frames[0];
    if (first?.kind !== 'snapshot') throw new Error('expected a snapshot first');
    expect(first.meta.sequence).toBeGreaterThan(before.recorder.sequences.at(-1) ?? 0);
    const bid = Number(first.bids[0]?.[0]);
    expect(Math.abs(bid / before.recorder.mid() - 1) * 10_000).toBeLessThan(5);
    // The hour would show: the market by the wall clock has another price.
    const elsewhere = before.market.priceAt('BTC', afterMs) ?? 0;
    const here = before.market.priceAt('BTC', before.marketMs) ?? 0;
    expect(Math.abs(elsewhere / here - 1) * 10_000).toBeGreaterThan(10);
  });

  it('moves every venue around the efficient price', async () => {
    const { market, clock } = marketFixture();
    const recorders = spotVenues.map((venue) => {
      const recorder = createRecorder();
      market.feeds.get(venue)?.open(symbolOf('ETH/USDT'), recorder);
      return recorder;
    });
    await clock.advance(2_000);
    const eth = market.priceAt('ETH', clock.now()) ?? 0;
    const usdt = market.priceAt('USDT', clock.now()) ?? 0;
    expect(usdt).toBeGreaterThan(0.998);
    expect(usdt).toBeLessThan(1.002);
    for (const recorder of recorders) {
      expect(Math.abs(recorder.mid() / (eth / usdt) - 1) * 10_000).toBeLessThan(6);
    }
    expect(new Set(recorders.map((recorder) => recorder.mid())).size).toBe(spotVenues.length);
    expect(market.priceAt('NONE', clock.now())).toBeUndefined();
  });

  it('pays funding that follows the basis, every eight hours or every hour', () => {
    const { market } = marketFixture();
    const perp = symbolOf('BTC/USDT:USDT');
    const atMs = marketStartMs - (marketStartMs % (8 * hourMs)) + 1;
    const eight = market.fundingRateAt(bybitVenue, perp, atMs);
    expect(eight).toMatchObject({ intervalHours: 8, nextFundingMs: atMs - 1 + 8 * hourMs });
    const kraken = 'kraken';
    const one = market.fundingRateAt(kraken, symbolOf('BTC/USD:USD'), atMs);
    expect(one).toMatchObject({ intervalHours: 1, nextFundingMs: atMs - 1 + hourMs });
    expect(market.fundingRateAt(bybitVenue, symbolOf('BTC/USDT'), atMs)).toBeUndefined();
    expect(market.fundingRateAt(kraken, perp, atMs)).toBeUndefined();
  });

  it('has a funding rate of the size of the mean gap between perpetual and spot', () => {
    const seed = 'basis';
    const { market } = marketFixture({ seed });
    const prices = createPrices(seed);
    const mid = (symbol: string) => {
      const listing = listingOf('okx', symbol);
      const book = createSimulatedBook(seed, listing, prices);
      const { bids, asks } = createLadder();
      return (atMs: number) => {
        book.write(atMs, { bids, asks });
        return ((bids.ticks[0] ?? 0) + (asks.ticks[0] ?? 0)) / 2 / 10 ** listing.tickDecimals;
      };
    };
    const [spot, perp] = [mid('BTC/USDT'), mid('BTC/USDT:USDT')];
    const rates: number[] = [];
    for (let interval = 1; interval <= 20; interval += 1) {
      const endMs = Math.floor(marketStartMs / (8 * hourMs) + interval) * 8 * hourMs;
      let gap = 0;
      for (let i = 0; i < 96; i += 1) {
        const atMs = endMs - ((i + 0.5) * 8 * hourMs) / 96;
        gap += (perp(atMs) / spot(atMs) - 1) / 96;
      }
      const funding = market.fundingRateAt('okx', symbolOf('BTC/USDT:USDT'), endMs);
      expect(funding?.nextFundingMs).toBe(endMs);
      expect(Math.abs((funding?.rate ?? 1) - gap)).toBeLessThan(0.000_03);
      rates.push(funding?.rate ?? 0);
    }
    expect(Math.max(...rates) - Math.min(...rates)).toBeGreaterThan(0.000_2);
    expect(Math.max(...rates.map(Math.abs))).toBeLessThan(0.001_5);
  });
});
