import type { Side } from '../model/order.ts';
import type { Level, VenueBook } from '../orderbook/types.ts';

/**
 * Levels of a side that are looked at, of each book. Exchanges send books of a few hundred; what is
 * deeper hardly matters to an order, and merging six books of this depth takes about a millisecond.
 */
const levelsPerBookMax = 1_000;

/** Whether a book can be reckoned with: in step, alive, and both sides of it are there. */
export function isUsable(book: VenueBook): boolean {
  // So is what is flagged.
  if (book.health().quality === 'UNAVAILABLE') return false;
  return book.bestBid() !== undefined && book.bestAsk() !== undefined;
}

/** The side of a book that an order would take, best first. */
export function takenLevels(book: VenueBook, side: Side, depth = levelsPerBookMax): Level[] {
  return side === 'buy' ? book.asks(depth) : book.bids(depth);
}

/** Levels of several books as one side, best first; what stands at one price is one level. */
export function mergeLevels(sides: readonly (readonly Level[])[], taker: Side): Level[] {
  const quantities = new Map<number, number>();
  for (const [price, quantity] of sides.flat()) {
    quantities.set(price, (quantities.get(price) ?? 0) + quantity);
  }
  const direction = taker === 'buy' ? 1 : -1;
  return [...quantities].sort(([left], [right]) => direction * (left - right));
}

/** In the quote, at their own prices. */
export function worthOf(levels: readonly Level[]): number {
  return levels.reduce((sum, [price, quantity]) => sum + price * quantity, 0);
}
