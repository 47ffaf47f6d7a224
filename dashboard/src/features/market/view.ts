import { useMemo } from 'react';
import type { BooksNow } from '../../shared/books/bookFeed.ts';
import { qualityNow } from '../../shared/books/freshness.ts';
import { useBooksWhen } from '../../shared/books/hooks.ts';
import { topOf } from '../../shared/books/quotes.ts';
import { useParam } from '../../shared/location.ts';
import { parseVenues, type Selection, selectVenues, toggleVenue } from './selection.ts';
import { stepsFor } from './steps.ts';

/**
 * The merged book of one moment. Every panel of the page draws the feed's latest picture in the
 * frame in which it was published, so no two contradict each other.
 */
export interface MarketView {
  readonly symbol: string;
  readonly books: BooksNow;
  readonly off: ReadonlySet<string>;
  readonly selection: Selection;
  /** Steps by which prices of this size may be grouped. */
  readonly steps: readonly number[];
  readonly toggle: (venue: string) => void;
}

/**
 * Returns the view. It is redrawn when a word of it changes; figures in it redraw themselves with
 * every picture.
 */
export function useMarketView(symbol: string): MarketView {
  const [offParam, setOff] = useParam('off', '');
  const off = useMemo(() => parseVenues(offParam), [offParam]);
  const books = useBooksWhen(symbol, (now) => wordsOf(now, off));
  const selection = selectVenues(books, off);
  const toggle = (venue: string) => setOff(toggleVenue(off, venue));
  return { symbol, books, off, selection, steps: stepsFor(midOf(books)), toggle };
}

/** Returns the best prices of the fresh venues, which the ladder draws too. */
export function bestOf(books: BooksNow, off: ReadonlySet<string>) {
  return topOf(books, selectVenues(books, off).fresh);
}

/** Returns every word that the page shows about these books as one text to compare. */
export function wordsOf(books: BooksNow, off: ReadonlySet<string>): string {
  const { parts } = selectVenues(books, off);
  const qualities = [...books.venues].map(([name, venue]) => `${name} ${qualityNow(books, venue)}`);
  const refusal = books.refusal?.message;
  return [
    books.isConnected,
    refusal,
    ...parts.values(),
    ...qualities,
    stepsFor(midOf(books)),
  ].join();
}

/** Returns an approximate mid price, which is steady enough for choices. */
function midOf(books: BooksNow): number {
  for (const { book } of books.venues.values()) if (book.mid_price !== null) return book.mid_price;
  return 0;
}
