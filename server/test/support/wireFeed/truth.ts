import type { BookLevel } from '../../../src/trading/venues/bookPort.ts';

/** What every venue's stream shows of a side. */
export const comparedLevels = 20;

/** Hours at the pace of the proofs; a book older than that is wrong by any measure. */
const statesMax = 100_000;

/** Every state a book was ever in, so that what is served can be found among them. */
export interface Truth {
  note(bids: readonly BookLevel[], asks: readonly BookLevel[]): void;
  /** The newest state that looks like this; undefined for one that never was. */
  stateOf(bids: readonly BookLevel[], asks: readonly BookLevel[]): number | undefined;
  count(): number;
}

export function createTruth(): Truth {
  const states = new Map<string, number>();
  let count = 0;
  return {
    note(bids, asks) {
      count += 1;
      const key = keyOf(bids, asks);
      states.delete(key);
      states.set(key, count);
      const oldest = states.size > statesMax ? states.keys().next() : undefined;
      if (oldest && !oldest.done) states.delete(oldest.value);
    },
    stateOf: (bids, asks) => states.get(keyOf(bids, asks)),
    count: () => count,
  };
}

/** Contracts become base units by a product: its noise is not looked at. */
function keyOf(bids: readonly BookLevel[], asks: readonly BookLevel[]): string {
  const side = (levels: readonly BookLevel[]) =>
    levels
      .slice(0, comparedLevels)
      .map(([price, quantity]) => `${price.toPrecision(10)}x${quantity.toPrecision(10)}`)
      .join(' ');
  return `${side(bids)} | ${side(asks)}`;
}
