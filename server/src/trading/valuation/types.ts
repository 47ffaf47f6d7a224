/** The worth of one unit of an asset. */
export interface UsdRate {
  readonly usd: number;
  /** Source of the figure. */
  readonly source: 'par' | 'provider' | 'book' | 'exchanges';
  /** When it was captured, epoch ms. */
  readonly atMs: number;
}

/** Assets in USD, for the whole product. Nothing is ever worth 0 because its price is missing. */
export interface Valuation {
  /** Uses what is known now, of any age; makes no request. */
  latest(asset: string): UsdRate | undefined;
  /** Makes a request when the known value is older than `maxAgeMs` (a minute by default). */
  usd(asset: string, options?: { readonly maxAgeMs?: number }): Promise<UsdRate | undefined>;
}
