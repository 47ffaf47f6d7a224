import type { MarketType } from '../../../model/order.ts';
import { type InstrumentSymbol, symbolParts } from '../../../model/symbol.ts';
import { fromProductId, isInverseProduct } from '../symbols.ts';

/**
 * Our name of a product that is counted in coins; undefined for all others. ccxt would give a
 * product it does not know the name of the one that was asked for.
 */
export function linearSymbolOf(product: unknown): InstrumentSymbol | undefined {
  const id = String(product).toUpperCase();
  return isInverseProduct(id) ? undefined : fromProductId(id);
}

/** Perpetual or of a maturity. */
export function productTypeOf(symbol: InstrumentSymbol): MarketType {
  return symbolParts(symbol).expiry === undefined ? 'swap' : 'future';
}
