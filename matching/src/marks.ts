import type { Core, Market } from './core.ts';

/** A mark by command; from then on only those count. */
export function giveMark(core: Core, market: Market, ticks: number): void {
  market.isMarkGiven = true;
  moveMark(core, market, ticks);
}

/**
 * Without marks by command the middle of a shown book is the mark, rounded down. A book that lacks
 * a side leaves it where it was.
 */
export function markFromBook(core: Core, market: Market): void {
  const [bid, ask] = [market.feed.bids[0]?.[0], market.feed.asks[0]?.[0]];
  if (market.isMarkGiven || bid === undefined || ask === undefined) return;
  // Halves first: the sum of two safe integers need not be one.
  const middle = bid + Math.floor((ask - bid) / 2);
  moveMark(core, market, middle);
}

/** The mark that triggers look at: those that are meant to look at the middle of a book say so. */
export function givenMark({ isMarkGiven, mark }: Market): number | undefined {
  return isMarkGiven ? mark : undefined;
}

function moveMark(core: Core, market: Market, ticks: number): void {
  if (market.mark === ticks) return;
  market.mark = ticks;
  core.movedMarks.add(market);
}
