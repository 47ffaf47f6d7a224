import type { Server } from 'node:http';
import type { Registry } from 'prom-client';
import type { Binding } from '../../http/bind.ts';
import type { Authenticate, PathAllowed } from '../../http/scope.ts';
import type { Cipher } from '../../kit/cipher.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Ids } from '../../kit/ids.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Random } from '../../kit/random.ts';
import { type AuditEntry, toAuditRow } from '../../store/rows.ts';
import type { Store } from '../../store/types.ts';
import type { Accounts, Portfolios, Switched } from '../accounts/index.ts';
import { accountRoutes } from '../accounts/routes/routes.ts';
import { type Alerts, createAlerts, createWebhookHttp } from '../alerts/index.ts';
import { alertRoutes } from '../alerts/routes.ts';
import { algorithmRoutes } from '../algorithms/routes.ts';
import { createAlgorithmTopic } from '../algorithms/stream/algorithmTopic.ts';
import type { Algorithms } from '../algorithms/types.ts';
import type { ExecutionService } from '../execution/execution.ts';
import type { WorldOf } from '../execution/index.ts';
import { executionRoutes } from '../execution/routes/routes.ts';
import { createOrderTopic } from '../execution/stream/orderTopic.ts';
import { feeRoutes } from '../fees/routes.ts';
import { marketRoutes } from '../markets/routes.ts';
import { observePerps, observeStream } from '../observe.ts';
import { orderbookRoutes } from '../orderbook/routes.ts';
import { createBookTopic } from '../orderbook/stream/bookTopic.ts';
import type { Orderbook } from '../orderbook/types.ts';
import { createExposures } from '../perps/exposure.ts';
import { createPerps } from '../perps/perps.ts';
import { moneyRoutes } from '../perps/routes/money.ts';
import { perpRoutes } from '../perps/routes/perps.ts';
import type { Perps } from '../perps/types.ts';
import { pretradeRoutes } from '../pretrade/routes.ts';
import type { Pricing } from '../pricing/pricing.ts';
import { pricingRoutes } from '../pricing/routes.ts';
import { routingRoutes } from '../routing/routes.ts';
import { type ConnectionRules, createStream, type Stream } from '../stream/stream.ts';
import type { Valuation } from '../valuation/types.ts';
import type { FeedSet } from '../venues/feeds.ts';
import { buildAlgorithms } from './algorithms.ts';
import { buildAnalytics } from './analytics.ts';
import { comparisonChecks, comparisonWarnings } from './comparisonCrowd.ts';
import { warnOfCrowds } from './crowds.ts';
import type { MarketView } from './marketView.ts';
import { buildOrders, type OrdersDeps } from './orders.ts';
import { buildPretrade } from './pretrade.ts';
import { buildRouting } from './routing.ts';

export interface TradingDeps extends OrdersDeps {
  readonly authenticate: Authenticate;
  readonly pathAllowed: PathAllowed;
  readonly feeds: FeedSet;
  /** Books, lists and prices of the market; the opener closes them. */
  readonly market: MarketView;
  readonly store: Store;
  readonly accounts: Accounts;
  readonly portfolios: Portfolios;
  /** Seals the addresses of webhooks and the secrets that sign their alerts. */
  readonly cipher: Cipher;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly registry: Registry;
  /** Rules of who may connect to the stream, and how client addresses are determined. */
  readonly doors: ConnectionRules;
}

/**
 * The kind of end of the trading service. `planned`: no process goes on, so that algorithms cancel
 * their resting orders. `handedOver`: another process goes on with them. `lost`: another owns the
 * engine already, and clients are told so first.
 */
export type Ending = 'planned' | 'handedOver' | 'lost';

/** The trading service, built but not yet started. */
export interface TradingService {
  readonly bindings: readonly Binding[];
  readonly orderbook: Orderbook;
  readonly pricing: Pricing;
  readonly valuation: Valuation;
  readonly execution: ExecutionService;
  /** Raises the alerts that operators must see at once. */
  readonly alerts: Alerts;
  /** Serves the stream on the HTTP server. */
  attach(server: Server): void;
  /** Opens the books that the feed holds from the start, and starts the feed. */
  start(): void;
  /** Waits for calls on their way, and ends the stream, whose clients are told why. */
  stop(ending?: Ending): Promise<void>;
}

