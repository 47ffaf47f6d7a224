import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Random } from '../../kit/random.ts';
import { requireOneWorld, type World, type WorldOf } from '../execution/index.ts';
import { createQuotes } from '../execution/quotes.ts';
import { createMarkets, type Markets, type MarketsDeps } from '../markets/markets.ts';
import type { VenueId } from '../model/venue.ts';
import { type Environment, globalRegion, type VenuePlace } from '../model/venuePlace.ts';
import { createReadyBooks } from '../orderbook/index.ts';
import { createOrderbook } from '../orderbook/orderbook.ts';
import type { Orderbook, VenueBook } from '../orderbook/types.ts';
import type { Valuation } from '../valuation/types.ts';
import type { FeedSet } from '../venues/feeds.ts';

export interface WorldsDeps {
  readonly feeds: Pick<FeedSet, 'elsewhere'>;
  /** Books of production, which everybody sees. */
  readonly orderbook: Orderbook;
  readonly markets: Markets;
  readonly prices: MarketsDeps['prices'];
  readonly btcUsd: MarketsDeps['btcUsd'];
  readonly valuation: Valuation;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** Books and market lists of every environment that has accounts. */
export interface Worlds {
  readonly worldOf: WorldOf;
  /** Loads the market list of a place, and nothing else. */
  warmList(place: VenuePlace): Promise<void>;
  /** Called for changes in the books of all environments. */
  onBookChange: Orderbook['onChange'];
  stop(): Promise<void>;
}

/** The books of one environment, which all regions of a venue share. */
interface Books {
  readonly orderbook: Pick<Orderbook, 'book' | 'keep' | 'onChange'> & { stop(): void };
  readonly books: ReturnType<typeof createReadyBooks>;
  readonly quotes: World['quotes'];
}

/**
 * Worlds are built when their first account is asked for, and are kept: there are as many as venues
 * have places. A venue without a feed has no books and no lists, so its orders are refused.
 */
export function createWorlds(deps: WorldsDeps): Worlds {
  const { valuation, clock } = deps;
  const listeners = new Set<Parameters<Orderbook['onChange']>[0]>();
  const watched = <Own extends Pick<Orderbook, 'onChange'>>(own: Own): Own => {
    own.onChange((book) => {
      for (const listener of listeners) listener(book);
    });
    return own;
  };
  const production = productionBooks(deps, watched);
  const booksBy = new Map<Environment, Books>([['production', production]]);
  const listsBy = new Map([[`production ${globalRegion}`, deps.markets]]);
  const openBooks = (environment: Environment): Books => {
    const feeds = deps.feeds.elsewhere?.feeds(environment) ?? new Map();
    const own = watched(
      createOrderbook({
        feeds,
        venues: [...feeds.keys()],
        clock,
        flagged: flagLogger(deps.logger.child({ environment })),
      }),
    );
    return {
      orderbook: own,
      books: createReadyBooks({ orderbook: own, clock }),
      // The worth of assets elsewhere says nothing about the prices at which they trade here.
      quotes: createQuotes({ orderbook: own, valuation, clock, takesWorth: false }),
    };
  };
  const openLists = (environment: Environment, region: string): Markets => {
    const sources = deps.feeds.elsewhere?.sources(environment, region) ?? new Map();
    return createMarkets({ ...deps, venues: [...sources.keys()], sources, store: undefined });
  };
  const booksOf = kept(booksBy, (environment) => openBooks(environment));
  const listsOf = (environment: Environment, region: string): Markets =>
    kept(listsBy, () => openLists(environment, region))(`${environment} ${region}`);
  return {
    worldOf(accounts) {
      requireOneWorld(accounts);
      const environment = accounts[0]?.environment ?? 'production';
      const markets = joined(accounts, (region) => listsOf(environment, region));
      return { ...booksOf(environment), markets };
    },
    warmList: ({ venue, environment, region }) => listsOf(environment, region).warm(venue),
    onBookChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      for (const { orderbook: own, books } of booksBy.values()) {
        books.stop();
        own.stop();
      }
      const others = [...listsBy.values()].filter((lists) => lists !== deps.markets);
      await Promise.all(others.map((lists) => lists.stop()));
    },
  };
}

function productionBooks(
  { orderbook, valuation, clock }: WorldsDeps,
  watched: <Own extends Pick<Orderbook, 'onChange'>>(own: Own) => Own,
): Books {
  return {
    // The owner of these books stops them.
    orderbook: watched({ ...orderbook, stop: () => undefined }),
    books: createReadyBooks({ orderbook, clock }),
    quotes: createQuotes({ orderbook, valuation, clock }),
  };
}

/** Logs each book that was flagged, once. */
export function flagLogger(logger: Logger) {
  return ({ venue, symbol }: Pick<VenueBook, 'venue' | 'symbol'>, reason: string): void => {
    // A lost connection is already in the log, once for all its books.
    if (reason === 'disconnected') return;
    logger.warn({ venue, symbol, reason }, 'A book is not trusted until its next snapshot');
  };
}

function kept<Key, Value>(known: Map<Key, Value>, make: (key: Key) => Value): (key: Key) => Value {
  return (key) => {
    const found = known.get(key) ?? make(key);
    known.set(key, found);
    return found;
  };
}

/** Joins the market lists of accounts that may be in different regions of their venues. */
function joined(
  accounts: readonly VenuePlace[],
  listsOf: (region: string) => Markets,
): World['markets'] {
  const regions = new Map(accounts.map(({ venue, region }) => [venue, region]));
  const at = (venue: VenueId) => listsOf(regions.get(venue) ?? globalRegion);
  const all = new Set([globalRegion, ...regions.values()]);
  return {
    knows: (venue) => at(venue).knows(venue),
    rulesOf: (venue, symbol) => at(venue).rulesOf(venue, symbol),
    listedAtMs: (venue) => at(venue).listedAtMs(venue),
    doubt: (venue) => at(venue).doubt(venue),
    advUsd: (symbol) => listsOf(globalRegion).advUsd(symbol),
    async prepare(venue) {
      if (venue !== undefined) return at(venue).prepare(venue);
      await Promise.all([...all].map((region) => listsOf(region).prepare()));
    },
  };
}
