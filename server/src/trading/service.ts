import type { Server } from 'node:http';
import type { Registry } from 'prom-client';
import type { Binding } from '../http/bind.ts';
import type { Clock } from '../kit/clock.ts';
import type { Ids } from '../kit/ids.ts';
import type { Logger } from '../kit/logger.ts';
import type { Random } from '../kit/random.ts';
import type { Store } from '../store/types.ts';
import type { Accounts, Portfolios } from './accounts/index.ts';
import { accountRoutes } from './accounts/routes/routes.ts';
import { createExecution, type ExecutionService } from './execution/execution.ts';
import { executionRoutes } from './execution/routes/routes.ts';
import type { OrderStore } from './execution/types.ts';
import { createMarkets, type Markets } from './markets/markets.ts';
import { marketRoutes } from './markets/routes.ts';
import type { Account } from './model/account.ts';
import { parseSymbol } from './model/symbol.ts';
import { observeBooks, observeExecution, observePrices, observeStream } from './observe.ts';
import { createOrderbook } from './orderbook/orderbook.ts';
import { orderbookRoutes } from './orderbook/routes.ts';
import { createBookStream } from './orderbook/stream/stream.ts';
import type { Orderbook } from './orderbook/types.ts';
import type { PriceProvider } from './pricing/priceProvider.ts';
import { createPricing, type Pricing } from './pricing/pricing.ts';
import { pricingRoutes } from './pricing/routes.ts';
import { createBtcAnchor } from './valuation/btcAnchor.ts';
import type { Valuation } from './valuation/types.ts';
import { type BookMid, createValuation } from './valuation/usdRates.ts';
import type { FeedSet } from './venues/feeds.ts';
import { orderbookVenueIds, venueIds } from './venues/registry.ts';
import type { VenueConnector } from './venues/venuePort.ts';

/** Opens paper accounts on the books and market lists of the house. */
export type ConnectPaper = (market: {
  readonly books: Orderbook;
  readonly rulesOf: Markets['rulesOf'];
}) => VenueConnector;

export interface TradingDeps {
  readonly feeds: FeedSet;
  readonly store: Store;
  readonly prices: PriceProvider;
  /** Keeps prices; undefined when they are made up and must not outlive the process. */
  readonly priceStore: Store | undefined;
  readonly accounts: Accounts;
  readonly portfolios: Portfolios;
  readonly orders: OrderStore;
  /** Of the process that owns the engine. */
  readonly epoch: number;
  /** Whose orders the development cap binds. */
  readonly devMode: 'all' | 'live' | 'off';
  readonly ids: Ids;
  readonly connectPaper: ConnectPaper;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly corsOrigins: readonly string[];
}

/** The trading house, built and not yet started. */
export interface TradingService {
  readonly bindings: readonly Binding[];
  readonly orderbook: Orderbook;
  readonly pricing: Pricing;
  readonly valuation: Valuation;
  readonly execution: ExecutionService;
  /** Serves the book stream on the HTTP server. */
  attach(server: Server): void;
  /** Opens the books the feed holds from the start, and lets it run. */
  start(): void;
  /**
   * Ends the stream, closes every book and keeps the latest prices; the feeds belong to whoever
   * opened them.
   */
  stop(): Promise<void>;
}

export function createTradingService(deps: TradingDeps): TradingService {
  const { feeds, clock, logger, registry } = deps;
  const orderbook = createOrderbook({ feeds: feeds.feeds, venues: orderbookVenueIds, clock });
  const stream = createBookStream({
    orderbook,
    clock,
    logger,
    corsOrigins: deps.corsOrigins,
    metrics: observeStream(registry, () => stream.stats()),
  });
  observeBooks(registry, orderbook);
  const pricing = createPricing({
    provider: deps.prices,
    store: deps.priceStore,
    clock,
    logger,
    metrics: observePrices(registry),
  });
  const bookMid = (symbol: string) => midOf(orderbook, symbol);
  const valuation = createValuation({ ...pricing, bookMid, clock });
  const markets = createMarkets({
    ...deps,
    venues: venueIds,
    sources: feeds.markets?.sources ?? new Map(),
    store: feeds.markets?.isKept ? deps.store : undefined,
    prices: pricing.quotePrices,
    btcUsd: createBtcAnchor({ valuation, clock }),
  });
  const execution = buildExecution(deps, { orderbook, valuation, markets });
  return {
    bindings: [
      ...accountRoutes({ ...deps, cancelAll: execution.cancelAll }),
      ...orderbookRoutes(orderbook, clock),
      ...marketRoutes(markets),
      ...pricingRoutes(pricing),
      ...executionRoutes({ ...deps, execution }),
    ],
    orderbook,
    pricing,
    valuation,
    execution,
    attach: (server) => stream.attach(server),
    start() {
      for (const { symbol, venue } of feeds.preload) orderbook.subscribe([symbol], [venue]);
      feeds.start();
      markets.start();
      execution.start();
    },
    async stop() {
      await execution.stop();
      await stream.close();
      orderbook.stop();
      await markets.stop();
      await pricing.stop();
    },
  };
}

/** Trading §8: USD 50. */
const developmentCapMicroUsd = 50_000_000;

interface ExecutionParts {
  readonly orderbook: Orderbook;
  readonly valuation: Valuation;
  readonly markets: Markets;
}

/** Orders with the paper venue behind them. */
function buildExecution(deps: TradingDeps, parts: ExecutionParts): ExecutionService {
  const { logger, devMode } = deps;
  const { orderbook, markets } = parts;
  const paper = deps.connectPaper({ books: orderbook, rulesOf: markets.rulesOf });
  const isCapped = (account: Account) => devMode === 'all' || devMode === account.mode;
  return createExecution({
    ...deps,
    ...parts,
    connectorOf: (account) => (account.mode === 'paper' ? paper : undefined),
    capOf: (account) => (isCapped(account) ? developmentCapMicroUsd : undefined),
    observe: observeExecution(deps.registry, logger),
  });
}

/** Between the best prices of all usable books of a symbol. */
function midOf(orderbook: Orderbook, name: string): BookMid | undefined {
  const symbol = parseSymbol(name);
  const book = symbol && orderbook.globalBook(symbol, orderbook.venues);
  if (!book?.bestBid || !book.bestAsk) return undefined;
  return { mid: (book.bestBid.price + book.bestAsk.price) / 2, atMs: book.atMs };
}
