import type { PriceProviderErrorKind } from './priceProvider.ts';
import type { TickerSource } from './tickerFeed.ts';

/** Counters of pricing. */
export interface PriceMetrics {
  /** A call that reached the provider. */
  called(outcome: 'ok' | PriceProviderErrorKind): void;
  /** Coins of an answer by their source; `none` when nothing is known about them. */
  answered(source: TickerSource | 'none', count: number): void;
}
