import type { Side } from '@windlass/matching';
import type { Depth, DepthLevel } from './prices.ts';

/** Levels that changed; a quantity of 0 means that the level is gone. */
export interface WindowChange {
  readonly bids: readonly DepthLevel[];
  readonly asks: readonly DepthLevel[];
}

/** The best levels of a book, as a client last received them. */
export interface BookWindow {
  /** Returns the levels that changed since the last call; all of them at the first call. */
  next(depth: Depth): WindowChange;
}

interface WindowRules {
  readonly levels: number;
  /**
   * True when a level pushed out by better ones is reported as gone; otherwise the client cuts its
   * book itself.
   */
  readonly tellsPushedOut: boolean;
}

export function createBookWindow(rules: WindowRules): BookWindow {
  const [bids, asks] = [createSide('buy', rules), createSide('sell', rules)];
  return { next: (depth) => ({ bids: bids(depth.bids), asks: asks(depth.asks) }) };
}

function createSide(side: Side, { levels: levelsMax, tellsPushedOut }: WindowRules) {
  let told = new Map<bigint, bigint>();
  return (all: readonly DepthLevel[]): DepthLevel[] => {
    const levels = all.slice(0, levelsMax);
    const now = new Map(levels.map(({ price, quantity }) => [price, quantity]));
    const worst = levels.length === levelsMax ? levels.at(-1)?.price : undefined;
    const wasPushedOut = (price: bigint) =>
      worst !== undefined && (side === 'buy' ? price < worst : price > worst);
    const gone = [...told.keys()].filter(
      (price) => !now.has(price) && (tellsPushedOut || !wasPushedOut(price)),
    );
    const changed = levels.filter(({ price, quantity }) => told.get(price) !== quantity);
    told = now;
    return [...gone.map((price) => ({ price, quantity: 0n })), ...changed];
  };
}
