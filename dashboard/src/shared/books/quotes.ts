import type { BooksNow } from './bookFeed.ts';

export interface Quote {
  readonly venue: string;
  readonly price: number;
  readonly quantity: number;
}

/** The best quotes of some venues together. */
export interface TopOfBook {
  readonly bid: Quote | undefined;
  readonly ask: Quote | undefined;
}

/**
 * Returns the best quotes. Of equal prices the larger quantity counts, as a trader would choose.
 */
export function topOf(books: BooksNow, venues: Iterable<string>): TopOfBook {
  let bid: Quote | undefined;
  let ask: Quote | undefined;
  for (const venue of venues) {
    const book = books.venues.get(venue)?.book;
    bid = better(bid, toQuote(venue, book?.bids[0]), (left, right) => left > right);
    ask = better(ask, toQuote(venue, book?.asks[0]), (left, right) => left < right);
  }
  return { bid, ask };
}

function toQuote(venue: string, level: readonly [number, number] | undefined): Quote | undefined {
  return level && { venue, price: level[0], quantity: level[1] };
}

function better(
  known: Quote | undefined,
  found: Quote | undefined,
  isBetter: (left: number, right: number) => boolean,
): Quote | undefined {
  if (!known || !found) return known ?? found;
  if (found.price === known.price) return found.quantity > known.quantity ? found : known;
  return isBetter(found.price, known.price) ? found : known;
}

/** Returns ask less bid, below zero while the book is crossed; undefined while a side is empty. */
export function spreadOf({ bid, ask }: TopOfBook) {
  if (!bid || !ask) return undefined;
  const price = ask.price - bid.price;
  const mid = (ask.price + bid.price) / 2;
  return { price, mid, bps: (price / mid) * 10_000 };
}
