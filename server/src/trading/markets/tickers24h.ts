import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Random } from '../../kit/random.ts';
import { MarketSourceError } from '../model/marketSourceError.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { MarketSource, MarketTicker } from '../venues/marketPort.ts';
import { createSlices } from './slices.ts';
import { createVenueLoads, type Loaded } from './venueLoads.ts';

export type VenueTickers = ReadonlyMap<InstrumentSymbol, MarketTicker>;

/** The exchanges' figures of the last 24 hours. */
export interface Tickers24h {
  /** Loads tickers in the background that are missing or older than a minute. */
  touch(): void;
  /** Resolves once no first request to an exchange is in progress. */
  firstLoads(): Promise<void>;
  /** Resolves once every request in progress was answered, or failed. */
  underWay(): Promise<void>;
  /** Returns tickers as they are known; makes no request. */
  tickersOf(venue: VenueId): Loaded<VenueTickers> | undefined;
  stop(): void;
}

export interface Tickers24hDeps {
  readonly sources: ReadonlyMap<VenueId, MarketSource>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly onChange?: () => void;
}

/** Trading §4.7: per-pair volume from exchange tickers, 60 seconds. */
const ttlMs = 60_000;
/** Longer than the retries within a load take, and never longer than a few minutes out of date. */
const backoff = { firstDelayMs: 5_000, delayMsMax: 120_000 };

export function createTickers24h(deps: Tickers24hDeps): Tickers24h {
  const { sources, onChange = () => undefined } = deps;
  const slices = createSlices(deps.clock);
  const loads = createVenueLoads<VenueTickers>({
    ...deps,
    what: 'tickers',
    ttlMs,
    backoff,
    venues: [...sources.keys()],
    async fetch(venue, signal) {
      const tickers = (await sources.get(venue)?.tickers(signal)) ?? [];
      if (tickers.length === 0) throw new MarketSourceError(`${venue} answered without tickers.`);
      const bySymbol = new Map<InstrumentSymbol, MarketTicker>();
      await slices.each(tickers, (ticker) => bySymbol.set(ticker.symbol, ticker));
      return bySymbol;
    },
    onLoaded: onChange,
  });
  return {
    touch: loads.touch,
    firstLoads: loads.firstLoads,
    underWay: loads.underWay,
    tickersOf: loads.peek,
    stop: loads.stop,
  };
}
