import type { Core, Market } from './core.ts';

/** Sets a mark by command; from then on only those count. */
export function giveMark(core: Core, market: Market, ticks: number): void {
  market.isMarkGiven = true;
  moveMark(core, market, ticks);
}

/**
 * Sets the mark from a book, unless a command gave one: its middle, rounded down. A book that lacks
 * a side leaves it unchanged.
 */
export function markFromBook(core: Core, market: Market): void {
  const [bid, ask] = [market.feed.bids[0]?.[0], market.feed.asks[0]?.[0]];
  if (market.isMarkGiven || bid === undefined || ask === undefined) return;
  // Halves first: the sum of two safe integers need not be one.
  const middle = bid + Math.floor((ask - bid) / 2);
  moveMark(core, market, middle);
}

/** Returns the mark that triggers look at; those meant for the middle of a book use `mid`. */
export function givenMark({ isMarkGiven, mark }: Market): number | undefined {
  return isMarkGiven ? mark : undefined;
}

function moveMark(core: Core, market: Market, ticks: number): void {
  if (market.mark === ticks) return;
  market.mark = ticks;
  core.movedMarks.add(market);
}
