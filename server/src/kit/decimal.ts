/** Maximum length of the fast path: 15 digits, which are below 2⁵³, and a dot. */
const plainCharsMax = 16;
const powersOfTen = Float64Array.from({ length: plainCharsMax }, (_, i) => 10 ** i);
const [zero, dot] = [48, 46];

/**
 * Reads a number that a venue sent as decimal text or as a number. Returns NaN for anything else:
 * `Number` would also accept hexadecimal and binary digits, a plus sign, padding, and an empty text
 * as 0, which deletes a level.
 *
 * Nearly every level consists of digits with at most one dot. These take half the time of `Number`
 * and give the same value: digits and power of ten are exact, so the one division rounds correctly
 * (Clinger 1990, the fast path).
 */
export function readDecimal(wire: unknown): number {
  if (typeof wire === 'number') return wire;
  if (typeof wire !== 'string') return Number.NaN;
  const { length } = wire;
  if (length > plainCharsMax) return readOther(wire);
  let digits = 0;
  let dotAt = -1;
  for (let i = 0; i < length; i += 1) {
    const code = wire.charCodeAt(i);
    const digit = code - zero;
    if (digit >= 0 && digit <= 9) digits = digits * 10 + digit;
    else if (code === dot && dotAt < 0) dotAt = i;
    else return readOther(wire);
  }
  if (dotAt < 0) return length === 0 || length === plainCharsMax ? readOther(wire) : digits;
  return length === 1 ? Number.NaN : digits / (powersOfTen[length - 1 - dotAt] as number);
}

/**
 * Digits with at most one dot, optionally with a minus sign and an exponent, as JSON writes
 * numbers.
 */
const decimal = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

function readOther(text: string): number {
  return decimal.test(text) ? Number(text) : Number.NaN;
}
