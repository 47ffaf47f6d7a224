import type { Exchange } from '../exchange/exchange.ts';

/** The dollar that margins perpetuals, as the exchange describes it. */
const usdc = {
  ...{ name: 'USDC', szDecimals: 8, weiDecimals: 8, index: 0 },
  tokenId: '0x6d1e7cde53ba9467b783cb7c530ce054',
  ...{ isCanonical: true, evmContract: null, fullName: null, deployerTradingFeeShare: '0.0' },
} as const;

/** One token, and nothing to trade it for: spot is not simulated. */
export function spotMeta(_: Exchange): object {
  return { tokens: [usdc], universe: [] };
}

/** With what there is to see of each market. */
export function spotMetaAndAssetCtxs(exchange: Exchange): readonly unknown[] {
  return [spotMeta(exchange), []];
}

/** The exchange's own perpetuals come first and have no name; nobody else has any here. */
export function perpDexs(_: Exchange): readonly unknown[] {
  return [null];
}
