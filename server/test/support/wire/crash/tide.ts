import type { ShownBook, ShownLevel } from '@windlass/simulator';
import type { Random } from '../../../../src/kit/random.ts';

/** Prices are whole dollars around this mid: one is a basis point. */
export const tideMid = 10_000;
/** The exchanges report money with at least four decimals: prices times lots times fees fit. */
export const tideSteps = {
  tick: '1',
  lot: '0.01',
  minQuantity: '0.01',
  minNotional: '5',
  makerFeePpm: 10_000,
  takerFeePpm: 10_000,
} as const;

const levelsOfSide = 20;
/** Hundredths of a coin at one level. */
const [lotsMin, lotsMax] = [20, 80];
/** Dollars by which an ebb lowers the market with each step. */
const fallOfStep = 2;

/** A book around a price that walks, and falls to a depth when it is told to. */
export interface Tide {
  next(): ShownBook;
  /** From now on it walks this far below its start; 0 brings it back. */
  ebb(depth: number): void;
}

export function createTide(random: Random): Tide {
  let walked = 0;
  let fallen = 0;
  let depth = 0;
  const whole = (low: number, high: number) => Math.floor(random.between(low, high));
  const levelAt = (price: number): ShownLevel => [
    String(price),
    (whole(lotsMin, lotsMax) / 100).toFixed(2),
  ];
  const side = (middle: number, sign: 1 | -1) =>
    Array.from({ length: levelsOfSide }, (_, at) => levelAt(middle + sign * (at + 1)));
  return {
    next() {
      // It leans towards its start, so that no run drifts out of its orders' reach.
      walked += whole(0, 3) - 1 - Math.sign(walked) * (random.next() < 0.1 ? 1 : 0);
      fallen += Math.max(-fallOfStep, Math.min(fallOfStep, depth - fallen));
      const middle = tideMid + walked - fallen;
      return { bids: side(middle, -1), asks: side(middle, 1) };
    },
    ebb(to) {
      depth = to;
    },
  };
}
