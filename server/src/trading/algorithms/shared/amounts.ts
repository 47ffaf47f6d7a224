import { addExact, exactly, formatExact, subtractExact, zeroExact } from '../../../kit/exact.ts';

/** Returns the exact sum, as near as a number can express it. */
export function sumOf(amounts: readonly number[]): number {
  return Number(formatExact(amounts.map(exactly).reduce(addExact, zeroExact)));
}

/** Returns a whole less its parts; 0 when they are more. */
export function without(whole: number, parts: readonly number[]): number {
  const rest = parts.map(exactly).reduce(subtractExact, exactly(whole));
  return Math.max(0, Number(formatExact(rest)));
}

/**
 * Returns a quotient or product of amounts as people would write it: 0.3 / 3 is 0.1. The last
 * digits of a float would cost a whole lot when quantities are rounded down to it.
 */
export function withoutNoise(amount: number): number {
  return Number(amount.toPrecision(12));
}
