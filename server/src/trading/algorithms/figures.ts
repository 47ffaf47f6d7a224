import { addExact, exactly, formatExact, subtractExact } from '../../kit/exact.ts';

/** To the last digit: sums of decimals as floats are off by some parts in 10^16. */
export function sumOf(values: readonly number[]): number {
  const sum = values.reduce((all, value) => addExact(all, exactly(value)), exactly(0));
  return Number(formatExact(sum));
}

/** What is left, to the last digit; at least 0. */
export function restOf(whole: number, part: number): number {
  return Math.max(0, Number(formatExact(subtractExact(exactly(whole), exactly(part)))));
}

/** Digits that people want to see of a number of any size. */
const shownDigits = 8;

/** A number for a sentence. */
export function shown(value: number): string {
  return String(Number(value.toPrecision(shownDigits)));
}
