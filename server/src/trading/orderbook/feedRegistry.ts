import type { Clock } from '../../kit/clock.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { Agenda } from './agenda.ts';
import { createFeed, type Feed } from './feed.ts';
import type { Packet } from './packets.ts';
import type { Orderbook, VenueBook } from './types.ts';

/** The feeds somebody follows, by symbol. A feed lives as long as one of its rooms has a member. */
export interface FeedRegistry {
  book(symbol: InstrumentSymbol, venue: VenueId): Feed;
  global(symbol: InstrumentSymbol, venues: readonly VenueId[]): Feed;
  /** Snapshots of the symbol made lately; undefined while nobody follows it. */
  snapshots(symbol: InstrumentSymbol): Map<string, EncodedSnapshot> | undefined;
  changed(book: VenueBook): void;
  /** A book that only ages says nothing by itself: looks at the quality of every one. */
  sweep(): void;
  /** Lets go of what nobody follows any more. */
  prune(symbol: InstrumentSymbol): void;
  all(): Feed[];
}

export interface EncodedSnapshot {
  readonly packet: Packet;
  readonly atMs: number;
  /** Versions and qualities of the books in it. */
  readonly versions: string;
}

interface FeedRegistryDeps {
  readonly orderbook: Pick<Orderbook, 'book' | 'books' | 'globalBook'>;
  readonly clock: Clock;
  readonly agenda: Agenda<Feed>;
}

interface SymbolFeeds {
  readonly books: Map<string, Feed>;
  readonly globals: Map<string, Feed>;
  /** By set of venues: fifteen at most. */
  readonly snapshots: Map<string, EncodedSnapshot>;
}

export function createFeedRegistry(deps: FeedRegistryDeps): FeedRegistry {
  const { orderbook, clock, agenda } = deps;
  const bySymbol = new Map<InstrumentSymbol, SymbolFeeds>();

  const feedsOf = (symbol: InstrumentSymbol): SymbolFeeds => {
    const known = bySymbol.get(symbol);
    if (known) return known;
    const made = { books: new Map(), globals: new Map(), snapshots: new Map() };
    bySymbol.set(symbol, made);
    return made;
  };

  const all = (): Feed[] =>
    [...bySymbol.values()].flatMap(({ books, globals }) => [
      ...books.values(),
      ...globals.values(),
    ]);

  return {
    book: (symbol, venue) =>
      feedIn(feedsOf(symbol).books, venue, () =>
        createFeed({ orderbook, clock, kind: 'book', symbol, venues: [venue], agenda }),
      ),
    global: (symbol, venues) =>
      feedIn(feedsOf(symbol).globals, venues.join(), () =>
        createFeed({ orderbook, clock, kind: 'global', symbol, venues, agenda }),
      ),
    snapshots: (symbol) => bySymbol.get(symbol)?.snapshots,
    changed(book) {
      const feeds = bySymbol.get(book.symbol);
      if (!feeds) return;
      feeds.books.get(book.venue)?.touch();
      for (const feed of feeds.globals.values()) {
        if (feed.venues.includes(book.venue)) feed.touch();
      }
    },
    sweep() {
      for (const feed of all()) feed.touchIfAged();
    },
    prune(symbol) {
      const feeds = bySymbol.get(symbol);
      if (!feeds) return;
      for (const gone of [...takeEmpty(feeds.books), ...takeEmpty(feeds.globals)])
        agenda.forget(gone);
      if (feeds.books.size === 0 && feeds.globals.size === 0) bySymbol.delete(symbol);
    },
    all,
  };
}

function feedIn(feeds: Map<string, Feed>, key: string, make: () => Feed): Feed {
  const known = feeds.get(key);
  if (known) return known;
  const made = make();
  feeds.set(key, made);
  return made;
}

function takeEmpty(feeds: Map<string, Feed>): Feed[] {
  const taken: Feed[] = [];
  for (const [key, feed] of feeds) {
    if (!feed.dropEmptyRooms()) continue;
    feeds.delete(key);
    taken.push(feed);
  }
  return taken;
}
