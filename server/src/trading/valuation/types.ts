/** What one unit of an asset is worth. */
export interface UsdRate {
  readonly usd: number;
  /** Where the figure comes from. */
  readonly source: 'par' | 'provider' | 'book' | 'exchanges';
  /** When it was captured, epoch ms. */
  readonly atMs: number;
}

/** Assets in USD, for the whole product. Nothing is ever worth 0 for want of a price. */
export interface Valuation {
  /** From what is known now, of any age; asks nobody. */
  latest(asset: string): UsdRate | undefined;
  /** Asks when what is known is older than `maxAgeMs` (a minute by default). */
  usd(asset: string, options?: { readonly maxAgeMs?: number }): Promise<UsdRate | undefined>;
}
