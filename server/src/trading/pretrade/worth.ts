import { assert, unreachable } from '../../kit/assert.ts';
import { exactly, multiplyExact, roundUpExact } from '../../kit/exact.ts';
import { type MarketQuote, type SteppedOrder, worthMicroUsd } from '../execution/index.ts';
import type { VenueId } from '../model/venue.ts';
import { walkLevels } from '../model/walk.ts';
import { mergeLevels } from './levels.ts';
import { restOf } from './noise.ts';
import type { AnalysisDraft, EligibleBook } from './types.ts';

/** The fields of an order that its worth depends on. */
export type MeasuredOrder = Pick<AnalysisDraft, 'side' | 'quantity' | 'type' | 'limitPrice'>;

/** Returns the best prices of a market over its books, in its quote; needs at least one book. */
export function mergedQuote(books: readonly EligibleBook[]): MarketQuote {
  const bid = Math.max(...books.map(({ bestBid }) => bestBid));
  const ask = Math.min(...books.map(({ bestAsk }) => bestAsk));
  return { bid, ask, mid: (bid + ask) / 2 };
}

/** Returns the exchange's own prices, as when orders are sent; without its book, those of all. */
export function quoteAt(books: readonly EligibleBook[], venue: VenueId): MarketQuote {
  const own = books.filter((book) => book.venue === venue);
  return mergedQuote(own.length > 0 ? own : books);
}

/** Returns the order as it would be sent; an algorithm's children as one market order. */
export function steppedOrder({ type, side, quantity, limitPrice }: MeasuredOrder): SteppedOrder {
  if (type !== 'limit' || limitPrice === undefined) return { type: 'market', side, quantity };
  return { type, side, quantity, price: limitPrice };
}

/**
 * Returns the worth of an order in the quote:
 *
 * - market: the levels of all books that it takes, at their prices; the part that is not displayed
 *   costs as much as the worst of them
 * - limit: at its price, a sell at the best bid where that is more, as orders are valued when they
 *   are sent
 * - algo: at the best price of the side, for it takes little at a time
 */
export function orderWorth(order: MeasuredOrder, books: readonly EligibleBook[]): number {
  const { side, quantity, type, limitPrice } = order;
  const { bid, ask } = mergedQuote(books);
  switch (type) {
    case 'market': {
      const levels = mergeLevels(
        books.map((book) => book.levels),
        side,
      );
      const walk = walkLevels(levels, quantity);
      const beyond = Math.max(0, quantity - walk.quantity);
      return walk.value + beyond * (walk.worst ?? 0);
    }
    case 'limit':
      assert(limitPrice !== undefined, 'limit orders have a price');
      return quantity * (side === 'sell' ? Math.max(limitPrice, bid) : limitPrice);
    case 'algo':
      return quantity * (side === 'buy' ? ask : bid);
    default:
      return unreachable(type);
  }
}

/**
 * Returns the quantity that all books show, if a market order is for more than that. An order that
 * rests or is worked over time does not need it all at once.
 */
export function shownBelow({
  order,
  books,
}: {
  readonly order: MeasuredOrder;
  readonly books: readonly EligibleBook[];
}): number | undefined {
  if (order.type !== 'market') return undefined;
  const levels = books.flatMap((book) => book.levels);
  const shown = levels.reduce((sum, [, quantity]) => sum + quantity, 0);
  return restOf(order.quantity, order.quantity - shown) > 0 ? shown : undefined;
}

/**
 * Returns the value that counts against limits, in whole micro-USD: what sending the order reserves
 * at current prices, and for a market buy at least the cost of the levels it takes.
 */
export function limitValueMicroUsd(
  order: MeasuredOrder,
  { books, quoteUsd }: { readonly books: readonly EligibleBook[]; readonly quoteUsd: number },
): number {
  const sent = worthMicroUsd(steppedOrder(order), mergedQuote(books), quoteUsd);
  if (order.type !== 'market' || order.side === 'sell') return sent;
  return Math.max(sent, inMicroUsd(orderWorth(order, books), quoteUsd));
}

/** Digits of a sum over thousands of levels that are exact in floats. */
const sureDigits = 12;

/** Returns whole micro-USD, rounded up as the reservations of orders are. */
export function inMicroUsd(worth: number, quoteUsd: number): number {
  const sure = Number(worth.toPrecision(sureDigits));
  return Number(roundUpExact(multiplyExact(exactly(sure), exactly(quoteUsd)), 6));
}
