import type { Clock } from '../../kit/clock.ts';
import type { VenueBook } from './types.ts';
import { toBookWire } from './wire.ts';

/** The last text of a book at one depth. */
interface Cached {
  version: number;
  /** The levels, most of the text: they change only with the version. */
  levels: string;
  /** Everything else changes with the clock too, but only in whole milliseconds. */
  updatedAtMs: number | undefined;
  sequence: number;
  atMs: number;
  text: string;
}

/**
 * Makes the JSON text of a book for REST. Readers between two updates share the text of the levels,
 * and readers in the same millisecond all of it.
 */
export function createBookText(clock: Clock): (book: VenueBook, depth: number) => string {
  // Keyed by depth; there are a hundred depths.
  const cache = new WeakMap<VenueBook, Map<number, Cached>>();

  const cachedOf = (book: VenueBook, depth: number): Cached => {
    let byDepth = cache.get(book);
    if (!byDepth) {
      byDepth = new Map();
      cache.set(book, byDepth);
    }
    let cached = byDepth.get(depth);
    if (!cached) {
      cached = { version: -1, levels: '', updatedAtMs: 0, sequence: 0, atMs: 0, text: '' };
      byDepth.set(depth, cached);
    }
    return cached;
  };

  return (book, depth) => {
    const cached = cachedOf(book, depth);
    const { version, updatedAtMs, sequence } = book;
    const atMs = clock.now();
    const isSameBook = cached.version === version;
    const isSameWord = cached.updatedAtMs === updatedAtMs && cached.sequence === sequence;
    if (isSameBook && isSameWord && cached.atMs === atMs) return cached.text;
    if (!isSameBook) {
      const levels = { bids: book.bids(depth), asks: book.asks(depth) };
      cached.levels = JSON.stringify(levels).slice(1, -1);
    }
    const { bids: _bids, asks: _asks, ...top } = toBookWire(book, 0);
    const text = `${JSON.stringify(top).slice(0, -1)},${cached.levels}}`;
    Object.assign(cached, { version, updatedAtMs, sequence, atMs, text });
    return text;
  };
}
