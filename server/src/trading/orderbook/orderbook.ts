import type { Clock } from '../../kit/clock.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { BookFeed, FlagReason } from '../venues/bookPort.ts';
import { mergeBooks } from './globalBook.ts';
import {
  type BookKey,
  createSubscriptions,
  notListed,
  type Subscriptions,
  toRecord,
} from './subscriptions.ts';
import type { Hold, Orderbook, VenueBook } from './types.ts';

interface OrderbookDeps {
  /** Feeds of every venue that the service can read, whether or not its books are offered. */
  readonly feeds: ReadonlyMap<VenueId, BookFeed>;
  /** Venues whose books are offered, in the documents' order. */
  readonly venues: readonly VenueId[];
  readonly clock: Clock;
  /** Called once for every book that becomes untrusted. */
  readonly flagged?: (book: VenueBook, reason: FlagReason) => void;
}

/**
 * The order book module: keeps one book per venue and symbol for as long as somebody needs it, and
 * merges them. It knows nothing about wires, sockets or requests.
 */
export function createOrderbook(deps: OrderbookDeps): Orderbook & { stop(): void } {
  const { feeds, venues, clock } = deps;
  const listeners = new Set<(book: VenueBook) => void>();
  const subscriptions = createSubscriptions({
    feeds,
    clock,
    flagged: deps.flagged,
    changed: (book) => {
      for (const listener of listeners) listener(book);
    },
  });
  const bookOf = (symbol: InstrumentSymbol, venue: VenueId): VenueBook | undefined => {
    const book = subscriptions.find(symbol, venue)?.book;
    return book?.hasData ? book : undefined;
  };
  const booksOf = (symbol: InstrumentSymbol, among: readonly VenueId[]): VenueBook[] =>
    among.flatMap((venue) => bookOf(symbol, venue) ?? []);

  return {
    venues,
    ...referencing(subscriptions),
    subscriptions: () => [...subscriptions.all()].filter((entry) => entry.listed).map(toRecord),
    book: bookOf,
    books: (symbol) => booksOf(symbol, venues),
    allBooks: () => [...subscriptions.all()].map((entry) => entry.book),
    globalBook(symbol, among) {
      const books = booksOf(symbol, among);
      return books.length === 0 ? undefined : mergeBooks(symbol, books, clock.now());
    },
    gapsTotal: subscriptions.gapsTotal,
    readyVenues: () => venues.filter((venue) => feeds.has(venue)),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => subscriptions.closeAll(),
  };
}

type Referencing = Pick<Orderbook, 'subscribe' | 'unsubscribe' | 'hold' | 'keep'>;

/** Returns the methods that add and take references. */
function referencing(subscriptions: Subscriptions): Referencing {
  const pairs = (symbols: readonly InstrumentSymbol[], venues: readonly VenueId[]) =>
    [...new Set(symbols)].flatMap((symbol) =>
      [...new Set(venues)].map((venue): BookKey => [symbol, venue]),
    );
  return {
    subscribe(symbols, venues) {
      const isListed = ([symbol, venue]: BookKey) => subscriptions.lists(symbol, venue) !== 'no';
      for (const symbol of symbols) {
        if (!venues.some((venue) => isListed([symbol, venue]))) throw notListed(symbol, ...venues);
      }
      const asked = pairs(symbols, venues);
      const added = subscriptions.add(asked.filter(isListed), 'rest').map(toRecord);
      const missing = asked.filter((book) => !isListed(book));
      return { added, notListed: missing.map(([symbol, venue]) => ({ symbol, venue })) };
    },
    unsubscribe(symbols, venues) {
      return pairs(symbols, venues).flatMap(([symbol, venue]) => {
        const entry = subscriptions.find(symbol, venue);
        return entry && subscriptions.take(entry, 'rest') ? [toRecord(entry)] : [];
      });
    },
    hold(symbol, venues) {
      const listing = venues.filter((venue) => subscriptions.lists(symbol, venue) !== 'no');
      if (listing.length === 0) throw notListed(symbol, ...venues);
      const entries = subscriptions.add(
        listing.map((venue) => [symbol, venue]),
        'held',
      );
      const hold = releasedOnce(() => {
        for (const entry of entries) subscriptions.take(entry, 'held');
      });
      return { ...hold, venues: listing };
    },
    keep(symbol, venue) {
      const entries = subscriptions.add([[symbol, venue]], 'kept');
      return releasedOnce(() => {
        for (const entry of entries) subscriptions.take(entry, 'kept');
      });
    },
  };
}

/** Returns a hold whose first release gives its references back; later ones do nothing. */
function releasedOnce(release: () => void): Hold {
  let held = true;
  return {
    release() {
      if (held) release();
      held = false;
    },
  };
}
