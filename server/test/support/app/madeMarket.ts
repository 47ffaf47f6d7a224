import type { InstrumentSymbol } from '../../../src/trading/model/symbol.ts';
import { type VenueId, venueIds } from '../../../src/trading/model/venue.ts';
import type { BookFeed, BookLevel, BookWriter } from '../../../src/trading/venues/bookPort.ts';
import type { FeedSet } from '../../../src/trading/venues/feeds.ts';
import {
  type ListedMarket,
  type MarketSource,
  MarketSourceError,
} from '../../../src/trading/venues/marketPort.ts';
import type { ManualClock } from '../manualClock.ts';

export interface BookSides {
  readonly bids?: readonly BookLevel[];
  readonly asks?: readonly BookLevel[];
}

/** The feeds of a market that does not move until a test moves it. */
export interface MadeMarket {
  readonly feeds: FeedSet;
  /** Replaces the book, here and for those who open it later. */
  show(symbol: string, sides: BookSides): void;
  /** Makes the venues silent: the books they showed grow old. */
  silence(): void;
}

/** Within the time an exchange takes to send its first book. */
const openMs = 1;
/** Well below the age at which a book becomes unavailable (Orderbook §2.3). */
const aliveMs = 200;

/** Funding as a simulated market reports it. */
export type Funding = NonNullable<FeedSet['simulated']>['funding'];

export function createMadeMarket(options: {
  readonly clock: ManualClock;
  readonly markets: readonly ListedMarket[];
  /** Worth of assets; the others have no price. */
  readonly usd?: Readonly<Record<string, number>>;
  /** Venues that do not list their markets. */
  readonly unlisted?: readonly string[];
  /** Funding of perpetuals; where it is absent, nobody is charged. */
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

/** Keeps one book per symbol, the same at every venue. */
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
