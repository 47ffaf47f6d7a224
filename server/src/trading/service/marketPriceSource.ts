import type { MarketPriceSource } from '../analytics/collect/capture/following.ts';
import type { BookSight, FillMarket, PricesDeps } from '../analytics/collect/capture/prices.ts';
import type { WorldOf } from '../execution/index.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import { placeOf } from '../model/venuePlace.ts';
import type { VenueBook } from '../orderbook/types.ts';
import type { FeedSet } from '../venues/feeds.ts';
import type { PublicRates } from '../venues/ratesPort.ts';
import type { Worlds } from './worlds.ts';

interface SightsDeps {
  readonly feeds: Pick<FeedSet, 'simulated'>;
}

interface SightsParts {
  readonly worldOf: WorldOf<'books'>;
  readonly worlds: Pick<Worlds, 'onBookChange'>;
  readonly rates: PublicRates | undefined;
}

/**
 * Reads the marks of the simulated market, or of the exchanges whose books are followed, and the
 * books.
 */
export function createMarketPriceSource(
  { feeds }: SightsDeps,
  { worldOf, worlds, rates }: SightsParts,
): MarketPriceSource & Omit<PricesDeps, 'clock'> {
  const { simulated } = feeds;
  const markHere: MarketPriceSource['markHere'] = ({ mode, venue, symbol }, agoMs) => {
    if (mode !== 'paper' || !simulated) return undefined;
    const funding = simulated.funding(venue, symbol, agoMs);
    if (funding?.markPrice === undefined) return undefined;
    return { value: funding.markPrice, atMs: funding.atMs };
  };
  const bookOf = async ({ symbol, ...place }: FillMarket): Promise<VenueBook | undefined> => {
    const [book] = await worldOf([placeOf(place)]).books.ready(symbol, [place.venue]);
    return book;
  };
  return {
    markHere,
    watch: watchesOf(worlds, bookOf),
    async markPrice(market, signal) {
      const { mode, symbol, marketType, ...place } = market;
      if (mode === 'paper' && simulated) {
        const mark = markHere(market, 0);
        return mark && { value: mark.value, atMs: mark.atMs, venueMs: mark.atMs };
      }
      if (marketType === 'spot') return undefined;
      const mark = await rates?.markPrice(place, { symbol, marketType }, signal);
      return mark && { value: mark.price, atMs: mark.heardMs, venueMs: mark.atMs };
    },
    async bestPrices(market) {
      const book = await bookOf(market);
      return book && sightOf(book, market.mode);
    },
  };
}

/**
 * Tells the watches of a book about its changes, and the current state of the book when they ask.
 */
function watchesOf(
  { onBookChange }: Pick<Worlds, 'onBookChange'>,
  bookOf: (market: FillMarket) => Promise<VenueBook | undefined>,
): MarketPriceSource['watch'] {
  interface Watch {
    book: VenueBook | undefined;
    readonly tell: (book: VenueBook) => void;
  }
  const watches = new Map<InstrumentSymbol, Set<Watch>>();
  onBookChange((book) => {
    for (const watch of watches.get(book.symbol) ?? []) {
      if (watch.book === book) watch.tell(book);
    }
  });
  return (market, heard) => {
    const tell = (book: VenueBook): void => {
      const sight = sightOf(book, market.mode);
      if (sight) heard(sight);
    };
    const watch: Watch = { book: undefined, tell };
    const own = watches.get(market.symbol) ?? new Set();
    watches.set(market.symbol, own.add(watch));
    const find = async (): Promise<void> => {
      // A book that was closed and opened again is another book.
      const book = await bookOf(market);
      if (!own.has(watch)) return;
      watch.book = book;
      if (book) tell(book);
    };
    return {
      look: find,
      stop() {
        own.delete(watch);
        if (own.size === 0 && watches.get(market.symbol) === own) watches.delete(market.symbol);
      },
    };
  };
}

/** Returns undefined when the book is out of order, or old. */
function sightOf(book: VenueBook, mode: FillMarket['mode']): BookSight | undefined {
  const { updatedAtMs, lagMs = 0 } = book;
  if (book.flagged !== undefined || updatedAtMs === undefined) return undefined;
  if (!usable.includes(book.health().quality)) return undefined;
  const bid = book.bestBid()?.[0];
  const ask = book.bestAsk()?.[0];
  if (bid === undefined || ask === undefined) return undefined;
  // Live fills bear the exchange's stamps, so they are compared with its stamps of the book, where
  // it gives any. Fills on paper bear our stamps, so they are compared with the time when the book
  // came.
  return { bid, ask, atMs: mode === 'paper' ? updatedAtMs : updatedAtMs - lagMs };
}

const usable: readonly string[] = ['GOOD', 'DEGRADED'];
