import type { Clock } from '../../../server/src/kit/clock.ts';
import { parseSymbol } from '../../../server/src/trading/model/symbol.ts';
import type { VenueId } from '../../../server/src/trading/model/venue.ts';
import type { QuotePrices } from '../../../server/src/trading/pricing/types.ts';
import type {
  ListedMarket,
  MarketSource,
  MarketTicker,
} from '../../../server/src/trading/venues/marketPort.ts';

/** Number of spot symbols of each exchange, as many as the largest one lists. */
export const spotSymbols = 5_000;
const quotes = ['USDT', 'USDC', 'USD', 'EUR', 'BTC'];

/** Returns the name of a base: `BTC` first, then letters of which every search finds some. */
function baseName(index: number): string {
  if (index === 0) return 'BTC';
  const letters = [26 ** 2, 26, 1].map((power) => Math.floor(index / power) % 26);
  return `${String.fromCharCode(...letters.map((letter) => 65 + letter))}${index}`;
}

/** Returns sources with the same symbols on every exchange, each with its own volumes. */
export function madeUpSources(venues: readonly VenueId[]): ReadonlyMap<VenueId, MarketSource> {
  const markets = Array.from({ length: spotSymbols + 1 }, (_, i) => madeUpMarket(i)).filter(
    ({ base, quote }) => base !== quote,
  );
  return new Map(
    venues.map((venue, place) => {
      const tickers = markets.map((market, i) => madeUpTicker(market, i + place));
      return [venue, { venue, markets: async () => markets, tickers: async () => tickers }];
    }),
  );
}

function madeUpMarket(index: number): ListedMarket {
  const base = baseName(Math.floor(index / quotes.length));
  const quote = quotes[index % quotes.length] ?? '';
  const symbol = parseSymbol(`${base}/${quote}`);
  if (!symbol) throw new Error(`${base}/${quote} is a symbol`);
  return {
    symbol,
    kind: 'spot',
    base,
    quote,
    settle: undefined,
    venueSymbol: `${base}${quote}`,
    isActive: true,
    priceTick: 0.01,
    quantityStep: 0.001,
    quantityMin: 0.001,
    notionalMin: 5,
    contractSize: 1,
    isInverse: false,
  };
}

function madeUpTicker({ symbol, base }: ListedMarket, index: number): MarketTicker {
  const last = base === 'BTC' ? 100_000 : 1 + (index % 97);
  const quoteVolume24h = 1e9 / (1 + ((index * 7_919) % 4_999));
  return { symbol, last, quoteVolume24h, baseVolume24h: undefined };
}

/** Returns a price for everything, without refusals. */
export function madeUpPrices(clock: Clock): QuotePrices {
  return {
    refresh: async () => undefined,
    peek: (_quote, base) => ({
      price: base.length,
      change24hPct: (base.charCodeAt(1) % 21) - 10.5,
      atMs: clock.now(),
    }),
  };
}
