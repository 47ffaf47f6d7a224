import { readDecimal } from '../../../kit/decimal.ts';
import type { WireLevel } from '../bookPort.ts';

/**
 * True when a value has the shape of levels: a list of lists. The numbers stay as they came; the
 * book parses and checks them.
 */
export function areLevels(value: unknown): value is readonly WireLevel[] {
  if (!Array.isArray(value)) return false;
  for (let i = 0; i < value.length; i += 1) if (!Array.isArray(value[i])) return false;
  return true;
}

/**
 * Converts levels whose sizes are contracts of the quote currency to base units: size × worth ÷
 * price. A text that is not a number becomes NaN, which the book refuses.
 */
export function fromQuoteContracts(levels: readonly WireLevel[], worth: number): WireLevel[] {
  return levels.map(([price, size]) => [price, (readDecimal(size) * worth) / readDecimal(price)]);
}

/** Converts levels whose sizes are contracts of `worth` base units each to base units. */
export function fromBaseContracts(levels: readonly WireLevel[], worth: number): WireLevel[] {
  return levels.map(([price, size]) => [price, readDecimal(size) * worth]);
}

/** True when a value can be the sequence number of a message. */
export function isSequenceNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
