import { type App, createApp } from '../../server/src/app.ts';
import { loadConfig } from '../../server/src/config.ts';
import type { Clock } from '../../server/src/kit/clock.ts';
import { createSeededRandom } from '../../server/src/kit/random.ts';
import type { Store } from '../../server/src/store/types.ts';
import type { InstrumentSymbol } from '../../server/src/trading/model/symbol.ts';
import type { VenueId } from '../../server/src/trading/model/venue.ts';
import type { ConnectPaper } from '../../server/src/trading/service/orders.ts';
import type { FeedSet } from '../../server/src/trading/venues/feeds.ts';
import { silentLogger } from '../../server/test/support/silentLogger.ts';
import type { Checker } from './checker.ts';
import { createLine } from './line.ts';
import type { SimStore } from './simStore.ts';
import type { World } from './world.ts';
import { createLife, type Life } from './worldClock.ts';

/** The service between a start and a crash. */
export interface Incarnation {
  readonly life: Life;
  readonly app: App;
  /** Resolves when the process runs, if it may be paused. */
  readonly whenRunning?: () => Promise<void>;
}

export interface SimulationRun {
  readonly world: World;
  readonly store: SimStore;
  readonly checker: Checker;
  readonly scenery: Scenery;
}

/** The market and accounts of a run. */
export interface Scenery {
  readonly symbols: readonly InstrumentSymbol[];
  readonly accounts: readonly SimAccount[];
  /** Replaces the simulated feeds of the product. */
  readonly feeds?: (clock: Clock) => FeedSet;
  /** True for endpoints that the run uses; all by default. */
  readonly serves?: (path: string) => boolean;
}

/** An account of the simulation. */
export interface SimAccount {
  readonly id: string;
  readonly venue: VenueId;
}

/** Admin key of every simulated service. */
export const adminKey = 'ak_simulation-admin-key-0123';

/** Starts the real service on the database as it is; undefined when it died on the way. */
export function startIncarnation(
  simulation: SimulationRun,
  number: number,
): Promise<Incarnation | undefined> {
  const { world, store, checker } = simulation;
  const life = createLife(number);
  return startOn(simulation, life, {
    clock: world.clock.of(life),
    openStore: () => store.openFor(life),
    paperLine: createLine(world, life, checker),
  });
}

/** The parts of the world that belong to one process. */
export interface ProcessPorts {
  readonly clock: Clock;
  readonly openStore: () => Promise<Store>;
  readonly paperLine: (venues: ConnectPaper) => ConnectPaper;
}

/** Does the same with other ports. */
export async function startOn(
  { world, scenery }: Pick<SimulationRun, 'world' | 'scenery'>,
  life: Life,
  { clock: own, openStore, paperLine }: ProcessPorts,
): Promise<Incarnation | undefined> {
  const { number } = life;
  const { trace, seed } = world;
  const { feeds, serves } = scenery;
  trace.add(`start of life ${number}`);
  const config = loadConfig({
    NODE_ENV: 'test',
    WINDLASS_SERVICES: 'trading',
    WINDLASS_DATA_DIR: ':memory:',
    WINDLASS_ADMIN_KEY: adminKey,
    WINDLASS_SEED: seed,
    WINDLASS_DEMO: 'off',
    PORT: '0',
  });
  const made = createApp({
    config,
    version: '0.0.0-simulation',
    clock: own,
    random: createSeededRandom(`${seed} life ${number}`),
    logger: silentLogger,
    checkAnswers: true,
    hasProcessFigures: false,
    openStore,
    paperLine,
    ...(feeds && { feeds: feeds(own) }),
    ...(serves && { serves }),
  });
  // Modules that load late come from the disk: no turn of the simulation waits for that.
  const app = await Promise.race([made, life.over.then(() => undefined)]);
  return app && { life, app };
}
