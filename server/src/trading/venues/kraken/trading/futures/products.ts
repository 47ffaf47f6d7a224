import { exactly } from '../../../../../kit/exact.ts';
import type { MarketType } from '../../../../model/order.ts';
import { type InstrumentSymbol, symbolParts } from '../../../../model/symbol.ts';
import { fromProductId } from '../../symbols.ts';

/** Units of the quote that a contract settled in its base is worth, the same for all products. */
export const inverseContractSize = exactly(1);

/**
 * Returns our name of a product. ccxt would give an unknown product the name of the requested one.
 */
export function symbolOfProduct(product: unknown): InstrumentSymbol | undefined {
  return fromProductId(String(product).toUpperCase());
}

/** Returns the type of the product: perpetual, or with an expiry. */
export function productTypeOf(symbol: InstrumentSymbol): MarketType {
  return symbolParts(symbol).expiry === undefined ? 'swap' : 'future';
}
