import type { FastifyInstance } from 'fastify';
import { createAudit } from './access/audit.ts';
import { createKeys } from './access/keys.ts';
import { createPathMatcher } from './access/paths.ts';
import { accessRoutes } from './access/routes.ts';
import type { Config } from './config.ts';
import { type LiveLimits, liveConnection, paperConnection, warming } from './connectors.ts';
import { openFeeds, simulatorOf } from './feeds.ts';
import { createHandover } from './handover.ts';
import type { Binding } from './http/bind.ts';
import { connectionLimits } from './http/connections.ts';
import { registerDocuments } from './http/documents.ts';
import { createGuard } from './http/guard.ts';
import {
  createFaultCounter,
  createHttpMetrics,
  createMetricsRegistry,
  observeReadiness,
} from './http/metrics.ts';
import { createHttpServer } from './http/server.ts';
import { closeHttp } from './http/shutdown.ts';
import { assert } from './kit/assert.ts';
import { createCipher } from './kit/cipher.ts';
import type { Clock } from './kit/clock.ts';
import { descriptorLimit } from './kit/descriptors.ts';
import { AppError } from './kit/errors.ts';
import { createIds } from './kit/ids.ts';
import { createLifecycle, type Lifecycle } from './kit/lifecycle.ts';
import type { Logger } from './kit/logger.ts';
import { trustedProxies } from './kit/networks.ts';
import type { Random } from './kit/random.ts';
import { createFixedWindow } from './kit/rateLimit.ts';
import { createReadiness, type Readiness } from './kit/readiness.ts';
import { startStep } from './kit/startError.ts';
import { openLedgers } from './ledgers.ts';
import { keepAdminKey, openMasterKeys } from './masterKey.ts';
import { onDisk } from './store/fullDisk.ts';
import { openStore } from './store/index.ts';
import { watchOwnership } from './store/ownershipWatch.ts';
import type { OwnOptions, Store } from './store/types.ts';
import { watchWrites } from './store/writeWatch.ts';
import { systemRoutes } from './system.ts';
import {
  type Accounts,
  createAccounts,
  createDemoAccounts,
  createPortfolios,
  settleCredentials,
} from './trading/accounts/index.ts';
import { webhookPlace } from './trading/alerts/index.ts';
import { createAlgorithmObjection } from './trading/algorithms/accountObjection.ts';
import { createOrderStore } from './trading/execution/databaseOrders.ts';
import type { PriceProvider } from './trading/pricing/priceProvider.ts';
import { createSimulatedPrices } from './trading/pricing/simulatedPrices.ts';
import { createWirePrices } from './trading/pricing/wirePrices.ts';
import { createTradingScope } from './trading/scope.ts';
import type { ConnectLive, ConnectPaper } from './trading/service/orders.ts';
import { createTradingService, type TradingService } from './trading/service/service.ts';
import type { FeedSet } from './trading/venues/feeds.ts';
import type { LiveDialects } from './trading/venues/liveVenues.ts';
import type { PaperFaults } from './trading/venues/paper/ports.ts';
import { createVaultScope } from './vault/scope.ts';
import { createVaultService } from './vault/service.ts';

/** What the process gives: everything impure that the service needs. */
export interface AppPorts {
  readonly config: Config;
  readonly version: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Whether answers are checked against the contract; tests do. */
  readonly checkAnswers?: boolean;
  /** Loses calls to the paper venue, as a network does; simulations do. */
  readonly paperFaults?: PaperFaults;
  /** Who waits where another process owns the engine; without it the start fails there. */
  readonly standby?: OwnOptions;
  /** Stands in for the feeds of `WINDLASS_FEED`; tests that set the market give them. */
  readonly feeds?: FeedSet;
  /** What lies between the house and its paper venues; a perfect line unless given. */
  readonly paperLine?: (venues: ConnectPaper) => ConnectPaper;
  /** Stand in for how venues are spoken to; a proof plants mistakes in them. */
  readonly liveDialects?: LiveDialects;
  /** Stands in for the limits of venues; suites that send at a pace no venue allows widen them. */
  readonly liveLimits?: LiveLimits;
  /** Folder of the built page, served at `/`; none is served unless given. */
  readonly pageFolder?: string;
  /** Opens the database; the one of the configuration unless given. */
  readonly openStore?: () => Promise<Store>;
  /** Whether an endpoint is opened; all are unless given. Simulations that start often open few. */
  readonly serves?: (path: string) => boolean;
  /** False where one process runs many services: its own figures say nothing of one of them. */
  readonly hasProcessFigures?: boolean;
}

