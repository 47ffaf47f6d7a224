import { type InstrumentSymbol, parseSymbol, symbolParts } from '../../model/symbol.ts';

/** The two public markets; each has its own hosts, terms and numbering. */
export type MarketName = 'spot' | 'futures';

/** An instrument in the venue's own terms. */
export interface VenueInstrument {
  readonly market: MarketName;
  /** `BTC/USD` (spot, version 2), `PF_XBTUSD` (futures). */
  readonly venueSymbol: string;
}

/** Names of these assets in REST, and in recordings of version 1 of the spot stream. */
const oldNames: ReadonlyMap<string, string> = new Map([
  ['BTC', 'XBT'],
  ['DOGE', 'XDG'],
]);
const newNames: ReadonlyMap<string, string> = new Map([
  ['XBT', 'BTC'],
  ['XDG', 'DOGE'],
]);

/** Returns the instrument, or `undefined` when the venue can have none of that kind. */
export function toVenueInstrument(symbol: InstrumentSymbol): VenueInstrument | undefined {
  const { base, quote, settle, expiry } = symbolParts(symbol);
  // Each instrument has only one name here.
  if (base === quote || newNames.has(base) || newNames.has(quote)) {
    return undefined;
  }
  if (settle === undefined) return { market: 'spot', venueSymbol: `${base}/${quote}` };
  if (quote !== 'USD' || (settle !== base && settle !== quote)) return undefined;
  // Perpetual or fixed maturity; inverse or settled in the quote.
  const prefix = `${expiry ? 'F' : 'P'}${settle === base ? 'I' : 'F'}`;
  const product = `${prefix}_${toFuturesAsset(base)}${quote}`;
  return { market: 'futures', venueSymbol: expiry ? `${product}_${expiry}` : product };
}

/** Returns our name of a spot pair as version 2 writes it. */
export function fromSpotName(name: string): InstrumentSymbol | undefined {
  const symbol = parseSymbol(name);
  return symbol && toVenueInstrument(symbol)?.market === 'spot' ? symbol : undefined;
}

/** Returns the pair in the spelling of REST documents: `BTC/USD` → `XBTUSD`. */
export function toRestPair(name: string): string {
  return name.split('/').map(toOldName).join('');
}

/** Returns our name of a product, or `undefined` for forms that we do not know. */
export function fromProductId(product: string): InstrumentSymbol | undefined {
  const [, prefix, asset = '', expiry] =
    /^(P[FI]|F[FI])_([A-Z0-9]+)USD(?:_(\d{6}))?$/.exec(product) ?? [];
  if (prefix === undefined || prefix.startsWith('F') !== (expiry !== undefined)) return undefined;
  const base = fromFuturesAsset(asset);
  const settle = prefix.endsWith('I') ? base : 'USD';
  const symbol = parseSymbol(`${base}/USD:${settle}${expiry ? `-${expiry}` : ''}`);
  return symbol && toVenueInstrument(symbol)?.venueSymbol === product ? symbol : undefined;
}

/** True when sizes are contracts of one USD (PI_, FI_) instead of base units. */
export function isInverseProduct(product: string): boolean {
  return product.startsWith('PI_') || product.startsWith('FI_');
}

/**
 * Returns the base units of a size. One inverse contract is 1 USD (GET
 * /derivatives/api/v3/instruments, `contractSize`), so its base quantity depends on the price.
 */
export function toBaseQuantity(size: number, price: number, isInverse: boolean): number {
  return isInverse ? size / price : size;
}

export function toOldName(asset: string): string {
  return oldNames.get(asset) ?? asset;
}

/** Returns the asset of an old name; other names are the same today. */
export function fromOldName(asset: string): string {
  return newNames.get(asset) ?? asset;
}

/** Futures kept only the old name of BTC. */
export function toFuturesAsset(asset: string): string {
  return asset === 'BTC' ? 'XBT' : asset;
}

export function fromFuturesAsset(asset: string): string {
  return asset === 'XBT' ? 'BTC' : asset;
}
