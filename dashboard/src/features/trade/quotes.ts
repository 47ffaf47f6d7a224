import type { BooksNow, VenueBook } from '../../shared/books/bookFeed.ts';
import { isFresh } from '../../shared/books/freshness.ts';

interface Quote {
  readonly price: number;
  readonly quantity: number;
  readonly venue: string;
}

/** The best prices that a ticket is written against. */
export interface Quotes {
  readonly bid: Quote | undefined;
  readonly ask: Quote | undefined;
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
export function quotesOf(books: BooksNow, venue: string | undefined, nowMs: number): Quotes {
  const own = venue === undefined ? undefined : books.venues.get(venue);
  if (own) return { ...bestOf([own]), isOwn: true, isFresh: isFresh(books, own, nowMs) };
  const fresh = [...books.venues.values()].filter((each) => isFresh(books, each, nowMs));
  if (fresh.length === 0) return { ...bestOf([...books.venues.values()]), ...flags(false) };
  return { ...bestOf(fresh), ...flags(true) };
}

const flags = (fresh: boolean) => ({ isOwn: false, isFresh: fresh });

function bestOf(books: readonly VenueBook[]): Pick<Quotes, 'bid' | 'ask'> {
  const first = (side: 'bids' | 'asks') =>
    books.flatMap(({ book }): Quote[] => {
      const level = book[side][0];
      return level ? [{ price: level[0], quantity: level[1], venue: book.venue }] : [];
    });
  const [bid] = first('bids').sort((a, b) => b.price - a.price);
  const [ask] = first('asks').sort((a, b) => a.price - b.price);
  return { bid, ask };
}

/** Between the best prices, against their middle. */
export function spreadBps({ bid, ask }: Quotes): number | undefined {
  if (!bid || !ask) return undefined;
  return ((ask.price - bid.price) / ((ask.price + bid.price) / 2)) * 10_000;
}
