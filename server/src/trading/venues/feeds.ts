import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Random } from '../../kit/random.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { BookFeed } from './bookPort.ts';

/** The feeds of one choice of `WINDLASS_FEED`. */
export interface FeedSet {
  readonly feeds: ReadonlyMap<VenueId, BookFeed>;
  /** Books held from the start (a replay holds every symbol of its files). */
  readonly preload: readonly { readonly venue: VenueId; readonly symbol: InstrumentSymbol }[];
  /** Lets a replay run, once the preloaded books are open. */
  start(): void;
  stop(): Promise<void>;
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

/** Six venues around one made-up market; needs nothing from outside. */
export async function createSimulatedFeeds(deps: SimulatedFeedDeps): Promise<FeedSet> {
  const { createSimulatedMarket, createTimeline } = await import('./simulated/index.ts');
  const timeline = createTimeline({
    clock: deps.clock,
    logger: deps.logger,
    load: deps.savedTimeline,
    save: deps.saveTimeline,
  });
  const market = createSimulatedMarket({ ...deps, timeline });
  return {
    feeds: market.feeds,
    preload: [],
    start: () => undefined,
    async stop() {
      await stopAll(market.feeds);
      await timeline.stop();
    },
  };
}

/** The exchanges' public streams, for the venues that have a collector. */
export async function createLiveFeeds(deps: FeedDeps): Promise<FeedSet> {
  const [{ collectors }, { createLiveTransport }] = await Promise.all([
    import('./collectors.ts'),
    import('./shared/liveTransport.ts'),
  ]);
  const transport = createLiveTransport(deps);
  const feeds = new Map(
    collectors.map((collector) => [collector.venue, collector.createFeed({ ...deps, transport })]),
  );
  return { feeds, preload: [], start: () => undefined, stop: () => stopAll(feeds) };
}

/** Recorded traffic of a file or folder, through the same collectors. */
export async function createRecordedFeeds(
  deps: FeedDeps & { readonly path: string; readonly speed: 1 | 'max' },
): Promise<FeedSet> {
  const [{ collectors }, { createReplayFeeds }] = await Promise.all([
    import('./collectors.ts'),
    import('./shared/replayFeeds.ts'),
  ]);
  return createReplayFeeds({ ...deps, collectors });
}

async function stopAll(feeds: ReadonlyMap<VenueId, BookFeed>): Promise<void> {
  await Promise.all([...feeds.values()].map((feed) => feed.stop()));
}
