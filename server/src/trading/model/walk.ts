import type { Side } from './order.ts';

/** Price and quantity (base units). */
type Level = readonly [price: number, quantity: number];

/** What taking a quantity from displayed levels comes to. */
export interface Walk {
  /** Base units, at most what was asked for. */
  readonly quantity: number;
  /** Quote units. */
  readonly value: number;
  /** Mean price; undefined when nothing was there. */
  readonly vwap: number | undefined;
  /** Price of the worst level that was touched. */
  readonly worst: number | undefined;
  /** Levels that were touched. */
  readonly levels: number;
}

/** Sums of decimals are off by some parts in 10^16; what is left of them touches no level. */
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

/** How much worse a price is than the mid, in bps of the mid; positive is a cost (Trading §4.5). */
export function slippageBps(side: Side, price: number, mid: number): number {
  return ((side === 'buy' ? price - mid : mid - price) / mid) * 10_000;
}
