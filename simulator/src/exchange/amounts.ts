import { amountText, parseAmount } from '@windlass/matching';

/** Decimals of an amount: the engine counts in 10^-18 of an asset. */
const digits = 18;
export const wholeUnit = 10n ** 18n;

/** Writes an amount with exactly so many decimals, rounded half away from zero. */
export function fixedText(amount: bigint, decimals: number): string {
  const unit = 10n ** BigInt(digits - decimals);
  const size = amount < 0n ? -amount : amount;
  const rounded = ((size + unit / 2n) / unit).toString().padStart(decimals + 1, '0');
  const sign = amount < 0n && /[1-9]/.test(rounded) ? '-' : '';
  if (decimals === 0) return `${sign}${rounded}`;
  return `${sign}${rounded.slice(0, -decimals)}.${rounded.slice(-decimals)}`;
}

/** Returns ten times the number, as decimal text. */
export function timesTen(text: string): string {
  return amountText((parseAmount(text) ?? 0n) * 10n);
}

/** Returns the number of decimals that a step needs. */
export function decimalsOf(step: string): number {
  const fraction = step.split('.')[1] ?? '';
  return fraction.replace(/0+$/, '').length;
}
