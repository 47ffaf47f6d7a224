import type { MaintenanceTier } from '@windlass/matching';

/** A market in terms common to all exchanges. Steps and sizes are decimal text. */
export interface MarketDefinition {
  readonly kind: 'spot' | 'swap' | 'future';
  readonly base: string;
  readonly quote: string;
  /** Margin asset; when absent, the quote of a linear contract and the base of an inverse one. */
  readonly settle?: string;
  /** Expiry of a future, in ms since the epoch. */
  readonly expiry?: number;
  readonly tick: string;
  /** Step of quantities: in the base on spot, in contracts on derivatives. */
  readonly lot: string;
  readonly minQuantity: string;
  /** In the quote. */
  readonly minNotional: string;
  readonly maxQuantity?: string;
  readonly contractSize?: string;
  readonly isInverse?: boolean;
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
  readonly leverageDefault?: number;
  readonly leverageMax?: number;
  /** Maintenance tiers of a contract; a single one of half a percent when absent. */
  readonly maintenanceTiers?: readonly MaintenanceTier[];
}