export function createTradingService(deps: TradingDeps): TradingService {
  const { clock, market } = deps;
  const { orderbook, pricing, valuation, markets, worlds } = market;
  const { worldOf } = worlds;
  const alerts = createAlerts({ ...deps, send: createWebhookHttp({ clock }) });
  const { execution, rates } = buildOrders(deps, { orderbook, worldOf, markets, alerts });
  const perps = buildPerps(deps, { worldOf, execution });
  const { pretrade, ...known } = buildPretrade(deps, { worldOf, execution });
  const parts = { ...known, worldOf, valuation, execution, perps };
  const { routing, estimator, runner } = buildRouting(deps, parts);
  const algorithms = buildAlgorithms(deps, { ...parts, worlds, estimator, alerts });
  const analytics = buildAnalytics(deps, { ...parts, rates, worlds });
  const stream = buildStream(deps, { orderbook, execution, algorithms });
  return {
    bindings: [
      ...operatorRoutes(deps, { execution, alerts }),
      ...orderbookRoutes(orderbook, clock),
      ...marketRoutes(markets),
      ...pricingRoutes(pricing),
      ...executionRoutes({ ...deps, execution, reconciliation: execution.reconciler }),
      ...perpRoutes(perps, createExposures({ ...deps, worldOf, execution, perps })),
      ...moneyRoutes(perps),
      ...feeRoutes({ ...deps, fees: known.fees }),
      ...pretradeRoutes(pretrade),
      ...routingRoutes(routing),
      ...algorithmRoutes(algorithms),
      ...analytics.bindings,
    ],
    orderbook,
    pricing,
    valuation,
    execution,
    alerts,
    attach: (server) => stream.attach(server),
    start() {
      openFeeds(deps, orderbook);
      markets.start();
      execution.start();
      analytics.start();
      runner.start();
      algorithms.begin();
      alerts.start();
    },
    async stop(ending = 'planned') {
      const isLost = ending === 'lost';
      if (isLost) await stream.close(lostText);
      // Their orders are awaited while execution still reports them.
      await Promise.all([runner.stop(), algorithms.stop(ending !== 'planned')]);
      await analytics.stop();
      await execution.stop();
      if (!isLost) await stream.close(stoppingText);
      // Stopped last, so that alerts which the others raise while they stop are recorded too.
      await alerts.stop();
    },
  };
}

const lostText = 'Disconnected: this process does not own the engine any more. Connect again.';
/** A process that hands over sends it too: the proxy in front of both knows which is next. */
const stoppingText = 'Disconnected: this process is stopping. Connect again.';

function openFeeds(deps: TradingDeps, orderbook: Orderbook): void {
  const { feeds } = deps;
  void warnOfCrowds(deps);
  for (const { symbol, venue } of feeds.preload) orderbook.subscribe([symbol], [venue]);
  feeds.start();
}

/** Routes for operators: accounts, halts, webhooks. */
function operatorRoutes(
  deps: TradingDeps,
  { execution, alerts }: { readonly execution: ExecutionService; readonly alerts: Alerts },
): readonly Binding[] {
  const { cancelAll, left: ordersLeft, verify } = execution;
  const switched = (halt: Switched) => raiseHalt(alerts, halt);
  const crowds = { warnings: comparisonWarnings, checks: comparisonChecks };
  return [
    ...accountRoutes({ ...deps, cancelAll, ordersLeft, verify, switched, crowds }),
    ...alertRoutes(alerts),
  ];
}

/** Builds the operations of accounts that are not orders. */
function buildPerps(
  deps: TradingDeps,
  { worldOf, execution }: { readonly worldOf: WorldOf; readonly execution: ExecutionService },
): Perps {
  const { sessions, transfers } = execution;
  const audit = async (entry: AuditEntry) => deps.store.write.appendAudit(toAuditRow(entry));
  const observe = observePerps(deps.logger);
  return createPerps({ ...deps, sessions, worldOf, transfers, audit, observe });
}

interface Followed {
  readonly orderbook: Orderbook;
  readonly execution: ExecutionService;
  readonly algorithms: Algorithms;
}

/**
 * Builds the stream: books, and the orders and algorithms of accounts that the clients' keys reach.
 */
function buildStream(deps: TradingDeps, { orderbook, execution, algorithms }: Followed): Stream {
  const { clock, logger, registry, doors } = deps;
  const metrics = observeStream(registry, () => stream.stats());
  const books = createBookTopic({ orderbook, clock, metrics });
  const orders = createOrderTopic({ ...deps, events: execution.events });
  const runs = createAlgorithmTopic({ ...deps, algorithms });
  const stream = createStream({
    topics: [books, orders, runs],
    clock,
    logger,
    doors,
    metrics,
  });
  return stream;
}

/**
 * Raises an alert for a halt or a resumption that changed something, so that other operators hear
 * of it.
 */
function raiseHalt(alerts: Alerts, { halted, changed, actor }: Switched): void {
  if (changed.length === 0) return;
  const kind = halted ? 'account_halted' : 'account_resumed';
  alerts.raise({ kind, accounts: changed.map(({ id }) => id), actorName: actor.name });
}
