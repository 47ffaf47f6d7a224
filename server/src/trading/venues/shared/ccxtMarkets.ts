import type { Clock } from '../../../kit/clock.ts';
import type { Logger } from '../../../kit/logger.ts';
import type { VenueId } from '../../model/venue.ts';
import {
  type ListedMarket,
  type MarketSource,
  MarketSourceError,
  type MarketTicker,
} from '../marketPort.ts';
import { loadCcxtClass } from './ccxtClass.ts';
import {
  type CcxtClass,
  type CcxtExchange,
  createCcxtExchange,
  fetchListed,
  toMarketSourceError,
} from './ccxtExchange.ts';
import { groupOf, toListedMarkets } from './listedMarkets.ts';
import type { HttpSend } from './marketHttp.ts';
import type { TickerQuery, VenueListing } from './venueListing.ts';

export interface CcxtMarketsDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly send: HttpSend;
}

/** Used for answers that are as good as none: an exchange without markets does not exist. */
const noMarkets = 'the answer lists no markets';

/**
 * Creates the source of a venue's markets over one or more classes of ccxt, each loaded when first
 * needed. A call needs all of them: half a list would read as a delisting.
 */
export function createCcxtMarketSource(
  venue: VenueId,
  listings: readonly VenueListing[],
  deps: CcxtMarketsDeps,
): MarketSource {
  const logger = deps.logger.child({ venue });
  const parts = listings.map((listing) => createPart(listing, { ...deps, logger }));
  const gather = async <T>(
    signal: AbortSignal,
    ask: (part: Part, signal: AbortSignal) => Promise<readonly T[]>,
  ) => {
    const call = new AbortController();
    const either = AbortSignal.any([signal, call.signal]);
    try {
      return (await Promise.all(parts.map((part) => ask(part, either)))).flat();
    } catch (error) {
      throw toMarketSourceError(error, venue);
    } finally {
      // Requests that still run beside a failed one are of no use to anybody.
      call.abort();
    }
  };
  return {
    venue,
    markets: (signal) => gather(signal, (part, either) => part.markets(either)),
    tickers: (signal) => gather(signal, (part, either) => part.tickers(either)),
  };
}

interface Part {
  markets(signal: AbortSignal): Promise<readonly ListedMarket[]>;
  tickers(signal: AbortSignal): Promise<readonly MarketTicker[]>;
}

type Named = ReadonlyMap<string, ListedMarket>;

function createPart(listing: VenueListing, deps: CcxtMarketsDeps): Part {
  let loading: Promise<CcxtClass> | undefined;
  /** Markets by group and by the venue's own name, as last listed. */
  let named: Named | undefined;

  const open = async (signal: AbortSignal): Promise<CcxtExchange> => {
    loading ??= loadCcxtClass(listing.ccxtClass);
    return createCcxtExchange(await loading, { ...deps, signal });
  };

  const list = async (exchange: CcxtExchange): Promise<readonly ListedMarket[]> => {
    const { markets, leftOut } = toListedMarkets(await fetchListed(exchange, listing), listing);
    if (markets.length === 0) throw new MarketSourceError(noMarkets);
    const counts = { ccxtClass: listing.ccxtClass, listed: markets.length, leftOut };
    deps.logger.debug(counts, 'Markets were listed');
    named = new Map(markets.map((market) => [keyOf(groupOf(market), market.venueSymbol), market]));
    return markets;
  };

  return {
    markets: async (signal) => list(await open(signal)),
    async tickers(signal) {
      const exchange = await open(signal);
      if (!named) await list(exchange);
      const markets = named ?? new Map<string, ListedMarket>();
      const answers = await Promise.all(listing.tickerQueries.map((query) => ask(exchange, query)));
      return answers.flatMap(({ query, rows }) =>
        rows.flatMap(({ venueSymbol, fields }) => {
          const market = find(markets, query, venueSymbol);
          if (!market) return [];
          return [{ symbol: market.symbol, ...listing.readTicker(fields, market) }];
        }),
      );
    },
  };
}

async function ask(exchange: CcxtExchange, query: TickerQuery) {
  const { path, api, method = 'GET', params = {} } = query;
  const rows = query.rows(await exchange.request(path, api, method, params));
  if (!rows) throw new MarketSourceError(`${path} has not the expected shape`);
  return { query, rows };
}

/** A row without a listed market belongs to an option, an index or a new market. */
function find(markets: Named, query: TickerQuery, venueSymbol: string): ListedMarket | undefined {
  for (const group of query.groups) {
    const market = markets.get(keyOf(group, venueSymbol));
    if (market) return market;
  }
  return undefined;
}

function keyOf(group: string, venueSymbol: string): string {
  return `${group} ${venueSymbol}`;
}
