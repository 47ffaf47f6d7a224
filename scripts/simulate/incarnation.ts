import { type App, createApp } from '../../server/src/app.ts';
import { loadConfig } from '../../server/src/config.ts';
import { silentLogger } from '../../server/src/kit/logger.ts';
import { createSeededRandom } from '../../server/src/kit/random.ts';
import type { Checker } from './checker.ts';
import { createLine } from './line.ts';
import type { SimStore } from './simStore.ts';
import type { World } from './world.ts';
import { createLife, type Life } from './worldClock.ts';

/** The service between a start and a crash. */
export interface Incarnation {
  readonly life: Life;
  readonly app: App;
}

export interface House {
  readonly world: World;
  readonly store: SimStore;
  readonly checker: Checker;
}

/** Admin key of every simulated service. */
export const adminKey = 'ak_simulation-admin-key-0123';

/** Starts the real service on the database as it is; undefined when it died on the way. */
export async function startIncarnation(
  { world, store, checker }: House,
  number: number,
): Promise<Incarnation | undefined> {
  const life = createLife(number);
  const { clock, trace, seed } = world;
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
    clock: clock.of(life),
    random: createSeededRandom(`${seed} life ${number}`),
    logger: silentLogger,
    checkAnswers: true,
    hasProcessFigures: false,
    openStore: () => store.openFor(life),
    paperLine: createLine(world, life, checker),
  });
  // Modules that are loaded late come from the disk: no turn of the simulation waits for that.
  const app = await Promise.race([made, life.over.then(() => undefined)]);
  return app && { life, app };
}