/** The whole service, built and running except for its socket. */
export interface App {
  readonly http: FastifyInstance;
  readonly trading: TradingService | undefined;
  /** The admin key, when this start made one. Shown once by whoever started the app. */
  readonly createdAdminKey: string | undefined;
  /** Seed of the simulated feed, when it is the one in use. */
  readonly seed: string | undefined;
  /**
   * Aborted when the engine or its database is lost: the app has then begun to stop, in a hurry.
   */
  readonly lost: AbortSignal;
  /** Aborted when the engine is handed over: the app has then begun to stop, in order. */
  readonly handedOver: AbortSignal;
  /** Counts a fault nobody caught, for the metrics. */
  countFault(kind: string): void;
  /** Opens the socket, at the configured port unless given; returns the address. */
  listen(port?: number): Promise<string>;
  /** Stops in order: no new requests, streams, feeds, then the database. Never rejects. */
  stop(): Promise<void>;
}

/** Callers remembered by a limit at once; at about 100 bytes each this stays small. */
const limitedCallersMax = 50_000;

/** Composition root: every object is made here, in the order of its dependencies. */
export async function createApp(ports: AppPorts): Promise<App> {
  const { config, clock, logger } = ports;
  const readiness = createReadiness({ clock });
  readiness.set('STARTING', 'The service is starting.');
  const lifecycle = createLifecycle({ clock, logger });
  const stop = (end = lifecycle.stop) => {
    readiness.set('STOPPING', 'The service is stopping.');
    return end();
  };
  try {
    const foundation = await layFoundation(ports, { lifecycle, readiness });
    const { trading, seed } = await buildTrading(ports, foundation, lifecycle);
    const vault = await buildVault(ports, foundation);
    const http = await buildHttp(ports, foundation, {
      bindings: [...(vault?.bindings ?? []), ...(trading?.bindings ?? [])],
      refusal: () => (lifecycle.stopping ? new AppError('SHUTTING_DOWN') : undefined),
    });
    lifecycle.started('http', (isHurried) => closeHttp(http, { clock, isHurried }));
    // Runs under way end before the socket that waits for their answers.
    if (vault) lifecycle.started('vault', () => vault.stop());
    if (trading) {
      trading.attach(http.server);
      // Orders on their way are waited for: ten seconds, as long as a venue may take to answer.
      lifecycle.started('trading', (isHurried) => trading.stop(isHurried), 15_000);
      trading.start();
    }
    const handedOver = foundation.handover.begun;
    handedOver.addEventListener('abort', () => void stop());
    const lost = () => void stop(lifecycle.hurry);
    watchOwnership(foundation.ownership, { logger, readiness, lost });
    readiness.clear('STARTING');
    return {
      http,
      trading,
      createdAdminKey: foundation.createdAdminKey,
      seed,
      lost: foundation.ownership.lost,
      handedOver,
      countFault: createFaultCounter(foundation.registry),
      listen: (port = config.port) =>
        startStep(`Cannot listen on ${config.host}:${port}`, () =>
          http.listen({ host: config.host, port }),
        ),
      stop: () => stop(),
    };
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

type Foundation = Awaited<ReturnType<typeof layFoundation>>;

/** What both houses stand on: the database with its one owner, keys, audit, metrics. */
async function layFoundation(
  ports: AppPorts,
  { lifecycle, readiness }: { readonly lifecycle: Lifecycle; readonly readiness: Readiness },
) {
  const { config, clock, random, logger } = ports;
  const ids = createIds(random);
  const databaseUrl = config.databaseUrl?.reveal();
  const where = databaseUrl === undefined ? config.dataDir : 'DATABASE_URL';
  // The lease lives by the time of the machine, as its row does, also where a test makes time up.
  const opened = await startStep(`The database (${where}) cannot be opened`, () =>
    onDisk(
      config.dataDir,
      ports.openStore ?? (() => openStore({ dataDir: config.dataDir, databaseUrl, logger })),
    ),
  );
  const { store, watchOwned } = watchWrites(opened, { clock, logger, readiness });
  const waits = warming(ports.standby, { store, logger });
  lifecycle.started('store', () => store.close());
  const ownership = await startStep(`The engine of ${where} cannot be owned`, () =>
    onDisk(config.dataDir, () => store.own(waits.options)),
  );
  lifecycle.started('ownership', () => ownership.release());
  watchOwned(ownership);
  const keys = createKeys({ store, clock, ids, logger });
  const audit = createAudit({ store, clock });
  const { created: createdAdminKey } = await startStep('The admin key cannot be used', () =>
    onDisk(config.dataDir, () =>
      keys.ensureAdminKey({
        configured: config.adminKey?.reveal(),
        keep: (text) => keepAdminKey(config, text),
      }),
    ),
  );
  const registry = createMetricsRegistry(ports.hasProcessFigures);
  observeReadiness(registry, readiness);
  const handover = createHandover({ ownership, audit });
  return {
    ...{ ids, store, ownership, keys, audit, registry, readiness, createdAdminKey },
    ...{ handover, isTakenOver: waits.hasWaited() },
  };
}

/** House two with its feeds, when the configuration asks for it. */
async function buildTrading(ports: AppPorts, foundation: Foundation, lifecycle: Lifecycle) {
  const { config } = ports;
  if (!config.services.includes('trading')) return { trading: undefined, seed: undefined };
  const { feeds, seed } = await startStep('The feed of WINDLASS_FEED cannot be opened', () =>
    feedsOf(ports, foundation),
  );
  lifecycle.started('feeds', () => feeds.stop());
  const { registry, store, ownership, ids, keys } = foundation;
  const prices = await openPrices(ports, feeds);
  const priceStore = config.prices.kind === 'simulated' ? undefined : store;
  const { corsOrigins, allowedHosts, devMode } = config;
  const isTrustedProxy = trustedProxies(config.trustedProxies);
  const doors = { corsOrigins, allowedHosts, isTrustedProxy };
  const parts = { feeds, store, prices, priceStore, registry, doors, devMode, ids };
  const accounts = await openAccounts(ports, foundation);
  foundation.readiness.addCheck(() => noteHalts(accounts.accounts, foundation.readiness));
  const { epoch } = ownership;
  const venues = paperConnection({ ...ports, store, epoch, ids });
  const connectPaper = ports.paperLine?.(venues) ?? venues;
  const connectLive = openLive(ports, foundation, lifecycle);
  const { authenticate } = keys;
  const access = { authenticate, ...createPathMatcher() };
  const all = {
    ...ports,
    ...parts,
    ...accounts,
    ...access,
    epoch,
    lease: ownership,
    connectPaper,
    connectLive,
  };
  return { trading: createTradingService(all), seed };
}

/** Live accounts trade on live prices, or at the simulator. */
function openLive(
  ports: AppPorts,
  { registry, ownership: lease, isTakenOver }: Foundation,
  lifecycle: Lifecycle,
): ConnectLive | undefined {
  const { config } = ports;
  const simulator = simulatorOf(config);
  if (config.feed.kind !== 'live' && !simulator) return undefined;
  const { connectLive, close } = liveConnection({
    ...ports,
    ...{ lease, registry, simulator, isTakenOver },
  });
  lifecycle.started('exchanges', close);
  return connectLive;
}

async function feedsOf(ports: AppPorts, foundation: Foundation): ReturnType<typeof openFeeds> {
  return ports.feeds ? { feeds: ports.feeds } : openFeeds({ ...ports, ...foundation });
}

/** Prices of coins, from the simulated market or exchanges, or from a provider. */
async function openPrices(ports: AppPorts, feeds: FeedSet): Promise<PriceProvider> {
  const { config, clock, logger } = ports;
  if (config.prices.kind === 'simulated') {
    if (feeds.prices) return createWirePrices({ prices: feeds.prices, clock });
    assert(feeds.simulated, 'prices of the simulated market come with its feed');
    return createSimulatedPrices({ market: feeds.simulated, clock });
  }
  const { createCoinGecko } = await import('./trading/pricing/coinGecko.ts');
  const baseUrl = config.prices.baseUrl?.reveal();
  return createCoinGecko({ ...config.prices, baseUrl, clock, logger });
}

/** Exchange accounts, once it is sure that what the master key sealed can be read. */
async function openAccounts({ config, clock, random, logger }: AppPorts, { store }: Foundation) {
  const { key, former, keep } = await startStep('The master key cannot be used', () =>
    openMasterKeys({ config, random }),
  );
  const cipher = createCipher({ random, key, former });
  await startStep('The stored credentials cannot be used', () =>
    settleCredentials({ store, clock, cipher, logger, others: [webhookPlace], keep }),
  );
  if (config.demo) await createDemoAccounts({ store, clock });
  const orders = createOrderStore(store);
  const algorithmObjection = createAlgorithmObjection(store);
  const accounts = createAccounts({
    ...{ store, clock, cipher },
    canRemove: async (account) =>
      (await orders.objection(account)) ?? (await algorithmObjection(account)),
    countLive: async (id) => (await orders.live(id)).length,
  });
  return { orders, accounts, portfolios: createPortfolios({ store, clock }), cipher };
}

/** A halt is a wish of operators: told, and no reason to send orders and cancels elsewhere. */
async function noteHalts(accounts: Pick<Accounts, 'list'>, readiness: Readiness): Promise<void> {
  const all = await accounts.list();
  const isHalted = all.length > 0 && all.every(({ halted }) => halted);
  if (!isHalted) return readiness.clear('HALTED');
  readiness.set('HALTED', 'Every exchange account is halted, until somebody resumes it.');
}

/** House one, when the configuration asks for it. */
async function buildVault(ports: AppPorts, foundation: Foundation) {
  const { config } = ports;
  if (!config.services.includes('vault')) return undefined;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const vault = createVaultService({
    ...ports,
    ...foundation,
    readers: await openLedgers({ ...ports, ...foundation }),
    baseUrl: `http://${host}:${config.port}`,
    addressCheck: config.vaultAddressCheck,
    freshMs: config.holdingsFreshMs,
  });
  // Vaults to try would be on no real ledger.
  if (config.demo && config.ledger.kind === 'simulated') await vault.createDemo();
  return vault;
}

interface HttpParts {
  /** Of the houses in service. */
  readonly bindings: readonly Binding[];
  readonly refusal: () => AppError | undefined;
}

/** The door of both houses. */
async function buildHttp(
  ports: AppPorts,
  foundation: Foundation,
  { bindings, refusal }: HttpParts,
): Promise<FastifyInstance> {
  const { config, clock, version } = ports;
  const { ids, keys, audit, registry, readiness, handover } = foundation;
  const limit = ({ max, windowMs }: Config['vaultLimit']) =>
    createFixedWindow({ clock, limit: max, windowMs, callersMax: limitedCallersMax });
  const vaultScope = createVaultScope({ limit: limit(config.vaultLimit) });
  const tradingScope = createTradingScope({ limit: limit(config.tradingLimit) });
  const { pathAllowed } = createPathMatcher();
  const { authenticate } = keys;
  const guard = createGuard({ scope: tradingScope, authenticate, pathAllowed });
  const { serves = () => true } = ports;
  const houses = [...accessRoutes({ keys, audit, clock }), ...bindings].filter(({ endpoint }) =>
    serves(endpoint.path),
  );
  const described = { clock, version, environment: config.environment, role: 'owner' as const };
  const http = await createHttpServer({
    scopes: [vaultScope, tradingScope],
    bindings: [
      ...systemRoutes({
        ...{ ...described, houses, choices: choicesOf(config), readiness },
        handOver: handover.begin,
      }),
      ...houses,
    ],
    authenticate,
    pathAllowed,
    corsOrigins: config.corsOrigins,
    isTrustedProxy: trustedProxies(config.trustedProxies),
    limits: connectionLimits(descriptorLimit()),
    clock,
    ids,
    logger: ports.logger,
    metrics: createHttpMetrics(registry),
    checkAnswers: ports.checkAnswers ?? false,
    documents: async (instance) => {
      await registerDocuments(instance, { version, registry, guard });
      if (ports.pageFolder === undefined) return;
      const { registerPage } = await import('./http/page.ts');
      await registerPage(instance, ports.pageFolder);
    },
    refusal,
  });
  await http.ready();
  return http;
}

/** What the configuration chose, as users are told. */
function choicesOf({ services, feed, venueSimulator, ledger }: Config) {
  const exchanges = venueSimulator === undefined ? ('real' as const) : ('simulator' as const);
  return { services: [...services], feed: feed.kind, exchanges, ledger: ledger.kind };
}
