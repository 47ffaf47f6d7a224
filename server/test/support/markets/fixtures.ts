import { assert } from '../../../src/kit/assert.ts';
import { createSeededRandom } from '../../../src/kit/random.ts';
import {
  createMarkets,
  type Markets,
  type MarketsDeps,
} from '../../../src/trading/markets/markets.ts';
import { MarketSourceError } from '../../../src/trading/model/marketSourceError.ts';
import { type InstrumentSymbol, parseSymbol } from '../../../src/trading/model/symbol.ts';
import { type VenueId, venueIds } from '../../../src/trading/model/venue.ts';
import type { QuotePrice, QuotePrices } from '../../../src/trading/pricing/types.ts';
import type {
  ListedMarket,
  MarketSource,
  MarketTicker,
} from '../../../src/trading/venues/marketPort.ts';
import type { ManualClock } from '../manualClock.ts';
import { silentLogger } from '../silentLogger.ts';

/** Fixtures of the tests of markets: exchanges whose lists and answers a test sets. */

export function symbolOf(text: string): InstrumentSymbol {
  const symbol = parseSymbol(text);
  assert(symbol, `${text} is a symbol`);
  return symbol;
}

export function venueOf(id: string): VenueId {
  const venue = venueIds.find((each) => each === id);
  assert(venue, `${id} is an exchange`);
  return venue;
}

/** Returns a market of this symbol, a perpetual when the symbol names a settlement currency. */
export function listed(text: string, changes: Partial<ListedMarket> = {}): ListedMarket {
  const symbol = symbolOf(text);
  const [pair = '', settle] = text.split(':');
  const [base = '', quote = ''] = pair.split('/');
  return {
    symbol,
    kind: settle === undefined ? 'spot' : 'swap',
    base,
    quote,
    settle,
    venueSymbol: text,
    isActive: true,
    priceTick: 0.01,
    quantityStep: 0.001,
    quantityMin: 0.001,
    notionalMin: undefined,
    contractSize: 1,
    isInverse: false,
    ...changes,
  };
}

export function ticker(text: string, last?: number, quoteVolume24h?: number): MarketTicker {
  return { symbol: symbolOf(text), last, quoteVolume24h, baseVolume24h: undefined };
}

/** An exchange whose answers a test changes as it goes. */
export interface MadeSource extends MarketSource {
  list: readonly ListedMarket[];
  said: readonly MarketTicker[];
  /** When set, the source rejects with it. */
  failure: Error | undefined;
  /** When set, the source answers only once it resolves. */
  until: Promise<void> | undefined;
  readonly calls: { markets: number; tickers: number };
}

export function createMadeSource(
  id: string,
  list: readonly ListedMarket[],
  said: readonly MarketTicker[] = list.map(({ symbol }) => ticker(symbol, 100, 1_000)),
): MadeSource {
  const answer = async <Value>(value: () => Value): Promise<Value> => {
    if (source.failure) throw source.failure;
    await source.until;
    return value();
  };
  const source: MadeSource = {
    venue: venueOf(id),
    list,
    said,
    failure: undefined,
    until: undefined,
    calls: { markets: 0, tickers: 0 },
    markets() {
      source.calls.markets += 1;
      return answer(() => source.list);
    },
    tickers() {
      source.calls.tickers += 1;
      return answer(() => source.said);
    },
  };
  return source;
}

export const refused = () => new MarketSourceError('the exchange is closed');

export function sourcesOf(...sources: readonly MadeSource[]): ReadonlyMap<VenueId, MadeSource> {
  return new Map(sources.map((source) => [source.venue, source]));
}

/** Prices by `BASE/QUOTE`, and the requests for them. */
export interface MadePrices extends QuotePrices {
  readonly known: Map<string, QuotePrice>;
  readonly asked: { readonly quote: string; readonly bases: readonly string[] }[];
}

export function createMadePrices(): MadePrices {
  const known = new Map<string, QuotePrice>();
  const asked: MadePrices['asked'] = [];
  return {
    known,
    asked,
    async refresh(quote, bases) {
      asked.push({ quote, bases });
    },
    peek: (quote, base) => known.get(`${base}/${quote}`),
  };
}

export function createMadeMarkets(
  clock: ManualClock,
  sources: readonly MadeSource[],
  changes: Partial<MarketsDeps> = {},
): Markets {
  return createMarkets({
    venues: venueIds,
    sources: sourcesOf(...sources),
    store: undefined,
    prices: createMadePrices(),
    btcUsd: () => undefined,
    clock,
    random: createSeededRandom('markets'),
    logger: silentLogger,
    ...changes,
  });
}
