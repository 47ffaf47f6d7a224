import { decimalsOf } from '../exchange/amounts.ts';
import type { Market } from '../exchange/market.ts';

/** How many decimals the exchange writes. */
export interface Decimals {
  readonly price: number;
  readonly quantity: number;
}

/** Spot writes every number with as many. */
export const spotDecimals = 8;

/** Futures write as many as the steps of the market need. */
export function decimalsFor({ wallet, instrument: { rules } }: Market): Decimals {
  if (wallet === 'spot') return { price: spotDecimals, quantity: spotDecimals };
  return { price: decimalsOf(rules.tickSize), quantity: decimalsOf(rules.lotSize) };
}
