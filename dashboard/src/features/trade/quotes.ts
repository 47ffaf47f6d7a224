import type { BooksNow } from '../../shared/books/bookFeed.ts';
import { isFresh } from '../../shared/books/freshness.ts';
import { type TopOfBook, topOf } from '../../shared/books/quotes.ts';

/** The best prices to write a ticket against. */
export interface Quotes extends TopOfBook {
  /** True when they are those of the account's own exchange. */
  readonly isOwn: boolean;
  /** True when they may be acted on. */
  readonly isFresh: boolean;
}

export const noQuotes: Quotes = { bid: undefined, ask: undefined, isOwn: false, isFresh: false };

/**
 * Returns the exchange's own quotes if its book is streamed; else the best of the streamed ones,
 * because another exchange's price is better than none when writing an order.
 */
export function quotesOf(books: BooksNow, venue: string | undefined): Quotes {
  const own = venue === undefined ? undefined : books.venues.get(venue);
  if (own) {
    const top = topOf(books, [own.book.venue]);
    return { ...top, isOwn: true, isFresh: isFresh(books, own) };
  }
  const fresh = [...books.venues].filter(([, each]) => isFresh(books, each));
  const venues = fresh.length > 0 ? fresh.map(([name]) => name) : books.venues.keys();
  return { ...topOf(books, venues), isOwn: false, isFresh: fresh.length > 0 };
}
