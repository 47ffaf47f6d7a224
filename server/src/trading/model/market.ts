import type { MarketType } from './order.ts';

/**
 * Step of prices and quantities where a venue has none: the finest that any has. The product of two
 * has 16 of the matching engine's 18 decimals.
 */
export const finestStep = 1e-8;

/** Returns the wallet that pays for a market; a wallet that serves all has its first name. */
export function walletFor(names: readonly string[], marketType: MarketType): string {
  const wanted = marketType === 'spot' ? 'spot' : 'swap';
  return names.find((name) => name === wanted) ?? names[0] ?? wanted;
}
