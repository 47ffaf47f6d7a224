import type { Side } from '../../model/order.ts';
import { slippageBps } from '../../model/walk.ts';
import { addRun, createRuns, type Runs } from './runs.ts';
import { wholeLots } from './units.ts';

/** The part of a book that is wanted, in lots of one step. */
export interface Depth {
  /** Slippage of each lot, in bps × base units. */
  readonly runs: Runs;
  /** Number of lots that are displayed completely. */
  readonly lots: number;
  readonly prices: readonly number[];
  /** Lots displayed down to each level, its own included. */
  readonly reach: readonly number[];
}

interface Market {
  readonly side: Side;
  readonly mid: number;
  readonly step: number;
  /** Maximum number of lots wanted: deeper levels are not read. */
  readonly lotsMax: number;
}

/** A smaller part of a lot is rounding error. */
const lotNoise = 1e-9;

/**
 * Cuts levels into lots. A lot over two or more levels costs their mean; a lot that is not
 * displayed completely is not offered.
 */
export function depthOf(
  levels: readonly (readonly [price: number, quantity: number])[],
  { side, mid, step, lotsMax }: Market,
): Depth {
  const prices: number[] = [];
  const runs = createRuns();
  const reach: number[] = [];
  let lots = 0;
  let sum = 0;
  let begun = 0;
  let begunCost = 0;
  for (const [price, quantity] of levels) {
    if (lots >= lotsMax) break;
    const cost = slippageBps(side, price, mid) * step;
    let left = quantity / step;
    sum += left;
    reach.push(sum);
    prices.push(price);
    if (begun > 0) {
      const taken = Math.min(left, 1 - begun);
      begun += taken;
      begunCost += taken * cost;
      left -= taken;
      if (begun < 1 - lotNoise) continue;
      addRun(runs, 1, begunCost);
      lots += 1;
    }
    const whole = wholeLots(left + lotNoise);
    addRun(runs, whole, cost);
    lots += whole;
    begun = Math.max(0, left - whole);
    if (begun <= lotNoise) begun = 0;
    begunCost = begun * cost;
  }
  return { runs, lots, prices, reach };
}

/** Returns the level that this many lots reach. */
export function levelOf({ reach }: Depth, lots: number): number {
  let low = 0;
  let high = reach.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((reach[middle] ?? 0) >= lots - lotNoise) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the whole lots displayed down to a level, its own included. */
export function lotsTo({ reach, lots }: Depth, level: number): number {
  return Math.min(lots, wholeLots((reach[level] ?? 0) + lotNoise));
}
