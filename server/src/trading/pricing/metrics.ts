import type { PriceProviderErrorKind } from './priceProvider.ts';
import type { TickerSource } from './tickerFeed.ts';

/** What pricing counts. */
export interface PriceMetrics {
  /** A call that reached the provider. */
  called(outcome: 'ok' | PriceProviderErrorKind): void;
  /** Coins of an answer by where they come from; `none` = nothing could be said of them. */
  answered(source: TickerSource | 'none', count: number): void;
}
