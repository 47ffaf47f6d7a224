import type { Server } from 'node:http';
import type { Registry } from 'prom-client';
import type { Binding } from '../http/bind.ts';
import type { Clock } from '../kit/clock.ts';
import type { Logger } from '../kit/logger.ts';
import type { Random } from '../kit/random.ts';
import type { Store } from '../store/types.ts';
import type { Accounts, Portfolios } from './accounts/index.ts';
import { accountRoutes } from './accounts/routes/routes.ts';
import { executionRoutes } from './execution/routes.ts';
import { createMarkets } from './markets/markets.ts';
import { marketRoutes } from './markets/routes.ts';
import { parseSymbol } from './model/symbol.ts';
import { observeBooks, observePrices, observeStream } from './observe.ts';
import { createOrderbook } from './orderbook/orderbook.ts';
import { orderbookRoutes } from './orderbook/routes.ts';
import { createBookStream } from './orderbook/stream/stream.ts';
import type { Orderbook } from './orderbook/types.ts';
import type { PriceProvider } from './pricing/priceProvider.ts';
import { createPricing, type Pricing } from './pricing/pricing.ts';
import { pricingRoutes } from './pricing/routes.ts';
import { createBtcAnchor } from './valuation/btcAnchor.ts';
import { type BookMid, createValuation } from './valuation/usdRates.ts';
import type { Valuation } from './valuation/valuation.ts';
import type { FeedSet } from './venues/feeds.ts';
import { orderbookVenueIds, venueIds } from './venues/registry.ts';

export interface TradingDeps {
  readonly feeds: FeedSet;
  readonly store: Store;
  readonly prices: PriceProvider;
  /** Keeps prices; undefined when they are made up and must not outlive the process. */
  readonly priceStore: Store | undefined;
  readonly accounts: Accounts;
  readonly portfolios: Portfolios;
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
  return {
    bindings: [
      ...accountRoutes(deps),
      ...orderbookRoutes(orderbook, clock),
      ...marketRoutes(markets),
      ...pricingRoutes(pricing),
      ...executionRoutes(),
    ],
    orderbook,
    pricing,
    valuation,
    attach: (server) => stream.attach(server),
    start() {
      for (const { symbol, venue } of feeds.preload) orderbook.subscribe([symbol], [venue]);
      feeds.start();
      markets.start();
    },
    async stop() {
      await stream.close();
      orderbook.stop();
      await markets.stop();
      await pricing.stop();
    },
  };
}

/** Between the best prices of all usable books of a symbol. */
function midOf(orderbook: Orderbook, name: string): BookMid | undefined {
  const symbol = parseSymbol(name);
  const book = symbol && orderbook.globalBook(symbol, orderbook.venues);
  if (!book?.bestBid || !book.bestAsk) return undefined;
  return { mid: (book.bestBid.price + book.bestAsk.price) / 2, atMs: book.atMs };
}
