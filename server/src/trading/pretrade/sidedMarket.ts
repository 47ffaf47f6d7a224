import { assert } from '../../kit/assert.ts';
import { spreadBps } from '../model/book.ts';
import type { Side } from '../model/order.ts';
import type { EligibleBook, MarketView } from './types.ts';

/** A level of one venue among those of all. */
export interface MergedLevel {
  readonly price: number;
  /** Base units. */
  readonly quantity: number;
  readonly book: EligibleBook;
}

/**
 * A market as an order of one side sees it: a buy takes asks and joins bids, a sell takes bids and
 * joins asks.
 */
export interface SidedMarket {
  readonly view: MarketView;
  readonly side: Side;
  /** All levels on offer, in the order in which they are taken; never empty. */
  readonly levels: readonly MergedLevel[];
  /** Quantity of all levels, base units. */
  readonly quantity: number;
  /** Best price over all books, of the side that is taken and of the order's own side. */
  readonly bestTaken: number;
  readonly bestJoined: number;
  /** Spread between the best prices of all books; negative while the venues cross. */
  readonly spreadBps: number;
}

/** Merges the eligible books. At one price the lower fee goes first. */
export function sidedMarket(view: MarketView, side: Side): SidedMarket {
  const levels = view.books
    .flatMap((book) => book.levels.map(([price, quantity]) => ({ price, quantity, book })))
    .sort(
      (a, b) =>
        (side === 'buy' ? a.price - b.price : b.price - a.price) ||
        a.book.takerBps - b.book.takerBps,
    );
  const bid = Math.max(...view.books.map(({ bestBid }) => bestBid));
  const ask = Math.min(...view.books.map(({ bestAsk }) => bestAsk));
  const spread = spreadBps(bid, ask);
  assert(levels.length > 0 && spread !== undefined, 'a market view has a book with levels');
  return {
    view,
    side,
    levels,
    quantity: levels.reduce((sum, level) => sum + level.quantity, 0),
    bestTaken: side === 'buy' ? ask : bid,
    bestJoined: side === 'buy' ? bid : ask,
    spreadBps: spread,
  };
}

/**
 * Returns the value in USD of the best price levels, each at its own price; a price that two venues
 * have counts as one level.
 */
export function depthUsd({ levels, view }: SidedMarket, priceLevels = Infinity): number {
  let prices = 0;
  let value = 0;
  let last: number | undefined;
  for (const { price, quantity } of levels) {
    if (price !== last) prices += 1;
    if (prices > priceLevels) break;
    last = price;
    value += price * quantity;
  }
  return value * view.quoteUsd;
}
