import type { CollateralRate, MaintenanceTier, TriggerSource } from '@windlass/matching';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { VenueWallets } from './accountPort.ts';
import type { VenueCapabilities } from './capabilities.ts';
import type { MarginMode, VenueFundingRate } from './perpsPort.ts';

/** Rules for orders in one class of a venue's markets, beyond its capabilities. */
export interface PaperMarketRules {
  /** Base tier, in millionths of the notional: 1000 is 10 bps. */
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
  /** The price that triggers orders here. The venue's own source is named beside it. */
  readonly triggerSource: TriggerSource;
  /**
   * True when the venue refuses a stop that the market has already passed, instead of triggering it
   * at once.
   */
  readonly refusesPassedStop: boolean;
  /**
   * Maximum distance of a market order from the best price; the engine's five percent if absent.
   */
  readonly marketBoundPpm?: number;
}

/** The margin and funding rules of a venue's perpetuals. */
export interface PaperMarginRules {
  /** Leverage that accounts may set; absent where the venue lets them set none. */
  readonly leverage?: { readonly default: number; readonly max: number };
  /** Leverage of every position, where accounts set none. */
  readonly leverageFixed?: number;
  /** Absent where there is nothing to choose: all positions are cross then. */
  readonly marginModes?: readonly MarginMode[];
  /** `account`: one mode for all markets. When absent, each market has its own. */
  readonly marginModeScope?: 'market' | 'account';
  /**
   * Tiers of the largest market, used for all of them: lists by market are not public everywhere.
   */
  readonly maintenanceTiers: readonly MaintenanceTier[];
  /** Fee as a part of the liquidated notional; none when absent. */
  readonly liquidationFeePpm?: number;
  /** Hours of the windows that rates are quoted for, however often funding is paid. */
  readonly fundingWindowHours?: number;
  /** True when the venue publishes an estimate for the next window. */
  readonly publishesNextRate?: true;
}

/** A venue's paper rules, as declared in its folder. */
export interface PaperRules {
  readonly spot?: PaperMarketRules & {
    /** The asset of spot fees: the one that the order receives, or always the quote. */
    readonly feeAsset: 'received' | 'quote';
  };
  readonly perp?: PaperMarketRules & PaperMarginRules;
  /** Absent where no account can have it. */
  readonly portfolioMargin?: {
    /** The venue's own token, which collections leave in the wallet of linear contracts. */
    readonly uncollected: string;
    /** Assets of linear contracts that count as one dollar each. */
    readonly dollars: readonly string[];
    /**
     * Assets that back contracts together, dollars among them. A coin is priced by its spot market
     * in the first of the dollars.
     */
    readonly collateral: readonly CollateralRate[];
  };
}

/** Funding of a perpetual by the venue's own payments: the rates are for `paymentHours`. */
export interface PaperFundingRate extends VenueFundingRate {
  /** Hours between two payments. */
  readonly paymentHours: number;
  /**
   * Names the running window, and grows with each window; `nextFundingMs` when left out. When a
   * market stood still while the process was down, the payment moves and the name does not.
   */
  readonly window?: number;
}

/** The source of paper accounts' funding rates. */
export interface PaperFunding {
  /** Returns undefined when the rate is not known: nothing is charged then. */
  rate(
    venue: VenueId,
    symbol: InstrumentSymbol,
    signal: AbortSignal,
  ): Promise<PaperFundingRate | undefined>;
}

/** Everything the paper venue needs to know of the venue it stands for. */
export interface PaperVenue {
  readonly capabilities: VenueCapabilities;
  readonly wallets: VenueWallets;
  readonly rules: PaperRules;
}
