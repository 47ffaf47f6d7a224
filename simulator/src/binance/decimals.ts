import { decimalsOf } from '../exchange/amounts.ts';
import type { Market } from '../exchange/market.ts';

/** Number of decimals that the exchange writes. */
export interface Decimals {
  readonly price: number;
  readonly quantity: number;
}

/** Spot writes every number with this many decimals. */
export const spotDecimals = 8;

/**
 * Returns as many decimals as the steps of a futures market need; on spot always the same number.
 */
export function decimalsFor({ wallet, instrument: { rules } }: Market): Decimals {
  if (wallet === 'spot') return { price: spotDecimals, quantity: spotDecimals };
  return { price: decimalsOf(rules.tickSize), quantity: decimalsOf(rules.lotSize) };
}
