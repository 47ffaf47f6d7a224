import { amountText, parseAmount } from '@windlass/matching';
import { fixedText } from '../exchange/amounts.ts';

/** Money is counted in millionths. */
const moneyDecimals = 6;
/** As exact as an average is told. */
const averageDecimals = 10;
/** The engine counts in 10^-18. */
const amountsPerPpm = 10n ** 12n;
/** Significant digits of a price that is not whole. */
const priceDigitsMax = 5;

/** A number of the exchange: at least one decimal, and no zeros beyond that say nothing. */
export function numberText(amount: bigint): string {
  return withDecimal(amountText(amount));
}

/** Of a fee in millionths. */
export function rateText(ppm: number): string {
  return numberText(BigInt(ppm) * amountsPerPpm);
}

export function moneyText(amount: bigint): string {
  return withDecimal(trimmed(fixedText(amount, moneyDecimals)));
}

export function averageText(amount: bigint): string {
  return withDecimal(trimmed(fixedText(amount, averageDecimals)));
}

function withDecimal(text: string): string {
  return text.includes('.') ? text : `${text}.0`;
}

function trimmed(text: string): string {
  return text.replace(/\.?0+$/, '');
}

/** Whether a price has at most five significant digits, or is whole. */
export function hasFewDigits(price: string): boolean {
  const [whole = '', fraction = ''] = price.split('.');
  if (fraction === '') return true;
  return `${whole}${fraction}`.replace(/^0+/, '').length <= priceDigitsMax;
}

export function amountOf(text: string): bigint {
  return parseAmount(text) ?? -1n;
}
