import { BookSide } from './bookSide.ts';
import type { WireLevels } from './wireLevels.ts';

/**
 * Levels kept on a side, the furthest dropped first. It is twice the deepest snapshot that any
 * venue sends (5,000), far beyond the 50 bps that the service measures, and 160 kB at most: a venue
 * that only ever adds levels cannot fill the memory.
 */
export const levelsPerSideMax = 10_000;

/** The levels of one venue's book. Whole messages change both sides. */
export class LocalBook {
  readonly bids: BookSide;
  readonly asks: BookSide;

  constructor(levelsMax = levelsPerSideMax) {
    this.bids = new BookSide('bids', levelsMax);
    this.asks = new BookSide('asks', levelsMax);
  }

  /**
   * Applies changes in their order. Returns whether anything changed. A message that names a price
   * twice and ends as it began counts as a change, which only costs its readers a look.
   */
  apply(bids: WireLevels, asks: WireLevels): boolean {
    const bidsChanged = this.bids.apply(bids);
    return this.asks.apply(asks) || bidsChanged;
  }

  /** Replaces both sides. Returns whether anything changed. */
  replace(bids: WireLevels, asks: WireLevels): boolean {
    const bidsChanged = this.bids.replace(bids);
    return this.asks.replace(asks) || bidsChanged;
  }

  clear(): void {
    this.bids.clear();
    this.asks.clear();
  }

  /** Within one venue a bid at the ask would have traded: touching counts as crossed. */
  isCrossed(): boolean {
    const bid = this.bids.bestPrice();
    const ask = this.asks.bestPrice();
    return bid !== undefined && ask !== undefined && bid >= ask;
  }
}
