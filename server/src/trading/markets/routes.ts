import { marketEndpoints } from '@windlass/contract';
import { answer, answerText, type Binding, bind } from '../../http/bind.ts';
import { AppError } from '../../kit/errors.ts';
import type { VenueId } from '../model/venue.ts';
import {
  exchanges as exchangeFacts,
  parseVenueId,
  parseVenueIds,
  unsupportedExchange,
} from '../venues/registry.ts';
import type { RefreshOutcome } from './listings.ts';
import type { Markets } from './markets.ts';
import type { SymbolRow } from './symbolRows.ts';

/** Routes of the market endpoints (Trading §4.7). */
export function marketRoutes(markets: Markets): Binding[] {
  const { venues } = markets;
  /** Waits for the first lists, so that endpoints that need a list have it. */
  const prepareKnown = async (): Promise<void> => {
    await markets.prepare();
    if (!markets.isKnown()) throw new AppError('MARKETS_UNAVAILABLE');
  };

  return [
    bind(marketEndpoints.listMarketSymbols, async ({ query }) => {
      const exchangeBits = toBits(query.exchanges ?? '', venues);
      await prepareKnown();
      const { market_type: kind, search, quote, sort_by: sortBy, limit } = query;
      const page = markets.query({ kind, exchangeBits, search, quote, sortBy, limit });
      const rows = page.rows.map(({ text }) => text).join(',');
      const text = `{"symbols":[${rows}],"total":${page.total},"market_type":"${kind}"}`;
      return answerText(text);
    }),
    bind(marketEndpoints.getMarketSymbol, async ({ params, query }) => {
      await prepareKnown();
      const kind = query.market_type ?? (params.symbol.includes(':') ? 'perp' : 'spot');
      const row = markets.find(params.symbol, kind);
      if (!row) throw unknownSymbol(params.symbol, kind);
      return toSymbolWire(row, venues);
    }),
    bind(marketEndpoints.listExchanges, () => ({
      exchanges: exchangeFacts.map(({ venue, name, hasSpot, hasPerp }) => ({
        id: venue,
        name,
        spot: hasSpot,
        perp: hasPerp,
      })),
    })),
    bind(marketEndpoints.getMarketStats, async () => {
      await markets.prepare();
      const { spotSymbols, perpSymbols, marketsByVenue } = markets.stats();
      return {
        spot_symbols: spotSymbols,
        perp_symbols: perpSymbols,
        exchanges_loaded: marketsByVenue.size,
        markets_by_exchange: Object.fromEntries(marketsByVenue),
      };
    }),
    bind(marketEndpoints.refreshMarkets, async ({ query }) => {
      const exchange = query.exchange?.trim();
      const venue = exchange === undefined ? undefined : requireExchange(exchange, venues);
      return toRefreshAnswer(await markets.refresh(venue));
    }),
  ];
}

/** Returns the named exchanges as bits by their index; undefined when none is named. */
function toBits(list: string, venues: readonly VenueId[]): number | undefined {
  const names = list.split(',').map((name) => name.trim());
  const parsed = parseVenueIds(
    names.filter((name) => name !== ''),
    venues,
  );
  if ('unknown' in parsed) throw unsupportedExchange(parsed.unknown, venues);
  if (parsed.venues.length === 0) return undefined;
  return parsed.venues.reduce((bits, venue) => bits | (1 << venues.indexOf(venue)), 0);
}

function requireExchange(text: string, venues: readonly VenueId[]): VenueId {
  const venue = parseVenueId(text, venues);
  if (!venue) throw unsupportedExchange(text, venues);
  return venue;
}

function toSymbolWire(row: SymbolRow, venues: readonly VenueId[]) {
  return {
    symbol: row.symbol,
    base: row.base,
    quote: row.quote,
    price: row.price ?? null,
    change_24h_pct: row.change24hPct ?? null,
    volume_24h_usd: row.volume24hUsd ?? null,
    volume_complete: row.isVolumeComplete,
    by_exchange: Object.fromEntries(
      venues.map((venue) => [venue, { available: row.exchanges.includes(venue) }]),
    ),
  };
}

function toRefreshAnswer({ refreshed, failed }: RefreshOutcome) {
  if (refreshed.length === 0) {
    const reasons = failed.map(({ exchange, reason }) => `${exchange}: ${reason}`).join(' ');
    throw new AppError('EXCHANGE_ERROR', {
      message: `No market list could be loaded. ${reasons}`.trim(),
      data: { failed },
    });
  }
  const data = { refreshed: [...refreshed], failed: [...failed] };
  return failed.length === 0
    ? data
    : answer(data, { message: 'Markets refreshed; some exchanges failed' });
}

function unknownSymbol(text: string, kind: string): AppError {
  return new AppError('SYMBOL_NOT_FOUND', {
    message: `Error - Symbol '${text}' not found for market_type '${kind}'.`,
    data: { symbol: text, market_type: kind },
  });
}
