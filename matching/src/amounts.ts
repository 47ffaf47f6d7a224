/**
 * Money is a bigint in units of 10^-18 of its asset, one scale for all: sums and products stay
 * exact, and no table of scales is needed.
 */
const amountDigits = 18;
export const wholeUnit = 10n ** 18n;
/** Rates are whole parts in a million. */
export const ppmWhole = 1_000_000n;

/** No amount or price of any market needs more digits before the point. */
const pattern = /^-?\d{1,30}(?:\.\d{1,18})?$/;

/**
 * Returns the exact amount; undefined for text that is not a plain decimal of at most 18 places.
 */
export function parseAmount(text: string): bigint | undefined {
  if (!pattern.test(text)) return undefined;
  const point = text.indexOf('.');
  if (point < 0) return BigInt(text) * wholeUnit;
  const fraction = text.slice(point + 1).padEnd(amountDigits, '0');
  return BigInt(text.slice(0, point) + fraction);
}

/** Writes an amount as a plain decimal without trailing zeros. */
export function amountText(amount: bigint): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(amountDigits + 1, '0');
  const whole = digits.slice(0, -amountDigits);
  const fraction = digits.slice(-amountDigits).replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Divides by a positive divisor and rounds up: no part of a debt is rounded away. */
export function ceilDiv(dividend: bigint, divisor: bigint): bigint {
  return dividend > 0n ? (dividend + divisor - 1n) / divisor : dividend / divisor;
}

export function absolute(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}
