// The checkers count with this arithmetic, which shares nothing with that of the service.

/** Prices, quantities and fees have fewer decimals than this. */
const decimals = 18;
/** One whole, in the units of `units`. */
export const one = 10n ** BigInt(decimals);

/** Returns decimal text as a whole number of 10^-18. */
export function units(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  const [, sign = '', whole = '', fraction = ''] = match ?? [];
  if (!match || fraction.length > decimals) throw new Error(`${text} is no amount`);
  return BigInt(`${sign}${whole}${fraction.padEnd(decimals, '0')}`);
}

/** Returns the text of an amount with twice the decimals, as products have them. */
export function textOf(amount: bigint): string {
  const places = 2 * decimals;
  const digits = String(amount < 0n ? -amount : amount).padStart(places + 1, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
