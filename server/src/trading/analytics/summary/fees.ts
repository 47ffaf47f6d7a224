import type { SymbolParts } from '../../model/symbol.ts';
import { feeRateAt, type UsdNow, usdByFill } from '../feeRate.ts';
import type { ReportFill } from '../types.ts';
import type { Amount } from './flow.ts';

/** Returns the asset in which a contract is settled. */
export function settleOf({ settle, quote }: SymbolParts): string {
  return settle ?? quote;
}

/**
 * Returns a fee in the settlement asset, and in USD. Uses today's rate for a time whose rates are
 * not known. An asset without any rate counts as nothing.
 */
export function feeAmount(fill: ReportFill, parts: SymbolParts, usdNow: UsdNow): Amount {
  const settle = settleOf(parts);
  const feeUsd = feeRateAt(fill, parts) ?? usdNow(fill.feeAsset);
  const usd = feeUsd === undefined ? undefined : fill.fee * feeUsd;
  if (fill.feeAsset === settle) return { own: fill.fee, usd };
  const settleUsd = usdByFill(fill, settle, parts) ?? usdNow(settle);
  const isKnown = usd !== undefined && settleUsd !== undefined && settleUsd > 0;
  return { own: isKnown ? usd / settleUsd : 0, usd };
}
