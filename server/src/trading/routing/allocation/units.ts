import { assert } from '../../../kit/assert.ts';
import { digitsAt, exactly, wholeTimes } from '../../../kit/exact.ts';

/** Steps of several markets, counted in one unit. */
export interface Units {
  /** Base units of one unit: the greatest common divisor of the steps. */
  readonly size: number;
  /** Units of each step. */
  readonly steps: readonly number[];
}

/**
 * Rounding error of decimals in floats, about a part in 10^16: a value this near a whole number is
 * taken for it.
 */
const wholeTolerance = 1e-12;

export function unitsOf(steps: readonly number[]): Units {
  const [first, ...others] = steps;
  assert(first !== undefined, 'there is a step');
  // The usual case: all steps are equal.
  if (others.every((step) => step === first)) return { size: first, steps: steps.map(() => 1) };
  const exact = steps.map(exactly);
  const scale = exact.reduce((most, each) => Math.max(most, each.scale), 0);
  const whole = exact.map((each) => digitsAt(each, scale));
  const divisor = whole.reduce(commonDivisor);
  return {
    size: Number(divisor) / 10 ** scale,
    steps: whole.map((each) => Number(each / divisor)),
  };
}

/** Returns the whole units in a quantity, exact to the last digit: never more than requested. */
export function wholeUnits(quantity: number, unit: number): number {
  return Number(wholeTimes(exactly(quantity), exactly(unit)));
}

/** Returns the whole lots in a number of lots that was calculated in floats. */
export function wholeLots(lots: number): number {
  const nearest = Math.round(lots);
  return isNear(lots, nearest) ? nearest : Math.floor(lots);
}

/** Returns the smallest number of whole lots that is not below a number of lots. */
export function lotsUp(lots: number): number {
  const nearest = Math.round(lots);
  return isNear(lots, nearest) ? nearest : Math.ceil(lots);
}

export function leastMultiple(a: number, b: number): number {
  return (a / Number(commonDivisor(BigInt(a), BigInt(b)))) * b;
}

function isNear(value: number, whole: number): boolean {
  return Math.abs(value - whole) <= wholeTolerance * Math.max(1, Math.abs(value));
}

function commonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : commonDivisor(b, a % b);
}
