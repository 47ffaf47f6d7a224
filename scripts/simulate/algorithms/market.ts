import type { Clock } from '../../../server/src/kit/clock.ts';
import type { VenueId } from '../../../server/src/trading/model/venue.ts';
import type {
  BookFeed,
  BookWriter,
  OpenFeed,
} from '../../../server/src/trading/venues/bookPort.ts';
import type { FeedSet } from '../../../server/src/trading/venues/feeds.ts';
import type { MarketSource } from '../../../server/src/trading/venues/marketPort.ts';
import { type BookTrouble, createBook, type SimBook, type SimBookDeps } from './book.ts';
import { type BookName, listed, type SimListing } from './listings.ts';
import { createPath, type PathDeps, simUsd } from './path.ts';

type Simulated = NonNullable<FeedSet['simulated']>;

/** Books of few levels that move seldom, so that hours of them pass in seconds. */
export interface SimMarket {
  readonly listings: readonly SimListing[];
  /** The feeds as one incarnation opens them. */
  feeds(clock: Clock): FeedSet;
  /** Returns the mid price that the venue has now. */
  mid(book: BookName): number;
  trouble(book: BookName, kind: BookTrouble): void;
  isTroubled(book: BookName): boolean;
  /** Ends all faults of books; every book is sent again. */
  healAll(): void;
  /** Ends the faults of a book, which is sent again. */
  heal(book: BookName): void;
  /** Sends a book as it was some seconds ago, and a moment later as it is. */
  tellOld(book: BookName): void;
  /** Returns why nobody should take from the book now: its feed's last fault, or its silence. */
  objection(book: BookName): string | undefined;
  /** Forgets the readers of a dead incarnation. */
  forget(): void;
}

export interface SimMarketDeps extends SimBookDeps, PathDeps {
  /** Creates the funding of perpetuals; none by default. */
  readonly funding?: ((clock: Clock) => Simulated['funding']) | undefined;
}

export function createSimMarket(deps: SimMarketDeps): SimMarket {
  const { listings } = deps;
  const path = createPath(deps);
  const stepNow = () => Math.floor(deps.elapsedMs() / deps.stepMs);
  const books = new Map(
    listings.map((name) => {
      const sides = (step: number) => path.sides(name, step);
      return [keyOf(name), createBook(deps, { sides, stepNow })];
    }),
  );
  const bookOf = (name: BookName): SimBook => {
    const book = books.get(keyOf(name));
    if (!book) throw new Error(`${keyOf(name)} is no book of this market`);
    return book;
  };
  return {
    listings,
    feeds: (clock) => feedSet(deps, clock, (name, writer) => bookOf(name).open(writer, clock)),
    mid: (name) => path.mid(name, stepNow()),
    trouble: (name, kind) => bookOf(name).strike(kind),
    isTroubled: (name) => bookOf(name).isTroubled(),
    healAll() {
      for (const book of books.values()) book.heal();
    },
    heal: (name) => bookOf(name).heal(),
    tellOld: (name) => bookOf(name).tellOld(),
    objection: (name) => bookOf(name).objection(),
    forget() {
      for (const book of books.values()) book.forget();
    },
  };
}

function keyOf({ venue, symbol }: BookName): string {
  return `${venue} ${symbol}`;
}

type Open = (name: BookName, writer: BookWriter) => OpenFeed;

/** Returns feeds for the venues of the books, each opened with the given function. */
export function feedSet(
  { listings, funding }: Pick<SimMarketDeps, 'listings' | 'funding'>,
  clock: Clock,
  open: Open,
): FeedSet {
  const own = (venue: VenueId) => listings.filter((each) => each.venue === venue);
  const feedOf = (venue: VenueId): BookFeed => ({
    venue,
    lists: (symbol) => (own(venue).some((each) => each.symbol === symbol) ? 'yes' : 'no'),
    open: (symbol, writer) => open({ venue, symbol }, writer),
    stop: async () => undefined,
  });
  const sourceOf = (venue: VenueId): MarketSource => ({
    venue,
    markets: async () => own(venue).map(listed),
    tickers: async () => [],
  });
  const venues = [...new Set(listings.map(({ venue }) => venue))];
  return {
    feeds: new Map(venues.map((venue) => [venue, feedOf(venue)])),
    markets: {
      sources: new Map(venues.map((venue) => [venue, sourceOf(venue)])),
      isKept: false,
    },
    preload: [],
    simulated: {
      priceAt: (asset) => (asset === 'BTC' ? simUsd : 1),
      marketTimeMs: () => clock.now(),
      funding: funding?.(clock) ?? (() => undefined),
    },
    start: () => undefined,
    stop: async () => undefined,
  };
}
