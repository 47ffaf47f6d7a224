import type { App } from '../../../server/src/app.ts';
import { createApp } from '../../../server/src/app.ts';
import { loadConfig } from '../../../server/src/config.ts';
import type { Clock } from '../../../server/src/kit/clock.ts';
import { createSeededRandom } from '../../../server/src/kit/random.ts';
import type { TradingService } from '../../../server/src/trading/service/service.ts';
import type { FeedSet } from '../../../server/src/trading/venues/feeds.ts';
import { silentLogger } from '../../../server/test/support/silentLogger.ts';
import { createLife, createWorldClock, type WorldClock } from '../../simulate/worldClock.ts';

/** The real service in memory, on a clock that moves on when there is nothing left to do. */
export interface BenchService {
  readonly clock: Pick<WorldClock, 'elapsedMs'>;
  /** Lets time pass. */
  advance(ms: number): Promise<void>;
  readonly trading: TradingService;
  /** Sends a request at once, without waiting; its answer arrives while time passes. */
  post(url: string, body: object): Promise<unknown>;
  stop(): Promise<void>;
}

export interface BenchServiceOptions {
  /** Seed of the simulated market, if there is one, and of the algorithms' random choices. */
  readonly seed: string;
  /** Feed instead of the simulated market. */
  readonly feed?: BenchFeed;
}

/** A market from a file: reading it takes real time, for which the clock must wait. */
export interface BenchFeed {
  open(clock: Clock): Promise<FeedSet>;
  /** Resolves when everything up to the time of the clock has been read. */
  caughtUp(): Promise<void>;
}

const key = 'ak_of-the-algorithm-bench-01';
/** Milliseconds that the clock may be ahead of a file that is read. */
const readStepMs = 10;
/** Maximum time of a stop, by the service's clock. */
const stopMs = 30_000;

export async function openBenchService({ seed, feed }: BenchServiceOptions): Promise<BenchService> {
  const world = createWorldClock();
  const clock = world.of(createLife(1));
  const app = await createApp({
    config: loadConfig({
      NODE_ENV: 'test',
      WINDLASS_SERVICES: 'trading',
      WINDLASS_DATA_DIR: ':memory:',
      WINDLASS_ADMIN_KEY: key,
      WINDLASS_SEED: seed,
      WINDLASS_DEMO: 'off',
      TRADING_RATE_LIMIT_MAX: '1000000000',
      PORT: '0',
    }),
    version: '0.0.0-bench',
    clock,
    random: createSeededRandom(seed),
    logger: silentLogger,
    hasProcessFigures: false,
    ...(feed && { feeds: await feed.open(clock) }),
  });
  const { trading } = app;
  if (!trading) throw new Error('The trading service is running.');
  return {
    clock: world,
    async advance(ms) {
      if (!feed) return world.advance(ms);
      for (let passedMs = 0; passedMs < ms; passedMs += readStepMs) {
        await feed.caughtUp();
        await world.advance(Math.min(readStepMs, ms - passedMs));
      }
    },
    trading,
    post: (url, body) => post(app, url, body),
    async stop() {
      const stopped = app.stop();
      await world.advance(stopMs);
      await stopped;
    },
  };
}

async function post(app: App, url: string, body: object): Promise<unknown> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const payload = JSON.stringify(body);
  const answer = await app.http.inject({ method: 'POST', url, headers, payload });
  if (answer.statusCode < 300) return answer.json().data;
  throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`);
}
