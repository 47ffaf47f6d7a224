import type { Clock } from '../../kit/clock.ts';
import { errorText } from '../../kit/errors.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Random } from '../../kit/random.ts';
import type { Store } from '../../store/types.ts';
import { MarketSourceError } from '../model/marketSourceError.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { ListedMarket, MarketSource } from '../venues/marketPort.ts';
import { createListingStore } from './listingStore.ts';
import { createSlices, type Slices } from './slices.ts';
import {
  createVenueLoads,
  failureReason,
  type Loaded,
  type VenueLoads,
  waitAtMost,
} from './venueLoads.ts';

/** Result of a requested refresh of lists. */
export interface RefreshOutcome {
  readonly refreshed: readonly VenueId[];
  readonly failed: readonly { readonly exchange: VenueId; readonly reason: string }[];
}

/** Market lists of the exchanges, kept over restarts. */
export interface Listings {
  /** Restores what an earlier run kept. */
  start(): Promise<void>;
  /** Aborts loads in progress, and waits for writes. */
  stop(): Promise<void>;
  /** Loads lists in the background that are missing or older than four hours. */
  touch(): void;
  /** Waits, for ten seconds at most, until all of these lists are known. */
  ready(venues?: readonly VenueId[]): Promise<void>;
  /** Returns a list as it is known; makes no request. */
  marketsOf(venue: VenueId): Loaded<readonly ListedMarket[]> | undefined;
  /**
   * Call it when an exchange refused what its list allows: loads that list in the background, if it
   * is not new.
   */
  doubt(exchange: VenueId): void;
  /** Loads lists now; when one fails, the others are refreshed anyway. */
  refresh(exchange: VenueId | undefined): Promise<RefreshOutcome>;
  /** Returns the exchange's rules for orders; undefined while its list is not known. */
  rulesOf(exchange: VenueId, symbol: InstrumentSymbol): ListedMarket | undefined;
}

export interface ListingsDeps {
  readonly sources: ReadonlyMap<VenueId, MarketSource>;
  /** Undefined keeps no lists over a restart. */
  readonly store: Store | undefined;
  /** Returns true when lists may be stored; the default. Without the engine nothing is written. */
  readonly mayWrite?: (() => boolean) | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Called when a list was loaded or restored. */
  readonly onChange?: () => void;
}

/** Trading §4.7: market lists are cached for four hours. */
const ttlMs = 4 * 3_600_000;
/** An exchange that cannot be reached is tried every few minutes while there are requests. */
const backoff = { firstDelayMs: 5_000, delayMsMax: 300_000 };
/** Longest wait of a first request for the lists of slow exchanges. */
export const firstWaitMs = 10_000;

/** A list, and its markets by symbol. */
interface List {
  readonly markets: readonly ListedMarket[];
  readonly bySymbol: ReadonlyMap<InstrumentSymbol, ListedMarket>;
}

export function createListings(deps: ListingsDeps): Listings {
  const { sources, clock, logger, onChange = () => undefined } = deps;
  const slices = createSlices(clock);
  const kept = deps.store && createListingStore({ ...deps, store: deps.store });
  let writing: Promise<void> = Promise.resolve();
  const save = (venue: VenueId, { value, atMs }: Loaded<List>): void => {
    if (!kept) return;
    writing = writing
      .then(() => kept.save(venue, { value: value.markets, atMs }))
      .catch((error: unknown) => {
        logger.warn({ venue, error: errorText(error) }, 'the market list could not be stored');
      });
  };
  const loads = createVenueLoads<List>({
    ...deps,
    what: 'market list',
    ttlMs,
    backoff,
    venues: [...sources.keys()],
    async fetch(venue, signal) {
      const markets = (await sources.get(venue)?.markets(signal)) ?? [];
      if (markets.length === 0) throw new MarketSourceError(`${venue} answered without markets.`);
      return toList(markets, slices);
    },
    onLoaded(venue, loaded) {
      save(venue, loaded);
      onChange();
    },
  });
  const restore = createRestore({ kept, venues: [...sources.keys()], loads, slices, logger });
  let restored: Promise<void> | undefined;
  const start = () => {
    restored ??= restore().then(onChange);
    return restored;
  };

  return {
    start,
    touch: loads.touch,
    doubt: loads.doubt,
    async stop() {
      loads.stop();
      await restored;
      await writing;
    },
    async ready(venues) {
      const loaded = start()
        .then(loads.touch)
        .then(() => loads.firstLoads(venues));
      await waitAtMost(clock, firstWaitMs, loaded);
    },
    marketsOf(venue) {
      const list = loads.peek(venue);
      return list && { value: list.value.markets, atMs: list.atMs };
    },
    refresh: (exchange) =>
      refresh(loads, exchange === undefined ? [...sources.keys()] : [exchange]),
    rulesOf(exchange, symbol) {
      loads.touch();
      return loads.peek(exchange)?.value.bySymbol.get(symbol);
    },
  };
}

async function refresh(
  loads: VenueLoads<List>,
  venues: readonly VenueId[],
): Promise<RefreshOutcome> {
  const results = await Promise.allSettled(venues.map((venue) => loads.load(venue)));
  const refreshed: VenueId[] = [];
  const failed: { exchange: VenueId; reason: string }[] = [];
  for (const [index, venue] of venues.entries()) {
    const result = results[index];
    if (result?.status === 'fulfilled') refreshed.push(venue);
    else failed.push({ exchange: venue, reason: failureReason(result?.reason) });
  }
  return { refreshed, failed };
}

interface RestoreDeps {
  readonly kept: ReturnType<typeof createListingStore> | undefined;
  readonly venues: readonly VenueId[];
  readonly loads: VenueLoads<List>;
  readonly slices: Slices;
  readonly logger: Logger;
}

/** Lists that cannot be restored are loaded as at a first start. */
function createRestore(deps: RestoreDeps): () => Promise<void> {
  const { kept, venues, loads, slices, logger } = deps;
  return async () => {
    if (!kept) return;
    for (const venue of venues) {
      try {
        const saved = await kept.read(venue);
        if (!saved) continue;
        const value = await toList(saved.value, slices);
        loads.restore(venue, { value, atMs: saved.atMs });
      } catch (error) {
        logger.warn({ venue, error: errorText(error) }, 'the stored market list cannot be read');
      }
    }
  };
}

/** If an exchange lists a symbol twice, the active market counts. */
async function toList(markets: readonly ListedMarket[], slices: Slices): Promise<List> {
  const bySymbol = new Map<InstrumentSymbol, ListedMarket>();
  await slices.each(markets, (market) => {
    if (market.isActive || !bySymbol.has(market.symbol)) bySymbol.set(market.symbol, market);
  });
  return { markets: [...bySymbol.values()], bySymbol };
}
