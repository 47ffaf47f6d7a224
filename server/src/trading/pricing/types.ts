/** The parts of pricing that other modules may use. */
export type { CoinIds } from './coinIds.ts';
export type { PriceMetrics } from './metrics.ts';
export type { QuotePrice, QuotePrices } from './quotePrices.ts';
export type { PricedCoin, TickerFeed } from './tickerFeed.ts';
