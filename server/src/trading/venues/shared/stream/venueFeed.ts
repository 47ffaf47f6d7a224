import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { VenueId } from '../../../model/venue.ts';
import type { BookFeed, BookWriter, OpenFeed } from '../../bookPort.ts';

export interface VenueFeedSpec {
  readonly venue: VenueId;
  /** How a symbol's book is opened; undefined when the venue can have none of that shape. */
  route(symbol: InstrumentSymbol): ((book: BookWriter) => OpenFeed) | undefined;
  stop(): void;
}

/** A venue's books over its markets. */
export function createVenueFeed({ venue, route, stop }: VenueFeedSpec): BookFeed {
  return {
    venue,
    // Only the venue itself knows what it lists.
    lists: (symbol) => (route(symbol) ? 'unknown' : 'no'),
    open(symbol, book) {
      const open = route(symbol);
      if (open) return open(book);
      book.failed(`${symbol} is not a symbol of this venue`);
      return { close: () => undefined };
    },
    async stop() {
      stop();
    },
  };
}

/** Things made when first needed: a market nobody asks for opens no connection. */
export interface Lazily<T> {
  get(): T;
  /** What was made so far, if anything. */
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
