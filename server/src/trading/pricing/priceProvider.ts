/** One coin in one currency, as the provider has it; names are those of the answers. */
export interface CoinTicker {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  readonly image: string;
  readonly current_price: number | null;
  readonly market_cap: number | null;
  readonly market_cap_rank: number | null;
  readonly fully_diluted_valuation: number | null;
  readonly total_volume: number | null;
  readonly high_24h: number | null;
  readonly low_24h: number | null;
  readonly price_change_24h: number | null;
  readonly price_change_percentage_24h: number | null;
  readonly market_cap_change_24h: number | null;
  readonly market_cap_change_percentage_24h: number | null;
  readonly circulating_supply: number | null;
  readonly total_supply: number | null;
  readonly max_supply: number | null;
  readonly ath: number | null;
  readonly ath_change_percentage: number | null;
  readonly ath_date: string | null;
  readonly atl: number | null;
  readonly atl_change_percentage: number | null;
  readonly atl_date: string | null;
  readonly last_updated: string;
}

export interface Coin {
  /** The provider's slug, for example `bitcoin`. */
  readonly id: string;
  /** Ticker, lowercase, not unique: `btc`. */
  readonly symbol: string;
  readonly name: string;
}

/** Source of coin prices. Calls reject with `PriceProviderError`. */
export interface PriceProvider {
  /** Maximum number of coins in one call. */
  readonly idsPerCall: number;
  /** Calls a minute that the plan allows; undefined for no limit. */
  readonly callsPerMinute: number | undefined;
  /** Lowercase names of currencies that prices may be requested in. */
  readonly currencies: ReadonlySet<string>;
  /** Coins that the provider does not know are missing from the answer. */
  tickers(
    vsCurrency: string,
    ids: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly CoinTicker[]>;
  /** Returns every coin of the provider. */
  coins(signal: AbortSignal): Promise<readonly Coin[]>;
}

/**
 * - `limited`: too many calls; `retryAfterMs` when the provider gives a delay;
 * - `unavailable`: no answer, a broken one or the provider's own failure;
 * - `refused`: the provider considers the request wrong.
 */
export type PriceProviderErrorKind = 'limited' | 'unavailable' | 'refused';

export class PriceProviderError extends Error {
  readonly kind: PriceProviderErrorKind;
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: PriceProviderErrorKind,
    message: string,
    options: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'PriceProviderError';
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
  }
}
