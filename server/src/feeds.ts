import type { Config } from './config.ts';
import type { Clock } from './kit/clock.ts';
import type { Ids } from './kit/ids.ts';
import type { Logger } from './kit/logger.ts';
import type { Random } from './kit/random.ts';
import type { LateOwnership } from './store/lateOwnership.ts';
import type { Store } from './store/types.ts';
import {
  createLiveFeeds,
  createRecordedFeeds,
  createSimulatedFeeds,
  type FeedSet,
} from './trading/venues/feeds.ts';

interface OpenFeedsDeps {
  readonly config: Config;
  readonly store: Store;
  readonly engine: Pick<LateOwnership, 'epoch'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly ids: Ids;
}

/** Name of the engine state that holds the simulated market's clock. */
const timelineState = 'simulated.timeline';

/** Opens the configured feeds; `seed` names the simulated market that runs. */
export async function openFeeds(
  deps: OpenFeedsDeps,
): Promise<{ readonly feeds: FeedSet; readonly seed?: string }> {
  const { feed } = deps.config;
  switch (feed.kind) {
    case 'live':
      return { feeds: await createLiveFeeds({ ...deps, simulator: simulatorOf(deps.config) }) };
    case 'replay':
      return { feeds: await createRecordedFeeds({ ...deps, path: feed.path, speed: feed.speed }) };
    case 'simulated': {
      const seed = await settleSeed(deps);
      const saved = await deps.store.db
        .selectFrom('engine_state')
        .select('value')
        .where('name', '=', timelineState)
        .executeTakeFirst();
      const feeds = await createSimulatedFeeds({
        ...deps,
        seed,
        faults: feed.faults,
        savedTimeline: saved?.value,
        saveTimeline: (text) =>
          deps.store.write.saveState(deps.engine.epoch(), timelineState, text),
      });
      return { feeds, seed };
    }
  }
}

/** Returns the simulator that connections to exchanges go to, if any. */
export function simulatorOf({ venueSimulator }: Config): URL | undefined {
  return venueSimulator === undefined ? undefined : new URL(venueSimulator);
}

/** The seed is drawn once and kept, so that the same market goes on after a restart. */
async function settleSeed({ config, store, ids }: OpenFeedsDeps): Promise<string> {
  if (config.seed !== undefined) return config.seed;
  return store.write.settleSetting('simulated.seed', ids.token(9));
}
