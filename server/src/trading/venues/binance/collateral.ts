import type { CollateralRate } from '@windlass/matching';

/**
 * Collateral rates of paper accounts with portfolio margin, in percent of worth. They are a model,
 * as the exchange changes them every few weeks. As published until 2025-09-19: stablecoins by the
 * example of `GET /sapi/v1/portfolio/collateralRate`, BTC by "Portfolio Margin Program Supported
 * Collateral and Rates" (2022-04-18), ETH, BNB and those at 90 percent by "Multi-Assets Mode", all
 * others by the announcement "Updates on Collateral Ratio under Portfolio Margin" that named them
 * last. An asset that is not here counts as nothing, where the exchange mostly counts a tenth.
 */
const percents: Readonly<Record<number, readonly string[]>> = {
  100: ['USDT', 'USDC'],
  95: ['BTC', 'ETH', 'BNB'],
  90: ['SOL', 'XRP', 'ADA'],
  80: ['UNI', 'CRV'],
  75: ['DOT', 'ALGO', 'CAKE'],
  70: ['KSM'],
  60: ['WLD', 'XTZ', 'IOTA', 'AXS'],
  55: ['OP', 'XEC'],
  50: ['ENS', 'FLOKI', 'MASK', 'PENGU', 'TAO', 'VIRTUAL'],
  40: ['BAT', 'CHZ', 'EGLD', 'FLOW', 'GTC'],
  30: ['BIO', 'CELO', 'COTI', 'ZIL'],
  25: ['ANKR', 'DASH', 'DENT', 'HOT', 'LRC'],
  20: ['ZEC'],
};

const ppmOfPercent = 10_000;

export const binanceCollateral: readonly CollateralRate[] = Object.entries(percents)
  .map(([percent, assets]) => ({ ratePpm: Number(percent) * ppmOfPercent, assets }))
  .sort((a, b) => b.ratePpm - a.ratePpm)
  .flatMap(({ ratePpm, assets }) => assets.map((asset) => ({ asset, ratePpm })));
