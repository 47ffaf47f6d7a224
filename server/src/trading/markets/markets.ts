import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Random } from '../../kit/random.ts';
import type { Store } from '../../store/types.ts';
import { type InstrumentSymbol, parseSymbol, symbolParts } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { QuotePrices } from '../pricing/types.ts';
import type { MarketSource } from '../venues/marketPort.ts';
import { createListings, firstWaitMs, type Listings, type RefreshOutcome } from './listings.ts';
import { createPriceAsker, type PriceAsker } from './priceAsker.ts';
import type { SymbolRow } from './symbolRows.ts';
import {
  createSymbolTable,
  type SymbolKind,
  type SymbolPage,
  type SymbolQuery,
  type SymbolTable,
} from './symbolTable.ts';
import { createTickers24h, type Tickers24h } from './tickers24h.ts';
import type { MarketFacts } from './types.ts';
import { waitAtMost } from './venueLoads.ts';

/** The markets of all exchanges, with prices and volumes. */
export interface Markets extends MarketFacts {
  /** Every exchange, in the order of the documents. */
  readonly venues: readonly VenueId[];
  /** Restores what an earlier run kept. */
  start(): void;
  stop(): Promise<void>;
  /**
   * Starts to load everything that is old. Waits, for ten seconds at most, while the first lists
   * are loading, and for two after a time without requests. If a venue is named, it waits only for
   * that venue's list, unless the list is known.
   */
  prepare(venue?: VenueId): Promise<void>;
  /** Loads the list of one exchange, and nothing else: nobody has asked for figures yet. */
  warm(venue: VenueId): Promise<void>;
  /** Returns true when the list of any exchange is known. */
  isKnown(): boolean;
  query(query: SymbolQuery): SymbolPage;
  /** Returns the symbol that a text names, written with slash or hyphen, in any case. */
  find(text: string, kind: SymbolKind): SymbolRow | undefined;
  stats(): MarketStats;
  refresh(exchange: VenueId | undefined): Promise<RefreshOutcome>;
  /** Call it when an exchange refused what its list allows: reloads it, at most once a minute. */
  doubt(exchange: VenueId): void;
}

export interface MarketStats {
  readonly spotSymbols: number;
  readonly perpSymbols: number;
  /** Number of markets, spot and perpetual together, of the exchanges whose list is known. */
  readonly marketsByVenue: ReadonlyMap<VenueId, number>;
}

