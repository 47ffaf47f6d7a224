import { type InstrumentSymbol, parseSymbol, symbolParts } from '../../model/symbol.ts';

/** Spot, perpetuals settled in USDT, and inverse perpetuals settled in BTC. */
export type MarketName = 'spot' | 'usdt' | 'btc';

/** An instrument in the venue's own terms. */
export interface VenueInstrument {
  readonly market: MarketName;
  readonly venueSymbol: string;
}

/** Returns the instrument, or `undefined` when the venue can have none of that kind. */
export function toVenueInstrument(symbol: InstrumentSymbol): VenueInstrument | undefined {
  const { base, quote, settle, expiry } = symbolParts(symbol);
  if (base === quote || expiry !== undefined) return undefined;
  const venueSymbol = `${base}_${quote}`;
  if (settle === undefined) return { market: 'spot', venueSymbol };
  if (settle === 'USDT' && quote === 'USDT') return { market: 'usdt', venueSymbol };
  return base === 'BTC' && settle === 'BTC' && quote === 'USD'
    ? { market: 'btc', venueSymbol }
    : undefined;
}

/** Returns our name of a venue's symbol, or `undefined` when its form is not known. */
export function fromVenueSymbol(
  market: MarketName,
  venueSymbol: string,
): InstrumentSymbol | undefined {
  const [base = '', quote = '', more] = venueSymbol.split('_');
  if (more !== undefined || base === quote) return undefined;
  switch (market) {
    case 'spot':
      return parseSymbol(`${base}/${quote}`);
    case 'usdt':
      return quote === 'USDT' ? parseSymbol(`${base}/USDT:USDT`) : undefined;
    case 'btc':
      return venueSymbol === 'BTC_USD' ? parseSymbol('BTC/USD:BTC') : undefined;
  }
}
