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
  type BestPrices,
  createMarketPrices,
  type FillMarket,
} from '../analytics/collect/capture/prices.ts';
import { sweepFills } from '../analytics/collect/capture/sweep.ts';
import { createCollector } from '../analytics/collect/ledger/collector.ts';
import { observeAnalytics, observeCollecting } from '../analytics/collect/observe.ts';
import { analyticsRoutes } from '../analytics/routes/routes.ts';
import { createCollectStore } from '../analytics/store/collectStore.ts';
import { createReportStore } from '../analytics/store/reportStore.ts';
import type { FillKey } from '../analytics/types.ts';
import type { ExecutionService } from '../execution/execution.ts';
import type { WorldOf } from '../execution/index.ts';
import { placeOf } from '../model/venuePlace.ts';
import type { Valuation } from '../valuation/types.ts';
import type { FeedSet } from '../venues/feeds.ts';
import type { PublicRates } from '../venues/ratesPort.ts';
import { buildReports, type ReportsParts } from './reports.ts';

interface AnalyticsDeps {
  readonly accounts: Accounts;
  readonly portfolios: Portfolios;
  readonly store: Store;
  readonly feeds: Pick<FeedSet, 'simulated'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly registry: Registry;
}

interface AnalyticsParts extends Omit<ReportsParts, 'store' | 'quotes'> {
  readonly worldOf: WorldOf;
  readonly execution: ExecutionService;
  readonly valuation: Valuation;
  /** What exchanges publish; undefined while no exchange is connected. */
  readonly rates: PublicRates | undefined;
}

/** What reports are made of, and what gathers it while the service runs. */
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
  const prices = pricesOf(deps, parts);
  const capture = createCapture({ ...shared, prices, onFill });
  const candles = candlesOf(shared, deps, parts.rates);
  const stopping = new AbortController();
  let sweeping: Promise<void> | undefined;
  observeCollecting(registry, { ages: collector.ages, pending: capture.pending });
  const reports = createReportStore({ db: deps.store.db, clock, onFill, observe });
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

/** Where an account is never changes, nor does its mode. */
function createMarketOf(accounts: Pick<Accounts, 'list'>) {
  const places = createMemory<Omit<FillMarket, 'symbol' | 'marketType'>>(accountsMax);
  return async ({ accountId, symbol, marketType }: FillKey): Promise<FillMarket | undefined> => {
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

/** Marks of the simulated market, or of the exchanges whose books there are; and their books. */
function pricesOf({ feeds, clock }: AnalyticsDeps, { worldOf, rates }: AnalyticsParts) {
  return createMarketPrices({
    clock,
    async markPrice({ mode, symbol, marketType, ...place }, signal) {
      const { simulated } = feeds;
      if (mode === 'paper' && simulated) return simulated.funding(place.venue, symbol)?.markPrice;
      return (await rates?.fundingRate(place, { symbol, marketType }, signal))?.markPrice;
    },
    async bestPrices({ symbol, ...place }): Promise<BestPrices | undefined> {
      const [book] = await worldOf([placeOf(place)]).books.ready(symbol, [place.venue]);
      const isUsable = book?.flagged === undefined && usable.includes(book?.health().quality ?? '');
      const [bid] = (isUsable && book?.bestBid()) || [];
      const [ask] = (isUsable && book?.bestAsk()) || [];
      return bid === undefined || ask === undefined ? undefined : { bid, ask };
    },
  });
}

const usable: readonly string[] = ['GOOD', 'DEGRADED'];

function candlesOf(
  shared: Omit<CandlesDeps, 'markCandles'>,
  { feeds }: AnalyticsDeps,
  rates: PublicRates | undefined,
): Candles | undefined {
  if (!rates) return undefined;
  return createCandles({
    ...shared,
    async markCandles({ mode, symbol, marketType, ...place }, query, signal) {
      // Of a made-up market no exchange can tell.
      if (mode === 'paper' && feeds.simulated) return undefined;
      return rates.markCandles(place, { ...query, symbol, marketType }, signal);
    },
  });
}
