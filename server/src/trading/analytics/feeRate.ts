import type { SymbolParts } from '../model/symbol.ts';
import type { ReportFill } from './types.ts';

/** Current USD of one unit of an asset; undefined when it is not known. */
export type UsdNow = (asset: string) => number | undefined;

/**
 * Returns the USD of one unit of the asset of a fee at the time it was charged: the recorded rate,
 * or the rate of the fill itself where the fee is in the quote or the base. Undefined when it is
 * not known for that time.
 */
export function feeRateAt(fill: ReportFill, parts: SymbolParts): number | undefined {
  if (fill.feeUsd !== undefined) return fill.feeUsd;
  return usdByFill(fill, fill.feeAsset, parts);
}

/** Returns the USD of the quote or the base by what was traded; undefined for any other asset. */
export function usdByFill(fill: ReportFill, asset: string, parts: SymbolParts): number | undefined {
  if (fill.quoteUsd === undefined) return undefined;
  if (asset === parts.quote) return fill.quoteUsd;
  return asset === parts.base ? fill.price * fill.quoteUsd : undefined;
}
