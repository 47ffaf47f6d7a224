import type { Side } from './order.ts';

/** Price and quantity (base units). */
type Level = readonly [price: number, quantity: number];

/** The result of taking a quantity from displayed levels. */
export interface Walk {
  /** Base units, at most the requested quantity. */
  readonly quantity: number;
  /** Quote units. */
  readonly value: number;
  /** Mean price; undefined when nothing was taken. */
  readonly vwap: number | undefined;
  /** Price of the worst level that was touched. */
  readonly worst: number | undefined;
  /** Levels that were touched. */
  readonly levels: number;
}

/** Rounding error of sums of decimals, some parts in 10^16: a rest this small touches no level. */
const noise = 1e-12;

/** Takes a quantity from levels, best first (Trading §4.5, slippage). */
export function walkLevels(levels: readonly Level[], quantity: number): Walk {
  let left = quantity;
  let value = 0;
  let worst: number | undefined;
  let touched = 0;
  for (const [price, available] of levels) {
    if (left <= quantity * noise) break;
    const taken = Math.min(left, available);
    left -= taken;
    value += taken * price;
    worst = price;
    touched += 1;
  }
  const taken = quantity - Math.max(0, left);
  return {
    quantity: taken,
    value,
    vwap: taken > 0 ? value / taken : undefined,
    worst,
    levels: touched,
  };
}

/** Returns how much worse a price is than the mid, in bps; positive is a cost (Trading §4.5). */
export function slippageBps(side: Side, price: number, mid: number): number {
  return ((side === 'buy' ? price - mid : mid - price) / mid) * 10_000;
}
