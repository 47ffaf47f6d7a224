import type { InstrumentSymbol } from '../../../src/trading/model/symbol.ts';
import { type VenueId, venueIds } from '../../../src/trading/model/venue.ts';
import type { BookFeed, BookWriter, FlagReason } from '../../../src/trading/venues/bookPort.ts';
import type { FeedSet } from '../../../src/trading/venues/feeds.ts';
import type { ListedMarket, MarketSource } from '../../../src/trading/venues/marketPort.ts';
import type { PaperFundingRate } from '../../../src/trading/venues/paperPort.ts';
import type { BookSides } from '../app/madeMarket.ts';
import type { ManualClock } from '../manualClock.ts';

/** Feeds in which every venue has its own books, which do not move until a test moves them. */
export interface VenueBooks {
  readonly feeds: FeedSet;
  /** Replaces the book, and clears its flag. */
  show(venue: string, symbol: string, sides: BookSides): void;
  flag(venue: string, symbol: string, reason: FlagReason): void;
  /** Makes a venue silent: the books it showed grow old. */
  silence(venue: string): void;
  /** Makes it send again. */
  wake(venue: string): void;
  /** Sets the funding of every perpetual from now on; it is not known before. */
  fund(rate: PaperFundingRate): void;
}

/** Within the time an exchange takes to send its first book. */
const openMs = 1;
/** Well below the age at which a book loses confidence that changes a split. */
const aliveMs = 50;

interface OpenBook {
  readonly venue: VenueId;
  readonly symbol: InstrumentSymbol;
  readonly writer: BookWriter;
}

export function createVenueBooks(options: {
  readonly clock: ManualClock;
  /** The markets that each venue lists; the others list nothing. */
  readonly markets: Readonly<Record<string, readonly ListedMarket[]>>;
  readonly usd: Readonly<Record<string, number>>;
}): VenueBooks {
  const { clock, markets, usd } = options;
  const listedAt = (venue: VenueId) => markets[venue] ?? [];
  const { open, start, stop, ...hands } = createBooks(clock);
  let funding: PaperFundingRate | undefined;
  const feedOf = (venue: VenueId): BookFeed => ({
    venue,
    lists: (symbol) => (listedAt(venue).some((each) => each.symbol === symbol) ? 'yes' : 'no'),
    open: (symbol, writer) => open({ venue, symbol, writer }),
    stop: async () => undefined,
  });
  const sourceOf = (venue: VenueId): MarketSource => ({
    venue,
    markets: async () => listedAt(venue),
    tickers: async () => [],
  });
  return {
    ...hands,
    fund(rate) {
      funding = rate;
    },
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
        funding: () => funding && { ...funding, atMs: clock.now() },
      },
      start,
      stop,
    },
  };
}

function createBooks(clock: ManualClock) {
  const shown = new Map<string, BookSides>();
  const books = new Set<OpenBook>();
  const silent = new Set<string>();
  let sequence = 0;
  let cancel = (): unknown => undefined;
  const write = ({ venue, symbol, writer }: OpenBook): void => {
    const sides = shown.get(`${venue} ${symbol}`);
    sequence += 1;
    if (sides) writer.snapshot(sides.bids ?? [], sides.asks ?? [], { sequence });
  };
  const at = (venue: string, symbol: string) =>
    [...books].filter((book) => book.venue === venue && book.symbol === symbol);
  return {
    open(book: OpenBook) {
      books.add(book);
      clock.schedule(openMs, () => books.has(book) && write(book));
      return { close: () => books.delete(book) };
    },
    start() {
      cancel = clock.every(aliveMs, () => {
        for (const { venue, writer } of books) if (!silent.has(venue)) writer.alive();
      });
    },
    stop: async () => void cancel(),
    show(venue: string, symbol: string, sides: BookSides): void {
      shown.set(`${venue} ${symbol}`, sides);
      for (const book of at(venue, symbol)) write(book);
    },
    flag(venue: string, symbol: string, reason: FlagReason): void {
      for (const { writer } of at(venue, symbol)) writer.flag(reason);
    },
    silence: (venue: string) => void silent.add(venue),
    wake: (venue: string) => void silent.delete(venue),
  };
}
