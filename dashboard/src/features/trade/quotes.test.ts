import { describe, expect, test } from 'vitest';
import type { BooksNow } from '../../shared/books/bookFeed.ts';
import { quotesOf } from './quotes.ts';

const heardAtMs = 1_000_000;
const book = (venue: string, [bid, ask]: readonly [number, number], staleness_ms = 10) => ({
  heardAtMs,
  book: {
    venue,
    symbol: 'BTC/USDT',
    mid_price: (bid + ask) / 2,
    spread_bps: 1,
    staleness_ms,
    // As the service decides it (Orderbook §2.3).
    quality: staleness_ms < 5_000 ? ('GOOD' as const) : ('UNAVAILABLE' as const),
    confidence: 1,
    timestamp: '',
    bids: [[bid, 2] as [number, number]],
    asks: [[ask, 3] as [number, number]],
  },
});
const booksOf = (...all: ReturnType<typeof book>[]): BooksNow => ({
  isConnected: true,
  venues: new Map(all.map((each) => [each.book.venue, each])),
  version: 1,
  atMs: heardAtMs,
});
const books = booksOf(book('binance', [99, 101]), book('kraken', [100, 102]));

describe('the quotes of a ticket', () => {
  test("are those of the account's exchange where it is streamed", () => {
    expect(quotesOf(books, 'binance')).toEqual({
      bid: { price: 99, quantity: 2, venue: 'binance' },
      ask: { price: 101, quantity: 3, venue: 'binance' },
      isOwn: true,
      isFresh: true,
    });
  });

  test('are the best of the others where it is not', () => {
    expect(quotesOf(books, 'okx')).toMatchObject({
      bid: { price: 100, venue: 'kraken' },
      ask: { price: 101, venue: 'binance' },
      isOwn: false,
      isFresh: true,
    });
  });

  test('leave out an old book while there is a fresh one', () => {
    const mixed = booksOf(book('binance', [99, 101]), book('kraken', [150, 151], 9_000));
    expect(quotesOf(mixed, 'okx').bid?.venue).toBe('binance');
  });

  test('are not to be acted on once they are old, and none when there is no book', () => {
    expect(quotesOf({ ...books, atMs: heardAtMs + 6_000 }, 'binance').isFresh).toBe(false);
    expect(quotesOf(booksOf(), 'binance')).toMatchObject({ bid: undefined });
  });
});
