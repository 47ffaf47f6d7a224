import { assert } from './assert.ts';

/*
 * Numbers on grids, to the last digit. A number is read as its shortest decimal text, which is what
 * whoever wrote it meant, and all arithmetic is on integers. Where no number says a result to its
 * last digit, as happens beyond 15 digits, the result is undefined.
 */

/** `units` × 10^-`decimals`. */
interface Exact {
  readonly units: bigint;
  readonly decimals: number;
}

/**
 * The direction in which a value between two steps is rounded. `nearest` rounds up from the middle
 * on.
 */
type Rounding = 'down' | 'up' | 'nearest';

/** Rounds a value of at least 0 to a multiple of a step. */
export function roundToGrid(value: number, step: number, rounding: Rounding): number | undefined {
  const { left, right, decimals } = aligned(value, step);
  const rest = left % right;
  const isUp = rounding === 'up' ? rest > 0n : rounding === 'nearest' && rest * 2n >= right;
  return toNumber({ units: left - rest + (isUp ? right : 0n), decimals });
}

/** Returns the same number of steps on another grid: 0.35 on 0.05 is 7 steps, on 2 they are 14. */
export function onOtherGrid(value: number, step: number, otherStep: number): number | undefined {
  const { left, right } = aligned(value, step);
  assert(left % right === 0n, `${value} is a multiple of ${step}`);
  const other = read(otherStep);
  return toNumber({ units: (left / right) * other.units, decimals: other.decimals });
}

/** Formats a value on a grid with the decimals of its step: 1.5 on 0.01 is `1.50`. */
export function formatStep(value: number, step: number): string {
  const { left, right, decimals } = aligned(value, step);
  assert(left % right === 0n, `${value} is a multiple of ${step}`);
  return toText({ units: left, decimals });
}

export function exactProduct(left: number, right: number): number | undefined {
  return toNumber(times(read(left), read(right)));
}

/** Returns true when left × right is below the limit, however many digits the product has. */
export function isProductBelow(left: number, right: number, limit: number): boolean {
  const product = times(read(left), read(right));
  const other = read(limit);
  const decimals = Math.max(product.decimals, other.decimals);
  return unitsAt(product, decimals) < unitsAt(other, decimals);
}

/** Returns a value of at least 0 and a step above 0 as whole numbers of one unit. */
function aligned(value: number, step: number) {
  assert(step > 0, `the step ${step} is above 0`);
  const [left, right] = [read(value), read(step)];
  const decimals = Math.max(left.decimals, right.decimals);
  return { left: unitsAt(left, decimals), right: unitsAt(right, decimals), decimals };
}

function read(value: number): Exact {
  assert(Number.isFinite(value) && value >= 0, `${value} is a number of at least 0`);
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const decimals = fraction.length - Number(exponent);
  const units = BigInt(whole + fraction);
  return decimals >= 0 ? { units, decimals } : { units: scaled(units, -decimals), decimals: 0 };
}

function times(left: Exact, right: Exact): Exact {
  return { units: left.units * right.units, decimals: left.decimals + right.decimals };
}

function unitsAt({ units, decimals }: Exact, wanted: number): bigint {
  return scaled(units, wanted - decimals);
}

function scaled(units: bigint, digits: number): bigint {
  return units * 10n ** BigInt(digits);
}

function toText({ units, decimals }: Exact): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  if (decimals === 0) return digits;
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

function toNumber(exact: Exact): number | undefined {
  const value = Number(toText(exact));
  const back = read(value);
  const decimals = Math.max(back.decimals, exact.decimals);
  return unitsAt(back, decimals) === unitsAt(exact, decimals) ? value : undefined;
}
