import { addExact, exactly, formatExact, subtractExact, zeroExact } from '../../kit/exact.ts';

/** The exact sum, as near as a number can say it. */
export function sumOf(amounts: readonly number[]): number {
  return Number(formatExact(amounts.map(exactly).reduce(addExact, zeroExact)));
}

/** What is left of a whole without its parts; 0 when they are more. */
export function without(whole: number, parts: readonly number[]): number {
  const rest = parts.map(exactly).reduce(subtractExact, exactly(whole));
  return Math.max(0, Number(formatExact(rest)));
}

/**
 * A quotient or product of amounts as people would write it: 0.3 / 3 is 0.1. The last digits of a
 * float would cost a whole lot where quantities are cut to it.
 */
export function withoutNoise(amount: number): number {
  return Number(amount.toPrecision(12));
}
