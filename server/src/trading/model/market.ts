import type { MarketType } from './order.ts';

/**
 * Step of prices and quantities where a venue names none: the finest that any has. Two of them
 * multiply to 16 of the matching engine's 18 decimals.
 */
export const finestStep = 1e-8;

/** The wallet a market is paid from: one that serves all stands under its first name. */
export function walletFor(names: readonly string[], marketType: MarketType): string {
  const wanted = marketType === 'spot' ? 'spot' : 'swap';
  return names.find((name) => name === wanted) ?? names[0] ?? wanted;
}
