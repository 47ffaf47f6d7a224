import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Random } from '../../kit/random.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { BookFeed } from './bookPort.ts';
import type { Elsewhere } from './elsewhere.ts';
import type { MarketSource } from './marketPort.ts';
import type { PaperFundingRate } from './paperPort.ts';
import { simulatedProfiles } from './registry.ts';

/** The feeds of one value of `WINDLASS_FEED`. */
export interface FeedSet {
  readonly feeds: ReadonlyMap<VenueId, BookFeed>;
  /** Books that are held from the start (a replay holds every symbol of its files). */
  readonly preload: readonly { readonly venue: VenueId; readonly symbol: InstrumentSymbol }[];
  /** The made-up market behind the books, when there is one. */
  readonly simulated?: {
    /** Returns the USD price of an asset or quote currency at a moment of market time. */
    priceAt(asset: string, marketTimeMs: number): number | undefined;
    marketTimeMs(): number;
    /**
     * Returns the funding now, or so many ms ago; undefined when the symbol is not a perpetual of
     * the venue.
     */
    funding(venue: VenueId, symbol: InstrumentSymbol, agoMs?: number): PaperFundingRate | undefined;
  };
  /** Reads the USD prices of assets at the exchanges, when a simulator stands in for these. */
  readonly prices?: (signal: AbortSignal) => Promise<ReadonlyMap<string, number>>;
  /** Books and lists outside of global production; only the exchanges themselves have any. */
  readonly elsewhere?: Elsewhere;
  /** Lists of markets; a recording has none. */
  readonly markets?: MarketLists;
  /** Starts a replay, once the preloaded books are open. */
  start(): void;
  stop(): Promise<void>;
}

export interface MarketLists {
  readonly sources: ReadonlyMap<VenueId, MarketSource>;
  /** True when the lists are worth keeping over a restart: those of a simulated market are not. */
  readonly isKept: boolean;
}

interface FeedDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

interface SimulatedFeedDeps extends FeedDeps {
  readonly seed: string;
  readonly faults: 'off' | 'mild' | 'harsh';
  /** The market's clock as last saved; undefined on the first start. */
  readonly savedTimeline: string | undefined;
  saveTimeline(text: string): Promise<void>;
}

/** Opens six venues around one made-up market; needs nothing from outside. */
export async function createSimulatedFeeds(deps: SimulatedFeedDeps): Promise<FeedSet> {
  const { createFundingNow, createSimulatedMarket, createTimeline } = await import(
    './simulated/index.ts'
  );
  const timeline = createTimeline({
    clock: deps.clock,
    logger: deps.logger,
    load: deps.savedTimeline,
    save: deps.saveTimeline,
  });
  const market = createSimulatedMarket({ ...deps, timeline, profiles: simulatedProfiles });
  return {
    feeds: market.feeds,
    markets: { sources: market.markets, isKept: false },
    preload: [],
    simulated: {
      priceAt: market.priceAt,
      marketTimeMs: timeline.marketNow,
      funding: createFundingNow({ market, timeline, clock: deps.clock }),
    },
    start: () => undefined,
    async stop() {
      await stopAll(market.feeds);
      await timeline.stop();
    },
  };
}

interface LiveFeedDeps extends FeedDeps {
  /**
   * Address of the simulator that all connections go to instead; their own addresses do not change.
   */
  readonly simulator: URL | undefined;
}

/** Opens the exchanges' public streams, for the venues that have a collector. */
export async function createLiveFeeds(deps: LiveFeedDeps): Promise<FeedSet> {
  const [
    { createElsewhere },
    { loadMarketData },
    { createLiveTransport },
    { createLiveMarketSources },
    http,
  ] = await Promise.all([
    import('./elsewhere.ts'),
    import('./marketData.ts'),
    import('./shared/liveTransport.ts'),
    import('./liveMarkets.ts'),
    import('./shared/marketHttp.ts'),
  ]);
  const { simulator } = deps;
  const marketData = await loadMarketData();
  const transport = createLiveTransport(deps);
  const feeds = new Map(
    [...marketData].map(([venue, { collector }]) => [
      venue,
      collector.createFeed({ ...deps, transport }),
    ]),
  );
  const send = http.createHttpSend(simulator);
  const sources = createLiveMarketSources({ ...deps, marketData, send });
  const elsewhere = createElsewhere({ ...deps, marketData, transport, send });
  const [readPrices] = [...marketData.values()].flatMap((venue) => venue.readPrices ?? []);
  return {
    feeds,
    elsewhere,
    // A simulator's lists must not be taken for the exchanges' own at a later start.
    markets: { sources, isKept: simulator === undefined },
    ...(simulator && readPrices && { prices: (signal) => readPrices(transport, signal) }),
    preload: [],
    start: () => undefined,
    async stop() {
      await Promise.all([stopAll(feeds), elsewhere.stop()]);
    },
  };
}

/** Opens the recorded traffic of a file or folder, through the same collectors. */
export async function createRecordedFeeds(
  deps: FeedDeps & { readonly path: string; readonly speed: 1 | 'max' },
): Promise<FeedSet> {
  const [{ loadCollectors }, { createReplayFeeds }] = await Promise.all([
    import('./marketData.ts'),
    import('./shared/replayFeeds.ts'),
  ]);
  return createReplayFeeds({ ...deps, collectors: await loadCollectors() });
}

async function stopAll(feeds: ReadonlyMap<VenueId, BookFeed>): Promise<void> {
  await Promise.all([...feeds.values()].map((feed) => feed.stop()));
}
