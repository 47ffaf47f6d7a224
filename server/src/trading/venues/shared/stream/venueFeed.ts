import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { VenueId } from '../../../model/venue.ts';
import type { BookFeed, BookWriter, OpenFeed } from '../../bookPort.ts';

export interface VenueFeedSpec {
  readonly venue: VenueId;
  /**
   * Returns how a symbol's book is opened; undefined when the venue can have no book of that kind.
   */
  route(symbol: InstrumentSymbol): ((book: BookWriter) => OpenFeed) | undefined;
  stop(): void;
}

/** Creates the feed of a venue's books over its markets. */
export function createVenueFeed({ venue, route, stop }: VenueFeedSpec): BookFeed {
  // One entry per open book.
  const opened = new Set<OpenFeed>();
  return {
    venue,
    // Only the venue itself knows what it lists.
    lists: (symbol) => (route(symbol) ? 'unknown' : 'no'),
    open(symbol, book) {
      const open = route(symbol);
      if (!open) {
        book.failed(`${symbol} is not a symbol of this venue`);
        return { close: () => undefined };
      }
      const feed = open(book);
      opened.add(feed);
      return {
        close() {
          opened.delete(feed);
          feed.close();
        },
      };
    },
    async stop() {
      // A book that still reads its contract has no connection to end yet.
      for (const feed of opened) feed.close();
      opened.clear();
      stop();
    },
  };
}

/** Things that are created when first needed: a market that nobody asks for opens no connection. */
export interface Lazily<T> {
  get(): T;
  /** Returns what was created so far, if anything. */
  made(): T | undefined;
}

export function lazily<T extends object>(make: () => T): Lazily<T> {
  let thing: T | undefined;
  return {
    get() {
      thing ??= make();
      return thing;
    },
    made: () => thing,
  };
}
