import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Store } from '../../store/types.ts';
import { type CoinIds, createCoinIds } from './coinIds.ts';
import { createCoinListStore } from './coinListStore.ts';
import type { PriceMetrics } from './metrics.ts';
import { createPriceCalls } from './priceCalls.ts';
import type { PriceProvider } from './priceProvider.ts';
import { createQuotePrices, type QuotePrices } from './quotePrices.ts';
import type { TickerFeed } from './tickerFeed.ts';
import { createTickerStore } from './tickerStore.ts';
import { createTickerFeed } from './tickers.ts';

/** Prices of coins for the whole service. */
export interface Pricing {
  /** Lowercase names of currencies that prices may be requested in. */
  readonly currencies: ReadonlySet<string>;
  readonly tickers: TickerFeed;
  readonly coinIds: CoinIds;
  readonly quotePrices: QuotePrices;
  /** Ends calls in progress and writes what is not stored yet. */
  stop(): Promise<void>;
}

export interface PricingDeps {
  readonly provider: PriceProvider;
  /** Undefined keeps nothing: simulated prices must never be taken for real ones later. */
  readonly store: Store | undefined;
  /** Returns true when prices may be stored; the default. Without the engine nothing is written. */
  readonly mayWrite?: (() => boolean) | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: PriceMetrics;
}

export function createPricing({ provider, store, ...deps }: PricingDeps): Pricing {
  const { currencies } = provider;
  const calls = createPriceCalls({ ...deps, provider });
  const keep = store && createTickerStore({ ...deps, store });
  const listKeep = store && createCoinListStore(store, deps);
  const tickers = createTickerFeed({ ...deps, calls, keep });
  const coinIds = createCoinIds({ ...deps, calls, keep: listKeep });
  return {
    currencies,
    tickers,
    coinIds,
    quotePrices: createQuotePrices({ tickers, coinIds, currencies }),
    async stop() {
      calls.stop();
      await keep?.stop();
    },
  };
}
