/*
 * The exact decimal of every workspace: amounts that the contract, exchanges and the database write
 * as decimal text, to their last digit. Decision 0026 says why it is our own code.
 */

/** An exact decimal number: `digits` / 10^`scale`. */
export interface Exact {
  readonly digits: bigint;
  /** Digits after the point, 0 or more. */
  readonly scale: number;
}

export const zeroExact: Exact = { digits: 0n, scale: 0 };

const zeroCode = '0'.charCodeAt(0);
const plain = /^-?\d+(?:\.\d+)?$/;
const powered = /^(-?\d+(?:\.\d+)?)e([+-]?\d{1,3})$/i;
/**
 * Maximum length: every 64-bit float is shorter as text. Longer text is an attack, not an amount.
 */
const charsMax = 400;
/** Largest power of ten that a 64-bit float reaches. */
const exponentMax = 330;

/** Reads decimal text, also in the form 1e-7; undefined for text that is no number. */
export function parseExact(text: string): Exact | undefined {
  return parsePlain(text) ?? parsePowered(text);
}

/** Reads decimal text; undefined for anything else, also for the form 1e-7. */
export function parsePlain(text: string): Exact | undefined {
  if (text.length > charsMax || !plain.test(text)) return undefined;
  const pointAt = text.indexOf('.');
  if (pointAt < 0) return { digits: BigInt(text), scale: 0 };
  const digits = BigInt(text.slice(0, pointAt) + text.slice(pointAt + 1));
  return { digits, scale: text.length - pointAt - 1 };
}

function parsePowered(text: string): Exact | undefined {
  if (text.length > charsMax) return undefined;
  const [, mantissa = '', exponentText = ''] = powered.exec(text) ?? [];
  const value = parsePlain(mantissa);
  const exponent = Number(exponentText);
  if (!value || Math.abs(exponent) > exponentMax) return undefined;
  const scale = value.scale - exponent;
  if (scale >= 0) return { digits: value.digits, scale };
  return { digits: value.digits * powerOfTen(-scale), scale: 0 };
}

/** Reads a number of our own rows and settings; any other text is a bug of ours. */
export function exactly(number: string | number): Exact {
  const value = parseExact(String(number));
  if (!value) throw broken(`amounts are decimal text (got ${JSON.stringify(number)})`);
  return value;
}

/** Writes a plain decimal without trailing zeros. */
export function formatExact({ digits, scale }: Exact): string {
  const text = textOf(digits, scale);
  const pointAt = text.length - scale;
  let end = text.length;
  while (end > pointAt && text.charCodeAt(end - 1) === zeroCode) end -= 1;
  return withPoint(text.slice(0, end), pointAt, digits < 0n);
}

/** Writes a plain decimal with every digit of its scale: 10 of scale 2 is `0.10`. */
export function formatEveryDigit({ digits, scale }: Exact): string {
  const text = textOf(digits, scale);
  return withPoint(text, text.length - scale, digits < 0n);
}

/** Returns the digits without a sign, at least one of them before the point. */
function textOf(digits: bigint, scale: number): string {
  return (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
}

function withPoint(text: string, pointAt: number, isNegative: boolean): string {
  const sign = isNegative ? '-' : '';
  if (text.length === pointAt) return `${sign}${text}`;
  return `${sign}${text.slice(0, pointAt)}.${text.slice(pointAt)}`;
}

/** Returns a value below 0 when `a` is smaller, above 0 when it is greater, else 0. */
export function compareExact(a: Exact, b: Exact): number {
  const scale = Math.max(a.scale, b.scale);
  const [left, right] = [digitsAt(a, scale), digitsAt(b, scale)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export function addExact(a: Exact, b: Exact): Exact {
  const scale = Math.max(a.scale, b.scale);
  return { digits: digitsAt(a, scale) + digitsAt(b, scale), scale };
}

export function subtractExact(a: Exact, b: Exact): Exact {
  const scale = Math.max(a.scale, b.scale);
  return { digits: digitsAt(a, scale) - digitsAt(b, scale), scale };
}

export function negateExact({ digits, scale }: Exact): Exact {
  return { digits: -digits, scale };
}

export function multiplyExact(a: Exact, b: Exact): Exact {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale };
}

/** Divides and cuts off after the given number of decimals; neither number may be below 0. */
export function divideExact(value: Exact, by: Exact, decimals: number): Exact {
  if (value.digits < 0n || by.digits <= 0n) throw broken('amounts that are divided are above 0');
  return divideSigned(value, by, decimals);
}

/** Divides by anything but 0 and cuts off after the given number of decimals, towards zero. */
export function divideSigned(value: Exact, by: Exact, decimals: number): Exact {
  const raised = value.digits * powerOfTen(decimals + by.scale);
  return { digits: raised / (by.digits * powerOfTen(value.scale)), scale: decimals };
}

/** Returns how many whole times `into` fits into `value`; neither may be below 0. */
export function wholeTimes(value: Exact, into: Exact): bigint {
  if (value.digits < 0n || into.digits <= 0n) throw broken('amounts that are counted are above 0');
  const scale = Math.max(value.scale, into.scale);
  return digitsAt(value, scale) / digitsAt(into, scale);
}

/** Returns the value in units of 10^-`decimals`, rounded up. */
export function roundUpExact(value: Exact, decimals: number): bigint {
  if (value.scale <= decimals) return digitsAt(value, decimals);
  const divisor = powerOfTen(value.scale - decimals);
  const quotient = value.digits / divisor;
  // Division cuts towards zero, which rounds negative values up already.
  return value.digits > 0n && value.digits % divisor !== 0n ? quotient + 1n : quotient;
}

/** Rounds to a number of decimals, from the middle on away from zero. */
export function roundHalfExact(value: Exact, decimals: number): Exact {
  if (value.scale <= decimals) return { digits: digitsAt(value, decimals), scale: decimals };
  const divisor = powerOfTen(value.scale - decimals);
  const half = value.digits < 0n ? -divisor / 2n : divisor / 2n;
  return { digits: (value.digits + half) / divisor, scale: decimals };
}

/** Returns the value in units of 10^-`scale`; the scale may not be below that of the value. */
export function digitsAt({ digits, scale }: Exact, wanted: number): bigint {
  return wanted === scale ? digits : digits * powerOfTen(wanted - scale);
}

/** More than any price, quantity or product of them has; greater powers are calculated. */
const powersOfTen = Array.from({ length: 80 }, (_, exponent) => 10n ** BigInt(exponent));

function powerOfTen(exponent: number): bigint {
  return powersOfTen[exponent] ?? 10n ** BigInt(exponent);
}

function broken(what: string): Error {
  return new Error(`Must hold: ${what}`);
}
