import { readDecimal } from '../../../kit/decimal.ts';
import { type Fields, isFields } from './json.ts';
import type { TickerRow } from './venueListing.ts';

/** Returns the value at a path through objects and arrays. */
export function valueAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Fields)[key];
  }
  return at;
}

/** Reads a price or a size: above zero, or else undefined. */
export function readPositive(wire: unknown): number | undefined {
  const value = readDecimal(wire);
  return Number.isFinite(value) && value > 0 ? value : undefined;
}

/** Reads a volume: zero is a measurement, a blank or `nan` is none. */
export function readVolume(wire: unknown): number | undefined {
  const value = readDecimal(wire);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

export function product(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a * b;
}

/** Returns the rows of a list of objects that carry their name in a field. */
export function namedRows(list: unknown, nameField: string): readonly TickerRow[] | undefined {
  if (!Array.isArray(list)) return undefined;
  return list.filter(isFields).flatMap((fields) => {
    const venueSymbol = fields[nameField];
    return typeof venueSymbol === 'string' ? [{ venueSymbol, fields }] : [];
  });
}
