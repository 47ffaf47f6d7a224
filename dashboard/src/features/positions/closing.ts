import type { InputOf } from '@windlass/client';
import type { BooksNow } from '../../shared/books/bookFeed.ts';
import { isFresh } from '../../shared/books/freshness.ts';
import { marketTypeOf } from '../../shared/symbol.ts';
import { isInverse, type Position } from './risk.ts';

export type ClosingOrder = InputOf<'submitOrder'>;

/** Returns an order that closes a position and cannot reverse it; undefined if not traded here. */
export function closingOrder(position: Position, clientOrderId: string): ClosingOrder | undefined {
  const { symbol, side, contracts, contract_size, exchange_account_id } = position;
  if (isInverse(symbol)) return undefined;
  return {
    exchange_account_id,
    symbol,
    market_type: marketTypeOf(symbol),
    side: side === 'long' ? 'sell' : 'buy',
    order_type: 'market',
    // Rounds off floating point noise of the product: it is no quantity of the position.
    quantity: Number((contracts * contract_size).toPrecision(12)),
    reduce_only: true,
    client_order_id: clientOrderId,
  };
}

export interface ExpectedPrice {
  readonly price: number;
  readonly source: 'book' | 'part of the book' | 'mark';
}

/**
 * Returns the expected price: from the exchange's live book if there is one, else the mark price.
 */
export function expectedPrice(position: Position, books: BooksNow): ExpectedPrice | undefined {
  const venue = books.venues.get(position.exchange);
  const mark = position.mark_price;
  if (!venue || !isFresh(books, venue)) {
    return mark === null ? undefined : { price: mark, source: 'mark' };
  }
  const levels = position.side === 'long' ? venue.book.bids : venue.book.asks;
  const walked = walk(levels, position.contracts * position.contract_size);
  if (!walked) return mark === null ? undefined : { price: mark, source: 'mark' };
  return { price: walked.price, source: walked.isWhole ? 'book' : 'part of the book' };
}

function walk(levels: readonly (readonly [number, number])[], quantity: number) {
  let taken = 0;
  let cost = 0;
  for (const [price, offered] of levels) {
    const part = Math.min(offered, quantity - taken);
    taken += part;
    cost += part * price;
    if (taken >= quantity) break;
  }
  return taken > 0 ? { price: cost / taken, isWhole: taken >= quantity } : undefined;
}
