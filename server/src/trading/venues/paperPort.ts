import type { TriggerSource } from '@windlass/matching';
import type { VenueWallets } from './accountPort.ts';
import type { VenueCapabilities } from './capabilities.ts';

/** How a venue treats orders of one class of its markets, beyond what its capabilities say. */
export interface PaperMarketRules {
  /** Base tier, in parts in a million of the value: 1000 is 10 bps. */
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
  /** What triggers look at here. The venue's own source is named beside it. */
  readonly triggerSource: TriggerSource;
  /** Refuses a stop the market has already passed, instead of triggering it at once. */
  readonly refusesPassedStop: boolean;
  /** How far beyond the best price a market order reaches; the engine's five percent if absent. */
  readonly marketBoundPpm?: number;
}

/** A venue's paper rules, as declared in its folder. */
export interface PaperRules {
  readonly spot?: PaperMarketRules & {
    /** What spot fees are paid in: what the order receives, or always the quote. */
    readonly feeAsset: 'received' | 'quote';
  };
  readonly perp?: PaperMarketRules;
}

/** Everything the paper venue asks of the venue it stands for. */
export interface PaperVenue {
  readonly capabilities: VenueCapabilities;
  readonly wallets: VenueWallets;
  readonly rules: PaperRules;
}
