import { symbolParts } from '../../../model/symbol.ts';
import type { UsdNow } from '../../feeRate.ts';
import type { FillMarks, MarkedFill } from '../../types.ts';

type FillUsd = Pick<FillMarks, 'quoteUsd' | 'feeUsd'>;
type Priced = Pick<MarkedFill, 'symbol' | 'price' | 'feeAsset'>;

/**
 * Returns the worth in USD of a recent fill's quote and fee. A fee in the base asset is worth what
 * the fill itself paid for it.
 */
export function usdNow({ symbol, price, feeAsset }: Priced, usd: UsdNow): FillUsd {
  const { base, quote } = symbolParts(symbol);
  const quoteUsd = usd(quote);
  if (feeAsset === quote) return { quoteUsd, feeUsd: quoteUsd };
  const ofBase = quoteUsd === undefined ? undefined : price * quoteUsd;
  return { quoteUsd, feeUsd: feeAsset === base ? ofBase : usd(feeAsset) };
}

/**
 * The same for an old fill. A coin's rate of today says nothing about that day. Dollar stablecoins
 * stay within a fraction of a percent of par, so that their rate of today serves.
 */
export function usdThen(fill: Priced, latestUsd: UsdNow): FillUsd {
  return usdNow(fill, (asset) => (dollars.includes(asset) ? latestUsd(asset) : undefined));
}

const dollars: readonly string[] = [
  'USD',
  'USDT',
  'USDC',
  'FDUSD',
  'TUSD',
  'USDE',
  'DAI',
  'PYUSD',
  'USD1',
  'RLUSD',
  'USDP',
];
