import { formatEveryDigit, roundHalfExact } from '@windlass/contract/exact';
import { amountDecimals, amountText, parseAmount, wholeUnit } from '@windlass/matching';

/** Writes an amount with exactly so many decimals, rounded half away from zero. */
export function fixedText(amount: bigint, decimals: number): string {
  return formatEveryDigit(roundHalfExact({ digits: amount, scale: amountDecimals }, decimals));
}

/** A millionth as an amount. */
export const ppmUnit = wholeUnit / 1_000_000n;

/** Returns a rate in millionths as an amount. */
export function rateOfPpm(ppm: number): bigint {
  return BigInt(ppm) * ppmUnit;
}

/** Returns ten times the number, as decimal text. */
export function timesTen(text: string): string {
  return amountText((parseAmount(text) ?? 0n) * 10n);
}

/** Returns the number of decimals that plain decimal text needs. */
export function decimalsOf(text: string): number {
  const fraction = text.split('.')[1] ?? '';
  return fraction.replace(/0+$/, '').length;
}
