import type { CoinTicker } from './priceProvider.ts';

/** Trading §2.11: the source of a value. */
export type TickerSource = 'fresh' | 'cached' | 'stale';

export interface PricedCoin {
  readonly ticker: CoinTicker;
  /** When the values were captured, epoch ms. */
  readonly fetchedAtMs: number;
  readonly source: TickerSource;
}

export interface TickerAnswer {
  /** Coins by id; those that the provider does not know are missing. */
  readonly coins: ReadonlyMap<string, PricedCoin>;
  /** Ids of which nothing is known, because the provider could not be asked. */
  readonly unknown: readonly string[];
  /** Why the provider could not be asked; undefined when it could. */
  readonly reason: string | undefined;
}

/** Prices of coins from memory, the database or the provider, in the fewest calls. */
export interface TickerFeed {
  /**
   * @param maxAgeMs Older values are requested again; 15 minutes by default.
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
  /** Returns what is known at once, of any age; makes no request. */
  peek(vsCurrency: string, id: string): PricedCoin | undefined;
}
