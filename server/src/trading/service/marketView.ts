import type { Registry } from 'prom-client';
import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Random } from '../../kit/random.ts';
import type { Store } from '../../store/types.ts';
import { createMarkets, type Markets } from '../markets/markets.ts';
import { parseSymbol } from '../model/symbol.ts';
import { orderbookVenueIds, venueIds } from '../model/venue.ts';
import { observeBooks, observePrices } from '../observe.ts';
import { createOrderbook } from '../orderbook/orderbook.ts';
import type { Orderbook } from '../orderbook/types.ts';
import type { PriceProvider } from '../pricing/priceProvider.ts';
import { createPricing, type Pricing } from '../pricing/pricing.ts';
import { createBtcAnchor } from '../valuation/btcAnchor.ts';
import type { Valuation } from '../valuation/types.ts';
import { type BookMid, createValuation } from '../valuation/usdRates.ts';
import type { FeedSet } from '../venues/feeds.ts';

import { createWorlds, flagLogger, type Worlds } from './worlds.ts';

export interface MarketViewDeps {
  readonly feeds: FeedSet;
  readonly store: Store;
  readonly prices: PriceProvider;
  /** Keeps prices; undefined when they are made up and must not outlive the process. */
  readonly priceStore: Store | undefined;
  /** Returns true when prices and lists may be stored now: a standby writes nothing. */
  readonly mayWrite: () => boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly registry: Registry;
}

/**
 * The market as the service sees it: books, lists and prices. None of it needs the engine, so that
 * a standby has it before it takes over.
 */
export interface MarketView {
  /** The books of production, which everybody sees. */
  readonly orderbook: Orderbook;
  readonly pricing: Pricing;
  readonly valuation: Valuation;
  readonly markets: Markets;
  readonly worlds: Worlds;
  /** Closes every book and keeps the latest prices; the opener of the feeds closes those. */
  stop(): Promise<void>;
}

export function openMarketView(deps: MarketViewDeps): MarketView {
  const { feeds, clock, logger, registry, mayWrite } = deps;
  const orderbook = createOrderbook({
    feeds: feeds.feeds,
    venues: orderbookVenueIds,
    clock,
    flagged: flagLogger(logger),
  });
  observeBooks(registry, orderbook);
  const pricing = createPricing({
    provider: deps.prices,
    store: deps.priceStore,
    mayWrite,
    clock,
    logger,
    metrics: observePrices(registry),
  });
  const bookMid = (symbol: string) => midOf(orderbook, symbol);
  const valuation = createValuation({ ...pricing, bookMid, clock });
  const known = {
    prices: pricing.quotePrices,
    btcUsd: createBtcAnchor({ valuation, clock }),
  };
  const markets = createMarkets({
    ...deps,
    ...known,
    venues: venueIds,
    sources: feeds.markets?.sources ?? new Map(),
    store: feeds.markets?.isKept ? deps.store : undefined,
  });
  const worlds = createWorlds({ ...deps, ...known, orderbook, markets, valuation });
  return {
    orderbook,
    pricing,
    valuation,
    markets,
    worlds,
    async stop() {
      await worlds.stop();
      orderbook.stop();
      await markets.stop();
      await pricing.stop();
    },
  };
}

/** Returns the mid of the best prices of all usable books of a symbol. */
function midOf(orderbook: Orderbook, name: string): BookMid | undefined {
  const symbol = parseSymbol(name);
  const book = symbol && orderbook.globalBook(symbol, orderbook.venues);
  if (!book?.bestBid || !book.bestAsk) return undefined;
  return { mid: (book.bestBid.price + book.bestAsk.price) / 2, atMs: book.atMs };
}
