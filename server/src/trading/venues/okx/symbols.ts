import { type InstrumentSymbol, parseSymbol, symbolParts } from '../../model/symbol.ts';

/** An instrument in the venue's own terms. */
export interface VenueInstrument {
  readonly instId: string;
  readonly instType: 'SPOT' | 'SWAP' | 'FUTURES';
  /** Contracts of a fixed amount of quote currency (inverse) or base currency (linear). */
  readonly contract: 'none' | 'linear' | 'inverse';
}

/** Returns the instrument, or `undefined` when the venue can have none of that kind. */
export function toVenueInstrument(symbol: InstrumentSymbol): VenueInstrument | undefined {
  const { base, quote, settle, expiry } = symbolParts(symbol);
  if (base === quote) return undefined;
  const pair = `${base}-${quote}`;
  if (settle === undefined) return { instId: pair, instType: 'SPOT', contract: 'none' };
  const isInverse = quote === 'USD' && settle === base;
  const isLinear = (quote === 'USDT' || quote === 'USDC') && settle === quote;
  if (!isInverse && !isLinear) return undefined;
  const contract = isInverse ? 'inverse' : 'linear';
  return expiry === undefined
    ? { instId: `${pair}-SWAP`, instType: 'SWAP', contract }
    : { instId: `${pair}-${expiry}`, instType: 'FUTURES', contract };
}

/** Returns our name of an instrument; `undefined` for options and other forms. */
export function fromInstId(instId: string): InstrumentSymbol | undefined {
  const [base = '', quote = '', kind, more] = instId.split('-');
  if (more !== undefined || base === quote) return undefined;
  if (kind === undefined) return parseSymbol(`${base}/${quote}`);
  const settle = quote === 'USD' ? base : quote;
  if (kind === 'SWAP') return parseSymbol(`${base}/${quote}:${settle}`);
  return /^\d{6}$/.test(kind) ? parseSymbol(`${base}/${quote}:${settle}-${kind}`) : undefined;
}
