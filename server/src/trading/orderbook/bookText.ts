import type { VenueBook } from './types.ts';
import { toBookWire } from './wire.ts';

/** Levels of one version of a book as JSON text, by depth. */
interface Cached {
  version: number;
  readonly byDepth: Map<number, string>;
}

/**
 * Makes the JSON text of a book for REST. The levels are most of the text and change only with the
 * book's version, so many readers between two updates share them.
 */
export function createBookText(): (book: VenueBook, depth: number) => string {
  const cache = new WeakMap<VenueBook, Cached>();

  const levelsText = (book: VenueBook, depth: number): string => {
    let cached = cache.get(book);
    if (!cached) {
      cached = { version: book.version, byDepth: new Map() };
      cache.set(book, cached);
    }
    if (cached.version !== book.version) {
      cached.version = book.version;
      cached.byDepth.clear();
    }
    const known = cached.byDepth.get(depth);
    if (known !== undefined) return known;
    const levels = { bids: book.bids(depth), asks: book.asks(depth) };
    const text = JSON.stringify(levels).slice(1, -1);
    cached.byDepth.set(depth, text);
    return text;
  };

  return (book, depth) => {
    const { bids: _bids, asks: _asks, ...top } = toBookWire(book, 0);
    return `${JSON.stringify(top).slice(0, -1)},${levelsText(book, depth)}}`;
  };
}
