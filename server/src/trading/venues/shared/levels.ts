import { readDecimal } from '../../../kit/decimal.ts';
import type { WireLevel } from '../bookPort.ts';

/**
 * Whether a value has the shape of levels: a list of lists. The numbers stay as they came; the book
 * parses and judges them.
 */
export function areLevels(value: unknown): value is readonly WireLevel[] {
  if (!Array.isArray(value)) return false;
  for (let i = 0; i < value.length; i += 1) if (!Array.isArray(value[i])) return false;
  return true;
}

/**
 * Levels whose sizes are contracts of the quote currency, in base units: size × worth ÷ price.
 * What is no number becomes NaN, which the book refuses.
 */
export function fromQuoteContracts(levels: readonly WireLevel[], worth: number): WireLevel[] {
  return levels.map(([price, size]) => [price, (readDecimal(size) * worth) / readDecimal(price)]);
}

/** Levels whose sizes are contracts of so much base currency, in base units. */
export function fromBaseContracts(levels: readonly WireLevel[], worth: number): WireLevel[] {
  return levels.map(([price, size]) => [price, readDecimal(size) * worth]);
}

/** Whether a value can number a message. */
export function isSequenceNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
