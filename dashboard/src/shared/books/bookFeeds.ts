import type { BookStream } from '@windlass/client';
import { type BookFeed, createBookFeed } from './bookFeed.ts';

/** Live books by symbol; who watches the same symbol shares one subscription. */
export interface BookFeeds {
  /** The books of a symbol; they live while somebody listens. */
  of(symbol: string): BookFeed;
}

/** Levels a side in updates: as many as the ladder and the depth chart show. */
const depth = 20;

export function createBookFeeds(stream: BookStream): BookFeeds {
  const feeds = new Map<string, BookFeed>();
  return {
    of(symbol) {
      const known = feeds.get(symbol);
      if (known) return known;
      const feed = createBookFeed({
        watch: (heard) => stream.watch(symbol, { depth }, heard),
        // Bounded by the symbols there are; a feed nobody hears holds no book.
        requestFrame: (draw) => window.requestAnimationFrame(draw),
        cancelFrame: (id) => window.cancelAnimationFrame(id),
      });
      feeds.set(symbol, feed);
      return feed;
    },
  };
}
