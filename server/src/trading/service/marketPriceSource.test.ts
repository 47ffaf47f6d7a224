import { expect, it } from 'vitest';
import { venueOf } from '../../../test/support/accounts/fixture.ts';
import { createManualClock } from '../../../test/support/manualClock.ts';
import type { BookSight, FillMarket } from '../analytics/collect/capture/prices.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import { productionOf } from '../model/venuePlace.ts';
import { createVenueBook } from '../orderbook/book/venueBook.ts';
import type { VenueBook } from '../orderbook/types.ts';
import { createMarketPriceSource } from './marketPriceSource.ts';

const startMs = 1_700_000_000_000;
const symbol = 'BTC/USDT' as InstrumentSymbol;
const place = productionOf(venueOf('okx'));
const live: FillMarket = { ...place, mode: 'live', symbol, marketType: 'spot' };
const paper: FillMarket = { ...live, mode: 'paper' };

function setUp() {
  const clock = createManualClock(startMs);
  const listeners = new Set<(book: VenueBook) => void>();
  const book = createVenueBook({
    venue: place.venue,
    symbol,
    clock,
    events: {
      changed: (changed) => {
        for (const listener of listeners) listener(changed);
      },
      live: () => undefined,
      reconnecting: () => undefined,
      failed: () => undefined,
    },
  });
  const priceSource = createMarketPriceSource(
    { feeds: {} },
    {
      worldOf: () => ({ books: { ready: async () => [book] } }),
      worlds: {
        onBookChange(listener) {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      rates: {
        fundingRate: async () => undefined,
        markPrice: async (_, { symbol: of }) => ({
          symbol: of,
          price: 100,
          atMs: startMs - 70,
          heardMs: startMs - 20,
        }),
        markCandles: async () => undefined,
      },
    },
  );
  const watch = (market: FillMarket) => {
    const heard: BookSight[] = [];
    return { heard, ...priceSource.watch(market, (sight) => heard.push(sight)) };
  };
  return { clock, book, sights: priceSource, watch };
}

it('stamps a book by its exchange for live fills, and by when it came for those on paper', async () => {
  const { clock, book, watch } = setUp();
  const [ofLive, ofPaper] = [watch(live), watch(paper)];
  await Promise.all([ofLive.look(), ofPaper.look()]);
  expect(ofLive.heard).toEqual([]);
  book.snapshot([['99', '1']], [['101', '1']], { sequence: 1, venueTimeMs: startMs - 40 });
  const top = { bid: 99, ask: 101 };
  expect(ofLive.heard).toEqual([{ ...top, atMs: startMs - 40 }]);
  expect(ofPaper.heard).toEqual([{ ...top, atMs: startMs }]);
  // A quiet book still counts while its feed is alive.
  await clock.advance(500);
  book.alive();
  await Promise.all([ofLive.look(), ofPaper.look()]);
  expect(ofLive.heard.at(-1)).toEqual({ ...top, atMs: startMs + 460 });
  expect(ofPaper.heard.at(-1)).toEqual({ ...top, atMs: startMs + 500 });
});

it('tells nothing of a book that is out of order or silent, nor after it is let go', async () => {
  const { clock, book, watch } = setUp();
  const { heard, look, stop } = watch(live);
  await look();
  book.snapshot([['99', '1']], [['101', '1']], { sequence: 1 });
  expect(heard).toHaveLength(1);
  book.flag('gap');
  await look();
  expect(heard).toHaveLength(1);
  book.snapshot([['98', '1']], [['101', '1']], { sequence: 2 });
  expect(heard).toHaveLength(2);
  await clock.advance(60_000);
  await look();
  expect(heard).toHaveLength(2);
  stop();
  book.snapshot([['97', '1']], [['101', '1']], { sequence: 3 });
  await look();
  expect(heard).toHaveLength(2);
});

it('asks an exchange for its mark price, with its stamp', async () => {
  const { sights: priceSource } = setUp();
  const { signal } = new AbortController();
  const swap: FillMarket = {
    ...live,
    symbol: `${symbol}:USDT` as InstrumentSymbol,
    marketType: 'swap',
  };
  const mark = { value: 100, atMs: startMs - 20, venueMs: startMs - 70 };
  expect(await priceSource.markPrice(swap, signal)).toEqual(mark);
  expect(await priceSource.markPrice(live, signal)).toBeUndefined();
  expect(priceSource.markHere(paper, 0)).toBeUndefined();
});
