import { describe, expect, it } from 'vitest';
import { testBook, testBooks } from '../../../test/support/books.ts';
import { spreadOf, topOf } from './quotes.ts';

const books = testBooks(
  testBook('binance', { bids: [[100, 2]], asks: [[103, 5]] }),
  testBook('kraken', { bids: [[101, 1]], asks: [[102, 3]] }),
  testBook('bybit', { bids: [[101, 4]], asks: [] }),
);

describe('the top of the book', () => {
  it('takes the best of the venues it is asked for; of equal prices the larger', () => {
    const top = topOf(books, ['binance', 'kraken', 'bybit']);
    expect(top.bid).toEqual({ venue: 'bybit', price: 101, quantity: 4 });
    expect(top.ask).toEqual({ venue: 'kraken', price: 102, quantity: 3 });
    expect(topOf(books, ['binance']).bid?.price).toBe(100);
  });

  it('has no spread while a side is empty', () => {
    const top = topOf(books, ['bybit']);
    expect(top.ask).toBeUndefined();
    expect(spreadOf(top)).toBeUndefined();
  });

  it('has a spread in price and in basis points of the mid', () => {
    const spread = spreadOf(topOf(books, ['binance', 'kraken']));
    expect(spread).toMatchObject({ price: 1, mid: 101.5 });
    expect(spread?.bps).toBeCloseTo(98.52, 2);
  });
});
