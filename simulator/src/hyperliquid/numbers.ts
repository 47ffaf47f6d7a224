import { amountText, parseAmount } from '@windlass/matching';
import { fixedText, rateOfPpm } from '../exchange/amounts.ts';

/** Money has six decimals. */
const moneyDecimals = 6;
/** Decimals of an average price. */
const averageDecimals = 10;
/** Significant digits of a price that is not whole. */
const priceDigitsMax = 5;

/**
 * Returns a number as the exchange writes it: with one decimal at least, and no other trailing
 * zeros.
 */
export function numberText(amount: bigint): string {
  return withDecimal(amountText(amount));
}

/** Returns the rate of a fee in millionths. */
export function rateText(ppm: number): string {
  return numberText(rateOfPpm(ppm));
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

/** Returns whether a price is whole or has at most five significant digits. */
export function hasFewDigits(price: string): boolean {
  const [whole = '', fraction = ''] = price.split('.');
  if (fraction === '') return true;
  return `${whole}${fraction}`.replace(/^0+/, '').length <= priceDigitsMax;
}

export function amountOf(text: string): bigint {
  return parseAmount(text) ?? -1n;
}
