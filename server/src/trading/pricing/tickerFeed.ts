import type { CoinTicker } from './priceProvider.ts';

/** Trading §2.11: where a value comes from. */
export type TickerSource = 'fresh' | 'cached' | 'stale';

export interface PricedCoin {
  readonly ticker: CoinTicker;
  /** When the values were captured, epoch ms. */
  readonly fetchedAtMs: number;
  readonly source: TickerSource;
}

export interface TickerAnswer {
  /** By id; what the provider does not know is not in it. */
  readonly coins: ReadonlyMap<string, PricedCoin>;
  /** Ids of which nothing is known, as the provider could not be asked. */
  readonly unknown: readonly string[];
  /** Why it could not be asked, when it could not. */
  readonly reason: string | undefined;
}

/** Prices of coins from memory, the database or the provider, in the fewest calls. */
export interface TickerFeed {
  /**
   * @param maxAgeMs Older values are asked for again; 15 minutes by default.
   * @param isSpare Nobody waits for the answer: part of the provider's limit is left to others.
   */
  get(
    vsCurrency: string,
    ids: readonly string[],
    options?: {
      readonly maxAgeMs?: number;
      readonly isSpare?: boolean;
      readonly signal?: AbortSignal;
    },
  ): Promise<TickerAnswer>;
  /** What is known at once, of any age; asks nobody. */
  peek(vsCurrency: string, id: string): PricedCoin | undefined;
}
