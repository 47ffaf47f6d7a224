import { exactly } from '../../../../kit/exact.ts';
import type { MarketType } from '../../../model/order.ts';
import { type InstrumentSymbol, symbolParts } from '../../../model/symbol.ts';
import { fromProductId } from '../symbols.ts';

/** Units of the quote that a contract settled in its base is worth, at all products alike. */
export const inverseContractSize = exactly(1);

/**
 * Our name of a product. ccxt would give a product it does not know the name of the one that was
 * asked for.
 */
export function symbolOfProduct(product: unknown): InstrumentSymbol | undefined {
  return fromProductId(String(product).toUpperCase());
}

/** Perpetual or of a maturity. */
export function productTypeOf(symbol: InstrumentSymbol): MarketType {
  return symbolParts(symbol).expiry === undefined ? 'swap' : 'future';
}
