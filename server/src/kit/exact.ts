import { assert } from './assert.ts';

/** An exact decimal number: `digits` / 10^`scale`. */
export interface Exact {
  readonly digits: bigint;
  /** Digits after the point, 0 or more. */
  readonly scale: number;
}

export const zeroExact: Exact = { digits: 0n, scale: 0 };

const pattern = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i;
/**
 * Maximum length: every 64-bit float is shorter as text. Longer text is an attack, not an amount.
 */
const charsMax = 400;
/** Largest power of ten that a 64-bit float reaches. */
const exponentMax = 330;

/** Reads decimal text, also in the form 1e-7; undefined for text that is no number. */
export function parseExact(text: string): Exact | undefined {
  if (text.length > charsMax) return undefined;
  const match = pattern.exec(text);
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = match;
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > exponentMax) return undefined;
  const digits = BigInt(sign + whole + fraction);
  const scale = fraction.length - exponent;
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** Reads a number of our own rows and settings; any other text is a bug of ours. */
export function exactly(number: string | number): Exact {
  const value = parseExact(String(number));
  assert(value, `amounts are decimal text (got ${JSON.stringify(number)})`);
  return value;
}

/** Writes a plain decimal without trailing zeros. */
export function formatExact({ digits, scale }: Exact): string {
  const all = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const pointAt = all.length - scale;
  const fraction = all.slice(pointAt).replace(/0+$/, '');
  const sign = digits < 0n ? '-' : '';
  return `${sign}${all.slice(0, pointAt)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Returns a value below 0 when `a` is smaller, above 0 when it is greater, else 0. */
export function compareExact(a: Exact, b: Exact): number {
  const { digits } = subtractExact(a, b);
  if (digits === 0n) return 0;
  return digits < 0n ? -1 : 1;
}

export function addExact(a: Exact, b: Exact): Exact {
  const scale = Math.max(a.scale, b.scale);
  return { digits: digitsAt(a, scale) + digitsAt(b, scale), scale };
}

export function subtractExact(a: Exact, b: Exact): Exact {
  return addExact(a, negateExact(b));
}

export function negateExact({ digits, scale }: Exact): Exact {
  return { digits: -digits, scale };
}

export function multiplyExact(a: Exact, b: Exact): Exact {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale };
}

/** Divides and cuts off after the given number of decimals; neither number may be below 0. */
export function divideExact(value: Exact, by: Exact, decimals: number): Exact {
  assert(value.digits >= 0n && by.digits > 0n, 'amounts that are divided are above 0');
  const raised = value.digits * 10n ** BigInt(decimals + by.scale);
  return { digits: raised / (by.digits * 10n ** BigInt(value.scale)), scale: decimals };
}

/** Enough decimals to keep all digits of a mean, however small the prices are. */
const meanDecimals = 40;
/** More digits than any price has, so that a mean of one price is exactly that price. */
const meanDigits = 15;

/**
 * Returns the mean price of a quantity, with 15 digits: the exact total cost divided once. It is
 * never outside the range of the prices. Undefined when nothing was traded.
 */
export function meanPrice(cost: Exact, quantity: Exact): number | undefined {
  if (quantity.digits <= 0n || cost.digits < 0n) return undefined;
  const mean = Number(formatExact(divideExact(cost, quantity, meanDecimals)));
  return Number(mean.toPrecision(meanDigits));
}

/** Returns how many whole times `into` fits into `value`; neither may be below 0. */
export function wholeTimes(value: Exact, into: Exact): bigint {
  assert(value.digits >= 0n && into.digits > 0n, 'amounts that are counted are above 0');
  const scale = Math.max(value.scale, into.scale);
  return digitsAt(value, scale) / digitsAt(into, scale);
}

/** Returns the value in units of 10^-`decimals`, rounded up. */
export function roundUpExact(value: Exact, decimals: number): bigint {
  if (value.scale <= decimals) return digitsAt(value, decimals);
  const divisor = 10n ** BigInt(value.scale - decimals);
  const quotient = value.digits / divisor;
  // Division cuts towards zero, which rounds negative values up already.
  return value.digits > 0n && value.digits % divisor !== 0n ? quotient + 1n : quotient;
}

function digitsAt({ digits, scale }: Exact, wanted: number): bigint {
  return wanted === scale ? digits : digits * 10n ** BigInt(wanted - scale);
}
