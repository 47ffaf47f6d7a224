import type { Side } from '../model/order.ts';
import type { Level, VenueBook } from '../orderbook/types.ts';

/**
 * Maximum number of levels read from a side of each book. Exchanges send books of a few hundred;
 * deeper levels hardly matter to an order, and merging six books of this depth takes about a
 * millisecond.
 */
const levelsPerBookMax = 1_000;

/** Returns true when a book can be used: in sync, alive, and with both sides. */
export function isUsable(book: VenueBook): boolean {
  // A flagged book has this quality too.
  if (book.health().quality === 'UNAVAILABLE') return false;
  return book.bestBid() !== undefined && book.bestAsk() !== undefined;
}

/** Returns the side of a book that an order would take, best first. */
export function takenLevels(book: VenueBook, side: Side, depth = levelsPerBookMax): Level[] {
  return side === 'buy' ? book.asks(depth) : book.bids(depth);
}

/** Merges the levels of several books into one side, best first; levels at one price become one. */
export function mergeLevels(sides: readonly (readonly Level[])[], taker: Side): Level[] {
  const quantities = new Map<number, number>();
  for (const [price, quantity] of sides.flat()) {
    quantities.set(price, (quantities.get(price) ?? 0) + quantity);
  }
  const direction = taker === 'buy' ? 1 : -1;
  return [...quantities].sort(([left], [right]) => direction * (left - right));
}

/** Returns the worth of levels in the quote, at their own prices. */
export function worthOf(levels: readonly Level[]): number {
  return levels.reduce((sum, [price, quantity]) => sum + price * quantity, 0);
}
