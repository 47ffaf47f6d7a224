import type { SymbolParts } from '../model/symbol.ts';
import type { ReportFill } from './types.ts';

/** USD of one unit of an asset as of now; undefined: nobody knows. */
export type UsdNow = (asset: string) => number | undefined;

/**
 * USD of one unit of the asset a fee is in, when it was charged: as it was noted then, or by the
 * fill itself where the fee is in the quote or the base. Undefined: not known of that time.
 */
export function feeRateAt(fill: ReportFill, parts: SymbolParts): number | undefined {
  if (fill.feeUsd !== undefined) return fill.feeUsd;
  return usdByFill(fill, fill.feeAsset, parts);
}

/** USD of the quote or the base by what was traded; undefined of any other asset. */
export function usdByFill(fill: ReportFill, asset: string, parts: SymbolParts): number | undefined {
  if (fill.quoteUsd === undefined) return undefined;
  if (asset === parts.quote) return fill.quoteUsd;
  return asset === parts.base ? fill.price * fill.quoteUsd : undefined;
}
