import { pairTypes } from '@windlass/contract';
import type { Registry } from 'prom-client';
import type { Binding } from '../../http/bind.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import { createMemory } from '../../kit/memory.ts';
import type { Store } from '../../store/types.ts';
import type { Accounts, Portfolios } from '../accounts/index.ts';
import {
  type Candles,
  type CandlesDeps,
  createCandles,
} from '../analytics/collect/candles/candles.ts';
import { createCapture } from '../analytics/collect/capture/capture.ts';
import {
  createFollowing,
  type FollowedOrder,
  type MarketKey,
} from '../analytics/collect/capture/following.ts';
import { createMarketPrices, type FillMarket } from '../analytics/collect/capture/prices.ts';
import { sweepFills } from '../analytics/collect/capture/sweep.ts';
import { createCollector } from '../analytics/collect/ledger/collector.ts';
import { observeAnalytics, observeCollecting } from '../analytics/collect/observe.ts';
import { analyticsRoutes } from '../analytics/routes/routes.ts';
import { createCollectStore } from '../analytics/store/collectStore.ts';
import { createReportStore } from '../analytics/store/reportStore.ts';
import type { ExecutionService } from '../execution/execution.ts';
import { isOver, type WorldOf } from '../execution/index.ts';
import type { OrderStore, StoredOrder } from '../execution/types.ts';
import { placeOf } from '../model/venuePlace.ts';
import type { Valuation } from '../valuation/types.ts';
import type { FeedSet } from '../venues/feeds.ts';
import type { PublicRates } from '../venues/ratesPort.ts';
import { createMarketPriceSource } from './marketPriceSource.ts';
import { buildReports, type ReportsParts } from './reports.ts';
import type { Worlds } from './worlds.ts';

interface AnalyticsDeps {
  readonly accounts: Accounts;
  readonly portfolios: Portfolios;
  readonly orders: Pick<OrderStore, 'live'>;
  readonly store: Store;
  readonly feeds: Pick<FeedSet, 'simulated'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly registry: Registry;
}

interface AnalyticsParts extends Omit<ReportsParts, 'store' | 'quotes'> {
  readonly worldOf: WorldOf;
  /** Reports changes in the books of all environments. */
  readonly worlds: Pick<Worlds, 'onBookChange'>;
  readonly execution: ExecutionService;
  readonly valuation: Valuation;
  /** Published rates of the exchanges; undefined while no exchange is connected. */
  readonly rates: PublicRates | undefined;
}

/** The routes of the reports, and the gathering of their data while the service runs. */
export interface Analytics {
  readonly bindings: readonly Binding[];
  start(): void;
  stop(): Promise<void>;
}

export function buildAnalytics(deps: AnalyticsDeps, parts: AnalyticsParts): Analytics {
  const { clock, registry, accounts } = deps;
  const { execution, valuation } = parts;
  const { onFill } = execution.events;
  const observe = observeAnalytics(registry, deps.logger);
  const store = createCollectStore(deps.store);
  const latestUsd = (asset: string) => valuation.latest(asset)?.usd;
  const shared = { ...deps, store, latestUsd, observe, marketOf: createMarketOf(accounts) };
  const collector = createCollector({
    ...shared,
    sessions: execution.sessions,
    onFill,
    isCompared: (id) => execution.reconciler.isCompared(id),
    addFills: ({ id }, fills) => execution.addFills(id, fills),
  });
  const priceSource = createMarketPriceSource(deps, parts);
  const prices = createMarketPrices({ ...priceSource, clock });
  const following = createFollowing({
    ...shared,
    priceSource,
    prices,
    ...ordersOf(deps, execution),
  });
  const capture = createCapture({ ...shared, prices, following, onFill });
  const candles = candlesOf(shared, deps, parts.rates);
  const stopping = new AbortController();
  let sweeping: Promise<void> | undefined;
  observeCollecting(registry, { ages: collector.ages, pending: capture.pending });
  const reports = createReportStore({ db: deps.store.db, clock, onFill, observe, pairTypes });
  return {
    bindings: analyticsRoutes({
      ...deps,
      analytics: buildReports({ ...parts, quotes: parts.worldOf([]).quotes, store: reports }),
    }),
    start() {
      capture.start();
      collector.start();
      candles?.start();
      const accountIds = async () => (await accounts.list()).map(({ id }) => id);
      const { signal } = stopping;
      sweeping = sweepFills({ ...shared, accountIds, signal }).catch(observe.sweepFailed);
    },
    async stop() {
      stopping.abort(new Error('the service stops'));
      await Promise.all([sweeping, collector.stop(), candles?.stop()]);
      await capture.stop();
    },
  };
}

/** Remembers the place and the mode of each account: neither ever changes. */
function createMarketOf(accounts: Pick<Accounts, 'list'>) {
  const places = createMemory<Omit<FillMarket, 'symbol' | 'marketType'>>(accountsMax);
  return async ({ accountId, symbol, marketType }: MarketKey): Promise<FillMarket | undefined> => {
    if (!places.get(accountId)) {
      for (const account of await accounts.list()) {
        places.set(account.id, { ...placeOf(account), mode: account.mode });
      }
    }
    const place = places.get(accountId);
    return place && { ...place, symbol, marketType };
  };
}

const accountsMax = 10_000;

/**
 * Orders that may still be filled: those that have rested since before the start, and those sent
 * later.
 */
function ordersOf({ accounts, orders }: AnalyticsDeps, { events }: ExecutionService) {
  const toFollowed = (order: StoredOrder): FollowedOrder => ({
    id: order.id,
    accountId: order.accountId,
    marketType: order.marketType,
    symbol: order.symbol,
    isOver: isOver(order),
  });
  return {
    onOrder: (listener: (order: FollowedOrder) => void) =>
      events.onOrder((order) => listener(toFollowed(order))),
    async liveOrders(): Promise<readonly FollowedOrder[]> {
      const live: FollowedOrder[] = [];
      for (const { id } of await accounts.list()) {
        live.push(...(await orders.live(id)).map(toFollowed));
      }
      return live;
    },
  };
}

function candlesOf(
  shared: Omit<CandlesDeps, 'markCandles'>,
  { feeds }: AnalyticsDeps,
  rates: PublicRates | undefined,
): Candles | undefined {
  if (!rates) return undefined;
  return createCandles({
    ...shared,
    async markCandles({ mode, symbol, marketType, ...place }, query, signal) {
      // No exchange knows marks of a made-up market.
      if (mode === 'paper' && feeds.simulated) return undefined;
      return rates.markCandles(place, { ...query, symbol, marketType }, signal);
    },
  });
}
