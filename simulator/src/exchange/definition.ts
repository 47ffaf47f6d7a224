import type { MaintenanceTier } from '@windlass/matching';

/** A market in the words of no exchange. Steps and sizes are decimal text. */
export interface MarketDefinition {
  readonly kind: 'spot' | 'swap' | 'future';
  readonly base: string;
  readonly quote: string;
  /** The asset of margin: the quote of a linear contract, the base of an inverse, when absent. */
  readonly settle?: string;
  /** Of futures, in epoch ms. */
  readonly expiry?: number;
  readonly tick: string;
  /** Of the base on spot, of contracts on derivatives. */
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
  /** Of contracts; one of half a percent when absent. */
  readonly maintenanceTiers?: readonly MaintenanceTier[];
}
