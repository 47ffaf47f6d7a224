import { describe, expect, it } from 'vitest';
import { positionOf } from '../../../test/support/positionFixture.ts';
import type { BooksNow } from '../../shared/books/bookFeed.ts';
import { closingOrder, expectedPrice } from './closing.ts';

const long = positionOf({ contracts: 30, contract_size: 0.1 });

describe('the order that closes a position', () => {
  it('goes the other way with all of its size, and can only reduce', () => {
    expect(closingOrder(long, 'id-1')).toEqual({
      exchange_account_id: 'paper-bybit',
      symbol: 'BTC/USDT:USDT',
      market_type: 'swap',
      side: 'sell',
      order_type: 'market',
      quantity: 3,
      reduce_only: true,
      client_order_id: 'id-1',
    });
    expect(closingOrder({ ...long, side: 'short' }, 'id-1')).toMatchObject({ side: 'buy' });
  });

  it('has the quantity a person reads, without what binary fractions add', () => {
    const order = closingOrder({ ...long, contracts: 3, contract_size: 0.1 }, 'id-1');
    expect(order?.quantity).toBe(0.3);
  });

  it('is none for contracts settled in their base, which are not traded here', () => {
    expect(closingOrder({ ...long, symbol: 'BTC/USD:BTC' }, 'id-1')).toBeUndefined();
  });

  it('names the market of dated futures', () => {
    const dated = { ...long, symbol: 'BTC/USDT:USDT-261225' };
    expect(closingOrder(dated, 'id-1')?.market_type).toBe('future');
    expect(closingOrder(long, 'id-1')?.market_type).toBe('swap');
  });
});

describe('the expected price', () => {
  const bids = [
    [100, 1],
    [99, 1],
  ] as const;
  const book = {
    venue: 'bybit',
    symbol: long.symbol,
    bids: bids.map(([p, q]): [number, number] => [p, q]),
    asks: [],
    mid_price: null,
    spread_bps: null,
    staleness_ms: 0,
    confidence: 1,
    quality: 'GOOD' as const,
    timestamp: '',
  };
  const books: BooksNow = {
    isConnected: true,
    version: 1,
    atMs: 0,
    venues: new Map([['bybit', { book, heardAtMs: 0 }]]),
  };

  it('is the average over the levels that would be taken', () => {
    const position = positionOf({ contracts: 2, contract_size: 1 });
    expect(expectedPrice(position, books)).toEqual({ price: 99.5, source: 'book' });
  });

  it('says when the book does not show enough', () => {
    expect(expectedPrice(long, books)).toMatchObject({ source: 'part of the book' });
  });

  it('is the mark price where the exchange has no book here, or one that is old', () => {
    const mark = { price: 82_000, source: 'mark' };
    expect(expectedPrice(positionOf({ exchange: 'okx' }), books)).toEqual(mark);
    expect(expectedPrice(long, { ...books, atMs: 60_000 })).toEqual(mark);
  });
});
