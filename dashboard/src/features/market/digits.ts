import type { LadderRow } from './ladder.ts';
import { digitsOf } from './steps.ts';

/** Digits after the point. */
export interface Digits {
  readonly priceDigits: number;
  readonly quantityDigits: number;
}

/** As many as a quantity of the largest size needs for five figures. */
function quantityDigitsFor(largest: number): number {
  if (largest <= 0) return 4;
  return Math.min(8, Math.max(0, 4 - Math.floor(Math.log10(largest))));
}

/**
 * How many digits a column needs, from all that it has shown: a column whose digits come and go
 * jumps about.
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
