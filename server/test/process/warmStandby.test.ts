import { orderEndpoints } from '@windlass/contract';
import { createSimulator, type LoggedRequest, type Simulator } from '@windlass/simulator';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { credentialsOf } from '../../../simulator/src/announcement.ts';
import { twins } from '../../../simulator/src/twins.ts';
import { openWorld } from '../../../simulator/src/world/world.ts';
import { type App, createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { createSystemClock } from '../../src/kit/clock.ts';
import { createSystemRandom } from '../../src/kit/random.ts';
import { StartError } from '../../src/kit/startError.ts';
import { openStore } from '../../src/store/index.ts';
import { lockEngine } from '../../src/store/sqlite/ownership.ts';
import {
  databasePerTest,
  eachDatabase,
  type TestDatabase,
} from '../support/databases/databases.ts';
import { spyOnStore } from '../support/databases/storeSpy.ts';
import { silentLogger } from '../support/silentLogger.ts';

// Tests a standby, with a live account at a simulated exchange.

const clock = createSystemClock();
const adminKey = 'ak_test-of-the-warm-standby-000';
const masterKeys = [1, 2].map((fill) => Buffer.alloc(32, fill).toString('base64')) as [
  string,
  string,
];
const waitMsMax = 30_000;
const testMsMax = 90_000;

let simulator: Simulator;
let transport = '';
let stopWorld: () => void = () => undefined;
const apps: App[] = [];

beforeEach(async () => {
  simulator = createSimulator({
    now: clock.now,
    schedule: (ms, work) => void clock.schedule(ms, work),
  });
  const world = openWorld(simulator, { venues: ['binance'], seed: 1, startMs: clock.now() });
  transport = `simulator:${(await simulator.listen()).url}`;
  stopWorld = clock.every(100, () => world.beat(clock.now()));
});
afterEach(async () => {
  for (const app of apps.splice(0)) await app.stop();
  stopWorld();
  await simulator.close();
});

type Ports = Partial<Parameters<typeof createApp>[0]>;

async function open(
  { dataDir, databaseUrl }: ReturnType<TestDatabase['place']>,
  { masterKey = masterKeys[0], ...ports }: Ports & { readonly masterKey?: string } = {},
): Promise<App> {
  const config = loadConfig({
    NODE_ENV: 'test',
    PORT: '0',
    WINDLASS_DATA_DIR: dataDir,
    WINDLASS_SERVICES: 'trading',
    WINDLASS_ADMIN_KEY: adminKey,
    WINDLASS_MASTER_KEY: masterKey,
    WINDLASS_DEMO: 'off',
    WINDLASS_DEV_MODE: 'off',
    WINDLASS_VENUE_TRANSPORT: transport,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  });
  const app = await createApp({
    config,
    version: '0.0.0-test',
    clock,
    random: createSystemRandom(),
    logger: silentLogger,
    hasProcessFigures: false,
    ...ports,
  });
  apps.push(app);
  return app;
}

async function post(app: App, url: string, payload: object) {
  const headers = { 'x-api-key': adminKey, 'content-type': 'application/json' };
  const answer = await app.http.inject({ method: 'POST', url, headers, payload });
  return { status: answer.statusCode, body: answer.json() };
}

const order = (name: string) => ({
  exchange_account_id: 'live',
  client_order_id: name,
  symbol: 'BTC/USDT',
  market_type: 'spot',
  side: 'buy',
  order_type: 'limit',
  quantity: 0.001,
  price: 39_000,
});

/** Fills a database with a live account that has an open order; no process owns it. */
async function fill(place: ReturnType<TestDatabase['place']>): Promise<void> {
  const owner = await open(place);
  const [account] = twins.binance.listing.accounts;
  if (!account) throw new Error('binance has a demo account');
  const { apiKey: api_key, secret: api_secret } = credentialsOf('binance', account);
  const made = await post(owner, '/admin/accounts', {
    exchange_account_id: 'live',
    exchange: 'binance',
    mode: 'live',
    daily_limit_usd: 1_000_000,
    credentials: { api_key, api_secret },
  });
  expect(made.status).toBe(201);
  const sent = await post(owner, orderEndpoints.submitOrder.path, order('first'));
  expect(sent).toMatchObject({ status: 200 });
  await owner.stop();
}

const isSigned = ({ headers, query }: LoggedRequest) =>
  headers['x-mbx-apikey'] !== undefined || query.includes('signature=');
const listPaths = ['/api/v3/exchangeInfo', '/fapi/v1/exchangeInfo', '/dapi/v1/exchangeInfo'];
const prepares = ({ path }: LoggedRequest) =>
  [...listPaths, '/api/v3/depth', '/api/v3/time'].includes(path);

/** Starts a standby, and resolves once it waits. */
async function standBy(
  place: ReturnType<TestDatabase['place']>,
  ports: Parameters<typeof open>[1],
) {
  const waits = Promise.withResolvers<string>();
  const opening = open(place, { ...ports, standby: { waiting: waits.resolve } });
  opening.catch(() => undefined);
  await waits.promise;
  return opening;
}

eachDatabase('a standby', (database) => {
  it(
    'has lists, books and clients ready, writes and sends nothing, and trades at once',
    async () => {
      const place = database.place();
      await fill(place);
      const before = simulator.requests('binance').length;
      const holder = await database.open();
      const ownership = await holder.own();
      const spy = spyOnStore(await openStore({ ...place, logger: silentLogger }));
      const waits = Promise.withResolvers<string>();
      const opening = open(place, {
        openStore: async () => spy.store,
        standby: { waiting: waits.resolve },
      });
      await waits.promise;
      const asked = () => simulator.requests('binance').slice(before);
      const answers = (path: string) =>
        asked().filter((each) => each.path === path && each.status === 200).length;
      await vi.waitFor(
        () => {
          expect(simulator.streams('binance')).toBeGreaterThan(0);
          expect(answers('/api/v3/depth')).toBe(1);
          // Each list is read once to check orders, and once for the client that sends them; the
          // clocks are compared with its first call, and once more when it is ready.
          for (const path of [...listPaths, '/api/v3/time']) {
            expect([path, answers(path)]).toEqual([path, 2]);
          }
        },
        { timeout: waitMsMax, interval: 50 },
      );
      expect(asked().filter((each) => each.method !== 'GET' || isSigned(each))).toEqual([]);
      expect(spy.changes()).toEqual([]);

      const atTakeover = simulator.requests('binance').length;
      await ownership.release();
      const app = await opening;
      expect(await post(app, orderEndpoints.submitOrder.path, order('second'))).toMatchObject({
        status: 200,
        body: { data: { order_status: 'open' } },
      });
      const since = simulator.requests('binance').slice(atTakeover);
      const sentAt = since.findIndex(({ method }) => method === 'POST');
      expect(sentAt).toBeGreaterThanOrEqual(0);
      expect(since.slice(0, sentAt).filter(prepares)).toEqual([]);
    },
    testMsMax,
  );

  it(
    'ends while it waits when its master key does not open what is stored',
    async () => {
      const place = database.place();
      await fill(place);
      const ownership = await (await database.open()).own();
      const opening = standBy(place, { masterKey: masterKeys[1] });
      const failure = await opening.catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(StartError);
      expect(String(failure)).toMatch(/credentials of live are encrypted with the master key/);
      expect(ownership.validForMs()).toBeGreaterThan(0);
      expect(ownership.lost.aborted).toBe(false);
    },
    testMsMax,
  );
});

const empty = databasePerTest('sqlite');

it(
  'waits on a database without tables, and makes them once it owns the engine',
  async () => {
    const { dataDir } = empty.place();
    const place = { dataDir: `${dataDir}/new` };
    await openStore({ ...place, logger: silentLogger }).then((store) => store.close());
    const lock = lockEngine(place.dataDir);
    const waits = Promise.withResolvers<string>();
    const opening = open(place, { standby: { waiting: waits.resolve } });
    await waits.promise;
    lock.close();
    expect(await post(await opening, '/admin/accounts', {})).toMatchObject({ status: 400 });
  },
  testMsMax,
);
