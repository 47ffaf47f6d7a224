import { assert } from '../../../kit/assert.ts';
import { exactly } from '../../../kit/exact.ts';

/** Steps of several markets, counted in one unit. */
export interface Units {
  /** Base units of one unit: the greatest common divisor of the steps. */
  readonly size: number;
  /** Units of each step. */
  readonly steps: readonly number[];
}

/** Floats of decimals are off by a part in 10^16 or so; what is that near a whole number is it. */
const wholeTolerance = 1e-12;

export function unitsOf(steps: readonly number[]): Units {
  const [first, ...others] = steps;
  assert(first !== undefined, 'there is a step');
  // Nearly always: one step everywhere.
  if (others.every((step) => step === first)) return { size: first, steps: steps.map(() => 1) };
  const exact = steps.map(exactly);
  const scale = exact.reduce((most, each) => Math.max(most, each.scale), 0);
  const whole = exact.map((each) => each.digits * 10n ** BigInt(scale - each.scale));
  const divisor = whole.reduce(commonDivisor);
  return {
    size: Number(divisor) / 10 ** scale,
    steps: whole.map((each) => Number(each / divisor)),
  };
}

/** Whole units in a quantity, to the last digit: never more than was asked for. */
export function wholeUnits(quantity: number, unit: number): number {
  const [wanted, size] = [exactly(quantity), exactly(unit)];
  const scale = Math.max(wanted.scale, size.scale);
  const digits = ({ digits: own, scale: from }: typeof wanted) => own * 10n ** BigInt(scale - from);
  return Number(digits(wanted) / digits(size));
}

/** Whole lots in a quantity of lots that went through floats. */
export function wholeLots(lots: number): number {
  const nearest = Math.round(lots);
  return isNear(lots, nearest) ? nearest : Math.floor(lots);
}

/** Whole lots that are not fewer than a quantity of lots. */
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
