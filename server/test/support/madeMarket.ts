import type { ManualClock } from '../../src/kit/manualClock.ts';
import type { InstrumentSymbol } from '../../src/trading/model/symbol.ts';
import { type VenueId, venueIds } from '../../src/trading/model/venue.ts';
import type { BookFeed, BookLevel, BookWriter } from '../../src/trading/venues/bookPort.ts';
import type { FeedSet } from '../../src/trading/venues/feeds.ts';
import {
  type ListedMarket,
  type MarketSource,
  MarketSourceError,
} from '../../src/trading/venues/marketPort.ts';

export interface BookSides {
  readonly bids?: readonly BookLevel[];
  readonly asks?: readonly BookLevel[];
}

/** The feeds of a market that stands still until a test moves it. */
export interface MadeMarket {
  readonly feeds: FeedSet;
  /** Puts a book in place of the one before, here and for whoever opens it later. */
  show(symbol: string, sides: BookSides): void;
  /** Lets the venues fall silent: what they showed grows old. */
  silence(): void;
}

/** Within what an exchange takes to send its first book. */
const openMs = 1;
/** Well within the age at which a book is none (Orderbook §2.3). */
const aliveMs = 200;

/** Funding as a simulated market tells it. */
export type Funding = NonNullable<FeedSet['simulated']>['funding'];

export function createMadeMarket(options: {
  readonly clock: ManualClock;
  readonly markets: readonly ListedMarket[];
  /** What assets are worth; the others have no price. */
  readonly usd?: Readonly<Record<string, number>>;
  /** Venues that do not tell what they list. */
  readonly unlisted?: readonly string[];
  /** What perpetuals are funded at; nobody is charged where it says nothing. */
  readonly funding?: Funding;
}): MadeMarket {
  const { clock, markets, usd = {}, unlisted = [], funding = () => undefined } = options;
  const books = createBooks(clock);
  const known: ReadonlySet<string> = new Set(markets.map(({ symbol }) => symbol));
  const feedOf = (venue: VenueId): BookFeed => ({
    venue,
    lists: (symbol) => (known.has(symbol) ? 'yes' : 'no'),
    open: (symbol, book) => books.open(symbol, book),
    stop: async () => undefined,
  });
  const sourceOf = (venue: VenueId): MarketSource => ({
    venue,
    async markets() {
      if (unlisted.includes(venue)) throw new MarketSourceError('It does not tell.');
      return markets;
    },
    tickers: async () => [],
  });
  return {
    feeds: {
      feeds: new Map(venueIds.map((venue) => [venue, feedOf(venue)])),
      markets: {
        sources: new Map(venueIds.map((venue) => [venue, sourceOf(venue)])),
        isKept: false,
      },
      preload: [],
      simulated: {
        priceAt: (asset) => (asset === 'USD' ? 1 : usd[asset]),
        marketTimeMs: () => clock.now(),
        funding,
      },
      start: () => books.start(),
      stop: async () => books.silence(),
    },
    show: books.show,
    silence: books.silence,
  };
}

/** One book a symbol, the same at every venue. */
function createBooks(clock: ManualClock) {
  const shown = new Map<string, BookSides>();
  const writers = new Map<BookWriter, InstrumentSymbol>();
  let sequence = 0;
  let cancel = (): unknown => undefined;
  const write = (symbol: string, book: BookWriter): void => {
    const { bids = [], asks = [] } = shown.get(symbol) ?? {};
    sequence += 1;
    if (shown.has(symbol)) book.snapshot(bids, asks, { sequence });
  };
  return {
    open(symbol: InstrumentSymbol, book: BookWriter) {
      writers.set(book, symbol);
      clock.schedule(openMs, () => writers.has(book) && write(symbol, book));
      return { close: () => writers.delete(book) };
    },
    show(symbol: string, sides: BookSides): void {
      shown.set(symbol, sides);
      for (const [book, own] of writers) if (own === symbol) write(symbol, book);
    },
    start(): void {
      cancel = clock.every(aliveMs, () => {
        for (const book of writers.keys()) book.alive();
      });
    },
    silence: (): void => void cancel(),
  };
}
