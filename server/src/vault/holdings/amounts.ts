/** A decimal number: `digits` / 10^`scale`. */
export interface ExactDecimal {
  readonly digits: bigint;
  /** Digits after the point, 0 or more. */
  readonly scale: number;
}

/** Formats an amount of a token's smallest unit as decimal text with every digit of the token. */
export function formatAmount({ digits, scale }: ExactDecimal): string {
  const sign = digits < 0n ? '-' : '';
  const all = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  if (scale === 0) return `${sign}${all}`;
  const pointAt = all.length - scale;
  return `${sign}${all.slice(0, pointAt)}.${all.slice(pointAt)}`;
}

/**
 * Returns the number that people read: the shortest decimal text that gives the value, so that 0.1
 * is a tenth and not the double next to it.
 */
export function toExactDecimal(value: number): ExactDecimal {
  const [mantissa = '0', exponentText = '0'] = value.toExponential().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const digits = BigInt(whole + fraction);
  const scale = fraction.length - Number(exponentText);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** Returns a number below 0 when `a` is smaller, above 0 when it is greater, else 0. */
export function compareDecimals(a: ExactDecimal, b: ExactDecimal): number {
  const scale = Math.max(a.scale, b.scale);
  const left = scaledTo(a, scale);
  const right = scaledTo(b, scale);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function scaledTo({ digits, scale }: ExactDecimal, wanted: number): bigint {
  return wanted === scale ? digits : digits * 10n ** BigInt(wanted - scale);
}
