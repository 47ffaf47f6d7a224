import { type Exact, formatExact, multiplyExact } from '../../../kit/exact.ts';

const bpsOfOne: Exact = { digits: 10_000n, scale: 0 };
const bpsOfPercent: Exact = { digits: 100n, scale: 0 };

/** Converts a rate, a part of the notional, to basis points: 0.0004 is exactly 4. */
export function fractionToBps(rate: Exact): number {
  return Number(formatExact(multiplyExact(rate, bpsOfOne)));
}

/** Converts a rate in percent to basis points: 0.26 is 26. */
export function percentToBps(rate: Exact): number {
  return Number(formatExact(multiplyExact(rate, bpsOfPercent)));
}
