import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type App, createApp } from '../../../src/app.ts';
import { type Config, loadConfig } from '../../../src/config.ts';
import type { LiveLimits } from '../../../src/connectors.ts';
import type { Clock } from '../../../src/kit/clock.ts';
import type { Logger } from '../../../src/kit/logger.ts';
import { createSeededRandom } from '../../../src/kit/random.ts';
import { databaseFile } from '../../../src/store/place.ts';
import type { Store } from '../../../src/store/types.ts';
import type { ConnectPaper } from '../../../src/trading/service/orders.ts';
import type { FeedSet } from '../../../src/trading/venues/feeds.ts';
import type { PaperFaults } from '../../../src/trading/venues/paper/ports.ts';
import { migratedFile, openMemoryStore } from '../databases/memoryStore.ts';
import { createManualClock, type ManualClock } from '../manualClock.ts';
import { silentLogger } from '../silentLogger.ts';

/** Admin key of every test app. */
export const adminKey = 'ak_test-admin-key-0123456789';

export interface TestApp {
  readonly app: App;
  readonly clock: ManualClock;
  /** Sends one request without a socket. Uses the admin key unless another is given. */
  call(request: TestRequest): Promise<TestAnswer>;
  stop(): Promise<void>;
}

export interface TestRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly url: string;
  /** Objects are sent as JSON, texts as they are. */
  readonly body?: unknown;
  /** null sends no key. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** The body as JSON; fails the test when it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
  readonly json: any;
}

export interface TestAppOptions {
  readonly logger?: Logger;
  /** For tests that make the feeds and need it first. */
  readonly clock?: ManualClock;
  /** The market, instead of the simulated one. */
  readonly feeds?: FeedSet;
  readonly paperFaults?: PaperFaults;
  readonly liveLimits?: LiveLimits;
  /** The line between the service and its paper venues; a perfect one by default. */
  readonly paperLine?: (venues: ConnectPaper) => ConnectPaper;
  /** Folder of a built page to serve. */
  readonly pageFolder?: string;
  /** For tests that read the tables, or keep them over a restart. */
  readonly openStore?: () => Promise<Store>;
}

/**
 * Creates the real service on an in-memory database, with a simulated market and its own clock.
 * Answers are checked against the contract.
 */
export async function createTestApp(
  env: Readonly<Record<string, string>> = {},
  { logger = silentLogger, clock = createManualClock(), ...ports }: TestAppOptions = {},
): Promise<TestApp> {
  const app = await openApp({ clock, logger, ...ports }, env);
  return {
    app,
    clock,
    call: (request) => call(app, request),
    async stop() {
      const stopped = app.stop();
      // Deadlines of the stopping parts run on this clock.
      await clock.advance(60_000);
      await stopped;
    },
  };
}

async function openApp(
  ports: Omit<TestAppOptions, 'clock' | 'logger'> & {
    readonly clock: Clock;
    readonly logger: Logger;
  },
  env: Readonly<Record<string, string>>,
): Promise<App> {
  const config: Config = loadConfig({
    NODE_ENV: 'test',
    WINDLASS_DATA_DIR: ':memory:',
    WINDLASS_ADMIN_KEY: adminKey,
    WINDLASS_SEED: 'test',
    PORT: '0',
    ...env,
  });
  if (!config.databaseUrl && config.dataDir !== ':memory:') await putMigrated(config.dataDir);
  return createApp({
    config,
    version: '0.0.0-test',
    ...(config.dataDir === ':memory:' && !config.databaseUrl && { openStore: openMemoryStore }),
    ...ports,
    random: createSeededRandom('test app'),
    checkAnswers: true,
  });
}

/** Puts a database without rows where there is none yet: a copy takes less time than making it. */
async function putMigrated(dataDir: string): Promise<void> {
  const file = join(dataDir, databaseFile);
  if (existsSync(file)) return;
  await mkdir(dataDir, { recursive: true });
  await writeFile(file, migratedFile);
}

async function call(app: App, request: TestRequest): Promise<TestAnswer> {
  const { method = 'GET', url, body, key = adminKey, headers = {} } = request;
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  const answer = await app.http.inject({
    method,
    url,
    headers: {
      ...(key !== null && { 'x-api-key': key, authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: isText ? body : JSON.stringify(body) }),
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    get json() {
      return JSON.parse(answer.body);
    },
  };
}
