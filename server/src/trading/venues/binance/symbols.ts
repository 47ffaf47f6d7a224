import { type InstrumentSymbol, parseSymbol, symbolParts } from '../../model/symbol.ts';

/** The three public markets; each has its own hosts, limits and numbering. */
export type MarketName = 'spot' | 'usdm' | 'coinm';

/** An instrument in the venue's own terms. */
export interface VenueInstrument {
  readonly market: MarketName;
  readonly venueSymbol: string;
  /** USD of one contract where sizes are contracts; absent where sizes are base units. */
  readonly contractUsd?: number;
}

/**
 * Quote assets, longest first where one ends in another, needed to split BTCUSDT.
 * Source: GET /api/v3/exchangeInfo and /fapi/v1/exchangeInfo.
 */
const quoteAssets = [
  'FDUSD',
  'USDT',
  'USDC',
  'BUSD',
  'TUSD',
  'USDP',
  'USD1',
  'USDS',
  'USDE',
  'BFUSD',
  'RLUSD',
  'BIDR',
  'IDRT',
  'DOGE',
  'BVND',
  'AEUR',
  'EURI',
  'USTC',
  'BTC',
  'ETH',
  'BNB',
  'XRP',
  'TRX',
  'DOT',
  'SOL',
  'DAI',
  'PAX',
  'VAI',
  'UST',
  'EUR',
  'GBP',
  'AUD',
  'TRY',
  'BRL',
  'RUB',
  'NGN',
  'UAH',
  'ZAR',
  'PLN',
  'RON',
  'ARS',
  'JPY',
  'MXN',
  'COP',
  'CZK',
  'IDR',
  'KZT',
  'USD',
  'U',
];

/**
 * Returns the USD of one COIN-M contract (GET /dapi/v1/exchangeInfo, `contractSize`): BTC 100,
 * others 10.
 */
export function coinmContractUsd(base: string): number {
  return base === 'BTC' ? 100 : 10;
}

/** Returns the instrument, or `undefined` when the venue can have none of that kind. */
export function toVenueInstrument(symbol: InstrumentSymbol): VenueInstrument | undefined {
  const { base, quote, settle, expiry } = symbolParts(symbol);
  if (base === quote || isMistaken(base, quote)) return undefined;
  if (settle === undefined) return { market: 'spot', venueSymbol: `${base}${quote}` };
  if (settle === quote && quote !== 'USD') {
    const venueSymbol = expiry ? `${base}${quote}_${expiry}` : `${base}${quote}`;
    return { market: 'usdm', venueSymbol };
  }
  if (settle === base && quote === 'USD') {
    const venueSymbol = `${base}${quote}_${expiry ?? 'PERP'}`;
    return { market: 'coinm', venueSymbol, contractUsd: coinmContractUsd(base) };
  }
  return undefined;
}

/** Returns our name of a venue's symbol, or `undefined` when its quote asset is not known. */
export function fromVenueSymbol(
  market: MarketName,
  venueSymbol: string,
): InstrumentSymbol | undefined {
  const [pair = '', suffix] = venueSymbol.split('_');
  const quote = market === 'coinm' ? 'USD' : quoteAssets.find((asset) => endsIn(pair, asset));
  if (quote === undefined || !endsIn(pair, quote)) return undefined;
  const base = pair.slice(0, -quote.length);
  if (market === 'spot') return suffix ? undefined : parseSymbol(`${base}/${quote}`);
  const settle = market === 'coinm' ? base : quote;
  const expiry = suffix === undefined || suffix === 'PERP' ? '' : `-${suffix}`;
  return parseSymbol(`${base}/${quote}:${settle}${expiry}`);
}

/** True when an unknown quote makes the name of another pair: BTCU/SDT would be BTCUSDT. */
function isMistaken(base: string, quote: string): boolean {
  if (quoteAssets.includes(quote)) return false;
  return quoteAssets.some((asset) => endsIn(`${base}${quote}`, asset));
}

function endsIn(pair: string, asset: string): boolean {
  return pair.length > asset.length && pair.endsWith(asset);
}
