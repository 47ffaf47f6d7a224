import { type InstrumentSymbol, parseSymbol, symbolParts } from '../../model/symbol.ts';

/** Returns the coin of a perpetual, or `undefined`: only perpetuals settled in USDC are offered. */
export function toCoin(symbol: InstrumentSymbol): string | undefined {
  const { base, quote, settle, expiry } = symbolParts(symbol);
  const isPerpetual = quote === 'USDC' && settle === 'USDC' && expiry === undefined;
  if (!isPerpetual || base === 'USDC') return undefined;
  // kPEPE is a thousand PEPE; our names are upper case, and no coin begins with a real K and one of
  // these.
  return thousands.has(base) ? `k${base.slice(1)}` : base;
}

/**
 * Returns our name of a coin; `undefined` for spot pairs (`@107`) and the builders' books
 * (`xyz:GOLD`).
 */
export function fromCoin(coin: string): InstrumentSymbol | undefined {
  return parseSymbol(`${coin.toUpperCase()}/USDC:USDC`);
}

/** Perpetuals of a thousand coins, as listed by `meta`. */
const thousands = new Set(['KPEPE', 'KSHIB', 'KBONK', 'KFLOKI', 'KLUNC', 'KDOGS', 'KNEIRO']);
