import type { BookLevel } from '../../../../src/trading/venues/bookPort.ts';

/** Hours at the pace of the proofs; a book older than that is wrong by any measure. */
const statesMax = 100_000;

/** Every state that a book ever had, so that served ones can be found among them. */
export interface Truth {
  note(bids: readonly BookLevel[], asks: readonly BookLevel[]): void;
  /** Returns the newest state that looks like this; undefined for one that never existed. */
  stateOf(bids: readonly BookLevel[], asks: readonly BookLevel[]): number | undefined;
  count(): number;
}

/** @param levels Number of levels per side that are compared. */
export function createTruth(levels: number): Truth {
  const states = new Map<string, number>();
  let count = 0;
  return {
    note(bids, asks) {
      count += 1;
      const key = keyOf({ bids, asks, levels });
      states.delete(key);
      states.set(key, count);
      const oldest = states.size > statesMax ? states.keys().next() : undefined;
      if (oldest && !oldest.done) states.delete(oldest.value);
    },
    stateOf: (bids, asks) => states.get(keyOf({ bids, asks, levels })),
    count: () => count,
  };
}

interface Compared {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  readonly levels: number;
}

/** Contracts become base units by a product: its rounding error is ignored. */
function keyOf({ bids, asks, levels }: Compared): string {
  const side = (all: readonly BookLevel[]) =>
    all
      .slice(0, levels)
      .map(([price, quantity]) => `${price.toPrecision(10)}x${quantity.toPrecision(10)}`)
      .join(' ');
  return `${side(bids)} | ${side(asks)}`;
}
