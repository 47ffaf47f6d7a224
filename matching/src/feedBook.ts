import type { BookLevel } from './commands.ts';
import type { Side } from './rules.ts';

/** The feed's book, and the lots of it that have been taken. */
export interface FeedBook {
  bids: readonly BookLevel[];
  asks: readonly BookLevel[];
  /** Lots taken per price, for as long as the level lives. */
  readonly takenBids: Map<number, number>;
  readonly takenAsks: Map<number, number>;
}

export function createFeedBook(): FeedBook {
  return { bids: [], asks: [], takenBids: new Map(), takenAsks: new Map() };
}

/** True when both sides are sorted, whole and positive, and the best prices apart. */
export function isOrderly(bids: readonly BookLevel[], asks: readonly BookLevel[]): boolean {
  const [bestBid, bestAsk] = [bids[0]?.[0], asks[0]?.[0]];
  if (bestBid !== undefined && bestAsk !== undefined && bestBid >= bestAsk) return false;
  return isSorted(bids, -1) && isSorted(asks, 1);
}

function isSorted(levels: readonly BookLevel[], sign: 1 | -1): boolean {
  return levels.every(([ticks, lots], index) => {
    const before = levels[index - 1];
    const isNext = before === undefined || (ticks - before[0]) * sign > 0;
    return isNext && isCount(ticks) && isCount(lots);
  });
}

/** True for a positive number of steps. */
export function isCount(steps: number): boolean {
  return Number.isSafeInteger(steps) && steps > 0;
}

/**
 * Shows the next book. Lots that were taken at a price stay taken while the level lives: growth is
 * new liquidity, shrinking only caps what can be missing, and a removed level is forgotten. A side
 * that is empty as a whole is an outage and says nothing about its levels.
 */
export function showBook(
  book: FeedBook,
  bids: readonly BookLevel[],
  asks: readonly BookLevel[],
): void {
  carry(book.takenBids, bids);
  carry(book.takenAsks, asks);
  book.bids = bids;
  book.asks = asks;
}

function carry(taken: Map<number, number>, levels: readonly BookLevel[]): void {
  if (taken.size === 0 || levels.length === 0) return;
  for (const [ticks, lots] of taken) {
    const visible = lotsAt(levels, ticks);
    if (visible === undefined) taken.delete(ticks);
    else if (visible < lots) taken.set(ticks, visible);
  }
}

/** Returns the visible lots at a price; undefined when there is no such level. */
export function lotsAt(levels: readonly BookLevel[], ticks: number): number | undefined {
  return levels.find((level) => level[0] === ticks)?.[1];
}

/** Returns the levels that an incoming order of the side would meet. */
export function levelsAgainst(book: FeedBook, side: Side): readonly BookLevel[] {
  return side === 'buy' ? book.asks : book.bids;
}

export function levelsOf(book: FeedBook, side: Side): readonly BookLevel[] {
  return side === 'buy' ? book.bids : book.asks;
}

/** Returns the lots of a level that are left for an order of the side. */
export function availableAt(book: FeedBook, side: Side, [ticks, lots]: BookLevel): number {
  const taken = side === 'buy' ? book.takenAsks : book.takenBids;
  return lots - (taken.get(ticks) ?? 0);
}

/** Notes that an order of the side took lots of a level. */
export function takeAt(book: FeedBook, side: Side, [ticks, lots]: BookLevel): void {
  const taken = side === 'buy' ? book.takenAsks : book.takenBids;
  taken.set(ticks, (taken.get(ticks) ?? 0) + lots);
}
