import { assert } from './assert.ts';
import {
  compareExact,
  digitsAt,
  type Exact,
  exactly,
  formatEveryDigit,
  formatExact,
  multiplyExact,
} from './exact.ts';

/*
 * Numbers on grids, to the last digit. A number is read as its shortest decimal text, which is what
 * whoever wrote it meant, and all arithmetic is on integers. Where no number says a result to its
 * last digit, as happens beyond 15 digits, the result is undefined.
 */

/**
 * The direction in which a value between two steps is rounded. `nearest` rounds up from the middle
 * on.
 */
type Rounding = 'down' | 'up' | 'nearest';

/** Rounds a value of at least 0 to a multiple of a step. */
export function roundToGrid(value: number, step: number, rounding: Rounding): number | undefined {
  const { left, right, scale } = aligned(value, step);
  const rest = left % right;
  const isUp = rounding === 'up' ? rest > 0n : rounding === 'nearest' && rest * 2n >= right;
  return toNumber({ digits: left - rest + (isUp ? right : 0n), scale });
}

/** Returns the same number of steps on another grid: 0.35 on 0.05 is 7 steps, on 2 they are 14. */
export function onOtherGrid(value: number, step: number, otherStep: number): number | undefined {
  const { left, right } = aligned(value, step);
  assert(left % right === 0n, `${value} is a multiple of ${step}`);
  const { digits, scale } = read(otherStep);
  return toNumber({ digits: (left / right) * digits, scale });
}

/** Formats a value on a grid with the decimals of its step: 1.5 on 0.01 is `1.50`. */
export function formatStep(value: number, step: number): string {
  const { left, right, scale } = aligned(value, step);
  assert(left % right === 0n, `${value} is a multiple of ${step}`);
  return formatEveryDigit({ digits: left, scale });
}

export function exactProduct(left: number, right: number): number | undefined {
  return toNumber(multiplyExact(read(left), read(right)));
}

/** Returns true when left × right is below the limit, however many digits the product has. */
export function isProductBelow(left: number, right: number, limit: number): boolean {
  return compareExact(multiplyExact(read(left), read(right)), read(limit)) < 0;
}

/** Returns a value of at least 0 and a step above 0 as whole numbers of one unit. */
function aligned(value: number, step: number) {
  assert(step > 0, `the step ${step} is above 0`);
  const [left, right] = [read(value), read(step)];
  const scale = Math.max(left.scale, right.scale);
  return { left: digitsAt(left, scale), right: digitsAt(right, scale), scale };
}

function read(value: number): Exact {
  assert(Number.isFinite(value) && value >= 0, `${value} is a number of at least 0`);
  return exactly(value);
}

function toNumber(exact: Exact): number | undefined {
  const value = Number(formatExact(exact));
  return compareExact(read(value), exact) === 0 ? value : undefined;
}
