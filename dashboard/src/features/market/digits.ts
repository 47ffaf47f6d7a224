import type { LadderRow } from './ladder.ts';
import { digitsOf } from './steps.ts';

/** Numbers of decimals. */
export interface Digits {
  readonly priceDigits: number;
  readonly quantityDigits: number;
}

/** Returns the decimals with which the largest quantity has five significant digits. */
function quantityDigitsFor(largest: number): number {
  if (largest <= 0) return 4;
  return Math.min(8, Math.max(0, 4 - Math.floor(Math.log10(largest))));
}

/**
 * Returns a function that tells the decimals of a column from everything it has shown: a column
 * whose decimals come and go would jump about.
 */
export function createDigits(): (rows: readonly LadderRow[]) => Digits {
  let priceDigits = 0;
  let largest = 0;
  return (rows) => {
    for (const { price, quantity } of rows) {
      priceDigits = Math.max(priceDigits, digitsOf(price));
      largest = Math.max(largest, quantity);
    }
    return { priceDigits, quantityDigits: quantityDigitsFor(largest) };
  };
}
