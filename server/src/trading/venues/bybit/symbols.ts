import { type InstrumentSymbol, parseSymbol, symbolParts } from '../../model/symbol.ts';

/** The public markets; each has its own address. */
export type MarketName = 'spot' | 'linear' | 'inverse';

/** An instrument in the venue's own terms. */
export interface VenueInstrument {
  readonly market: MarketName;
  readonly venueSymbol: string;
}

/**
 * Quote assets, longest first where one ends in another, needed to split BTCUSDT.
 * Source: GET /v5/market/instruments-info?category=spot.
 */
const quoteAssets = [
  'USDT',
  'USDC',
  'USDE',
  'USD1',
  'RLUSD',
  'XUSD',
  'BRL',
  'PLN',
  'TRY',
  'EUR',
  'GBP',
  'AED',
  'BTC',
  'ETH',
  'SOL',
  'MNT',
  'DAI',
  'USD',
];

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/**
 * Returns the instrument, or `undefined` when the venue can have none of that kind. Dated inverse
 * futures (BTCUSDZ26) are not offered: their names give only the month.
 */
export function toVenueInstrument(symbol: InstrumentSymbol): VenueInstrument | undefined {
  const { base, quote, settle, expiry } = symbolParts(symbol);
  if (base === quote) return undefined;
  if (settle === undefined) {
    if (isMistaken(base, quote)) return undefined;
    return { market: 'spot', venueSymbol: `${base}${quote}` };
  }
  if (settle === base && quote === 'USD') {
    return expiry ? undefined : { market: 'inverse', venueSymbol: `${base}USD` };
  }
  if (settle !== quote) return undefined;
  if (expiry !== undefined) return datedInstrument(base, quote, expiry);
  if (quote === 'USDT') return { market: 'linear', venueSymbol: `${base}USDT` };
  return quote === 'USDC' ? { market: 'linear', venueSymbol: `${base}PERP` } : undefined;
}

/** `BTCUSDT-26DEC25`, `BTC-26DEC25` (USDC). */
function datedInstrument(base: string, quote: string, expiry: string): VenueInstrument | undefined {
  const month = months[Number(expiry.slice(2, 4)) - 1];
  if (month === undefined || (quote !== 'USDT' && quote !== 'USDC')) return undefined;
  // BTCUSDT/USDC would have the name of BTC/USDT.
  if (quote === 'USDC' && base.endsWith('USDT')) return undefined;
  const date = `${expiry.slice(4)}${month}${expiry.slice(0, 2)}`;
  return { market: 'linear', venueSymbol: `${base}${quote === 'USDT' ? 'USDT' : ''}-${date}` };
}

/** Returns our name of a venue's symbol, or `undefined` when its form is not known. */
export function fromVenueSymbol(
  market: MarketName,
  venueSymbol: string,
): InstrumentSymbol | undefined {
  switch (market) {
    case 'spot':
      return spotSymbol(venueSymbol);
    case 'linear':
      return linearSymbol(venueSymbol);
    case 'inverse': {
      const base = /^([A-Z0-9]+)USD$/.exec(venueSymbol)?.[1];
      return base === undefined ? undefined : parseSymbol(`${base}/USD:${base}`);
    }
  }
}

/** True when an unknown quote makes the name of another pair: BTCU/SDT would be BTCUSDT. */
function isMistaken(base: string, quote: string): boolean {
  return !quoteAssets.includes(quote) && quoteOf(`${base}${quote}`) !== undefined;
}

function quoteOf(venueSymbol: string): string | undefined {
  return quoteAssets.find(
    (asset) => venueSymbol.length > asset.length && venueSymbol.endsWith(asset),
  );
}

function spotSymbol(venueSymbol: string): InstrumentSymbol | undefined {
  const quote = quoteOf(venueSymbol);
  if (quote === undefined) return undefined;
  return parseSymbol(`${venueSymbol.slice(0, -quote.length)}/${quote}`);
}

function linearSymbol(venueSymbol: string): InstrumentSymbol | undefined {
  const [pair = '', date] = venueSymbol.split('-');
  const expiry = date === undefined ? '' : expiryOf(date);
  if (expiry === undefined) return undefined;
  const usdt = /^([A-Z0-9]+)USDT$/.exec(pair)?.[1];
  if (usdt !== undefined) return parseSymbol(`${usdt}/USDT:USDT${expiry}`);
  const usdc = date === undefined ? /^([A-Z0-9]+)PERP$/.exec(pair)?.[1] : pair;
  return usdc === undefined ? undefined : parseSymbol(`${usdc}/USDC:USDC${expiry}`);
}

/** `26DEC25` → `-251226`. */
function expiryOf(date: string): string | undefined {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})([A-Z]{3})(\d{2})$/.exec(date) ?? [];
  const number = months.indexOf(month) + 1;
  if (number === 0) return undefined;
  return `-${year}${String(number).padStart(2, '0')}${day.padStart(2, '0')}`;
}
