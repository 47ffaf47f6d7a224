import { addExact, exactly, formatExact, subtractExact } from '../../../kit/exact.ts';

/** Returns the sum exact to the last digit: sums of floats are off by some parts in 10^16. */
export function sumOf(values: readonly number[]): number {
  const sum = values.reduce((all, value) => addExact(all, exactly(value)), exactly(0));
  return Number(formatExact(sum));
}

/** Returns what is left, exact to the last digit; at least 0. */
export function restOf(whole: number, part: number): number {
  return Math.max(0, Number(formatExact(subtractExact(exactly(whole), exactly(part)))));
}

/** Number of digits that people want to see, whatever the size of the number. */
const shownDigits = 8;

/** Returns a number as text for a sentence. */
export function shown(value: number): string {
  return String(Number(value.toPrecision(shownDigits)));
}