export interface MarketsDeps {
  readonly venues: readonly VenueId[];
  /** Exchanges without a source have no list. */
  readonly sources: ReadonlyMap<VenueId, MarketSource>;
  /** Undefined keeps no lists over a restart. */
  readonly store: Store | undefined;
  /** Returns true when lists may be stored now; true by default. */
  readonly mayWrite?: (() => boolean) | undefined;
  readonly prices: QuotePrices;
  /** Returns the price of BTC as far as it is known; undefined falls back to the exchanges. */
  readonly btcUsd: () => number | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** Prices come from the provider; lists and volumes do not wait long for them. */
const priceWaitMs = 2_000;
/**
 * Number of rows by volume whose prices are kept fresh while there are requests, so that changes
 * can be ranked.
 */
const pricedRowsMax = 250;
/**
 * Figures live for a minute and are kept fresh only while there are requests. After a longer
 * silence they are from before it: a price of last night would pass for a current one.
 */
const silenceMsMax = 120_000;
/** Interval of ranking, the same as that of the table's changes. */
const rankEveryMs = 3_000;

export function createMarkets(deps: MarketsDeps): Markets {
  const { clock, logger, prices } = deps;
  const onChange = () => table.changed();
  const listings = createListings({ ...deps, onChange });
  const tickers = createTickers24h({ ...deps, onChange });
  const table = createSymbolTable({
    ...deps,
    marketsOf: listings.marketsOf,
    tickersOf: tickers.tickersOf,
  });
  const asker = createPriceAsker({ prices, clock, logger, onChange });
  const askMostTraded = createRankAsker(clock, (kind) => void asker.ask(mostTraded(table, kind)));
  const isKnown = () => deps.venues.some((venue) => listings.marketsOf(venue) !== undefined);
  const prepare = createPreparation({ clock, listings, tickers, table, asker, isKnown });

  return {
    venues: deps.venues,
    start: () => void listings.start(),
    async stop() {
      tickers.stop();
      await listings.stop();
      await table.stop();
    },
    prepare,
    warm: (venue) => listings.ready([venue]),
    isKnown,
    query(query) {
      const page = table.query(query);
      void asker.ask(page.rows);
      askMostTraded(query.kind);
      return page;
    },
    find(text, kind) {
      const row = findRow(table, text, kind);
      if (row) void asker.ask([row]);
      return row;
    },
    stats: () => ({
      spotSymbols: table.rowsOf('spot').bySymbol.size,
      perpSymbols: table.rowsOf('perp').bySymbol.size,
      marketsByVenue: table.marketsByVenue,
    }),
    async refresh(exchange) {
      const outcome = await listings.refresh(exchange);
      await table.rebuild();
      return outcome;
    },
    rulesOf: listings.rulesOf,
    doubt: listings.doubt,
    knows: (exchange) => listings.marketsOf(exchange) !== undefined,
    listedAtMs: (exchange) => listings.marketsOf(exchange)?.atMs,
    advUsd(symbol) {
      listings.touch();
      tickers.touch();
      const row = rowOf(table, symbol);
      if (row?.volume24hUsd === undefined || row.volumeAtMs === undefined) return undefined;
      return { usd: row.volume24hUsd, isComplete: row.isVolumeComplete, atMs: row.volumeAtMs };
    },
  };
}

interface Preparation {
  readonly clock: Clock;
  readonly listings: Listings;
  readonly tickers: Tickers24h;
  readonly table: SymbolTable;
  readonly asker: PriceAsker;
  readonly isKnown: () => boolean;
}

function createPreparation(parts: Preparation): Markets['prepare'] {
  const { clock, listings, tickers, table, asker, isKnown } = parts;
  /** The first wait, which all requests during it share. */
  let waiting: Promise<void> | undefined;

  const first = async (): Promise<void> => {
    await listings.start();
    const isWarm = isKnown();
    listings.touch();
    tickers.touch();
    // Lists of an earlier run are served at once: missing ones are loaded in the background.
    if (!isWarm) await Promise.all([listings.ready(), tickers.firstLoads()]);
    await table.rebuild();
    if (isWarm) return;
    const rows = [...mostTraded(table, 'spot'), ...mostTraded(table, 'perp')];
    await waitAtMost(clock, priceWaitMs, asker.ask(rows));
    await table.rebuild();
  };

  const again = async (): Promise<void> => {
    const rows = [...mostTraded(table, 'spot'), ...mostTraded(table, 'perp')];
    const figures = Promise.all([tickers.underWay(), asker.ask(rows)]);
    await waitAtMost(clock, priceWaitMs, figures);
    // Even if some figures did not come: those that are too old by now leave the table.
    await table.rebuild();
  };
  /** When figures were last requested, monotonic ms, and the wait after a silence. */
  let usedAtMs: number | undefined;
  let renewing: Promise<void> | undefined;

  const all = async (): Promise<void> => {
    waiting ??= waitAtMost(clock, firstWaitMs, first());
    await waiting;
    // If there is nothing to show yet, the next request waits again as long as there is something
    // to wait for.
    if (!isKnown()) waiting = undefined;
    listings.touch();
    tickers.touch();
    const nowMs = clock.monotonic();
    if (usedAtMs !== undefined && nowMs - usedAtMs > silenceMsMax) {
      renewing ??= again().finally(() => {
        renewing = undefined;
      });
    }
    usedAtMs = nowMs;
    await renewing;
  };
  return async (venue) => {
    if (venue === undefined) return all();
    // Figures of other exchanges, which value assets and orders, are loaded in the background.
    all().catch(() => undefined);
    await listings.ready([venue]);
  };
}

/** Asks for the most traded rows at most once every few seconds of requests. */
function createRankAsker(clock: Clock, ask: (kind: SymbolKind) => void) {
  const nextMs = { spot: 0, perp: 0 };
  return (kind: SymbolKind): void => {
    if (clock.monotonic() < nextMs[kind]) return;
    nextMs[kind] = clock.monotonic() + rankEveryMs;
    ask(kind);
  };
}

function mostTraded(table: SymbolTable, kind: SymbolKind): readonly SymbolRow[] {
  return table.rowsOf(kind).ordered.volume.slice(0, pricedRowsMax);
}

function rowOf(table: SymbolTable, symbol: InstrumentSymbol): SymbolRow | undefined {
  return table.rowsOf(symbol.includes(':') ? 'perp' : 'spot').bySymbol.get(symbol);
}

/**
 * `BTC-USDT` is `BTC/USDT`; among perpetuals it is the one settled in its quote currency, else the
 * most traded one of that base and quote.
 */
function findRow(table: SymbolTable, text: string, kind: SymbolKind): SymbolRow | undefined {
  const name = text.trim().toUpperCase().replace('-', '/');
  const symbol = parseSymbol(name);
  if (!symbol) return undefined;
  const { bySymbol, ordered } = table.rowsOf(kind);
  const exact = bySymbol.get(symbol);
  if (exact || kind === 'spot' || symbol.includes(':')) return exact;
  const named = symbolParts(symbol);
  const fitting = ordered.volume.filter(
    ({ base, quote }) => base === named.base && quote === named.quote,
  );
  return fitting.find(({ settle, quote }) => settle === quote) ?? fitting[0];
}
