import type { SymbolParts } from '../../model/symbol.ts';
import { feeRateAt, type UsdNow, usdByFill } from '../feeRate.ts';
import type { ReportFill } from '../types.ts';
import type { Amount } from './flow.ts';

/** What a contract pays out in. */
export function settleOf({ settle, quote }: SymbolParts): string {
  return settle ?? quote;
}

/**
 * A fee in what the contract is settled in, and in USD. Of a time whose rates are not known today's
 * are taken; what has none at all counts as nothing.
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
