import type { Server } from 'node:http';
import type { Registry } from 'prom-client';
import type { Binding } from '../http/bind.ts';
import type { Clock } from '../kit/clock.ts';
import type { Logger } from '../kit/logger.ts';
import { observeBooks, observeStream } from './observe.ts';
import { createOrderbook } from './orderbook/orderbook.ts';
import { orderbookRoutes } from './orderbook/routes.ts';
import { createBookStream } from './orderbook/stream/stream.ts';
import type { Orderbook } from './orderbook/types.ts';
import type { FeedSet } from './venues/feeds.ts';
import { orderbookVenueIds } from './venues/registry.ts';

export interface TradingDeps {
  readonly feeds: FeedSet;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly corsOrigins: readonly string[];
}

/** The trading house, built and not yet started. */
export interface TradingService {
  readonly bindings: readonly Binding[];
  readonly orderbook: Orderbook;
  /** Serves the book stream on the HTTP server. */
  attach(server: Server): void;
  /** Opens the books the feed holds from the start, and lets it run. */
  start(): void;
  /** Ends the stream and closes every book; the feeds belong to whoever opened them. */
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
  return {
    bindings: orderbookRoutes(orderbook, clock),
    orderbook,
    attach: (server) => stream.attach(server),
    start() {
      for (const { symbol, venue } of feeds.preload) orderbook.subscribe([symbol], [venue]);
      feeds.start();
    },
    async stop() {
      await stream.close();
      orderbook.stop();
    },
  };
}
