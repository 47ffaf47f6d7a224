import type { BooksNow } from '../../shared/books/bookFeed.ts';
import { isFresh } from '../../shared/books/freshness.ts';
import { type TopOfBook, topOf } from '../../shared/books/quotes.ts';

/** The best prices that a ticket is written against. */
export interface Quotes extends TopOfBook {
  /** Whether they are those of the account's own exchange. */
  readonly isOwn: boolean;
  /** Whether they may be acted on. */
  readonly isFresh: boolean;
}

export const noQuotes: Quotes = { bid: undefined, ask: undefined, isOwn: false, isFresh: false };

/**
 * Of the exchange itself where its book is streamed; else the best of those that are, since an
 * order is better written against another exchange's price than against none.
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
