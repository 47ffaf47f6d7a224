import type { Exchange } from '../exchange/exchange.ts';

/** The dollar that margins perpetuals, as the exchange describes it. */
const usdc = {
  name: 'USDC',
  szDecimals: 8,
  weiDecimals: 8,
  index: 0,
  tokenId: '0x6d1e7cde53ba9467b783cb7c530ce054',
  isCanonical: true,
  evmContract: null,
  fullName: null,
  deployerTradingFeeShare: '0.0',
} as const;

/** Returns one token and no markets: spot is not simulated. */
export function spotMeta(_: Exchange): object {
  return { tokens: [usdc], universe: [] };
}

/** Returns the token, and the prices of no market. */
export function spotMetaAndAssetCtxs(exchange: Exchange): readonly unknown[] {
  return [spotMeta(exchange), []];
}

/** Returns null for the exchange's own perpetuals, which have no name; no others are simulated. */
export function perpDexs(_: Exchange): readonly unknown[] {
  return [null];
}
