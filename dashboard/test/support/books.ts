import type { BooksNow, VenueBook } from '../../src/shared/books/bookFeed.ts';

type Levels = readonly (readonly [price: number, quantity: number])[];

interface VenueGiven extends Partial<Omit<VenueBook['book'], 'bids' | 'asks'>> {
  readonly bids?: Levels;
  readonly asks?: Levels;
  readonly heardAtMs?: number;
}

/** Returns a fresh book with one level on each side, unless told otherwise. */
export function testBook(venue: string, given: VenueGiven = {}): VenueBook {
  const { bids = [[99, 1]], asks = [[101, 1]], heardAtMs = 0, ...rest } = given;
  const copy = (levels: Levels) =>
    levels.map(([price, quantity]): [number, number] => [price, quantity]);
  const book: VenueBook['book'] = {
    venue,
    symbol: 'BTC/USDT',
    mid_price: 100,
    spread_bps: 200,
    staleness_ms: 0,
    confidence: 1,
    quality: 'GOOD',
    timestamp: '2026-01-01T00:00:00.000',
    bids: copy(bids),
    asks: copy(asks),
    ...rest,
  };
  return { book, heardAtMs };
}

/** Returns the books of a connected stream, published at time 0. */
export function testBooks(...venues: readonly VenueBook[]): BooksNow {
  return {
    isConnected: true,
    venues: new Map(venues.map((each) => [each.book.venue, each])),
    version: 1,
    atMs: 0,
  };
}
