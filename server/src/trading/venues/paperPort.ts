import type { MaintenanceTier, TriggerSource } from '@windlass/matching';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { VenueWallets } from './accountPort.ts';
import type { VenueCapabilities } from './capabilities.ts';
import type { MarginMode, VenueFundingRate } from './perpsPort.ts';

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

/** How a venue margins and funds its perpetuals. */
export interface PaperMarginRules {
  /** What accounts may set; absent where the venue lets them set none. */
  readonly leverage?: { readonly default: number; readonly max: number };
  /** Of every position, where accounts set none. */
  readonly leverageFixed?: number;
  /** Absent where there is nothing to choose: then all positions are cross. */
  readonly marginModes?: readonly MarginMode[];
  /** `account`: one mode for all markets. Of each market when absent. */
  readonly marginModeScope?: 'market' | 'account';
  /** Of the largest market, for all of them: lists by market are not public everywhere. */
  readonly maintenanceTiers: readonly MaintenanceTier[];
  /** Of the value that is liquidated; none when absent. */
  readonly liquidationFeePpm?: number;
  /** Rates are told for windows of so many hours, however often they are paid. */
  readonly fundingWindowHours?: number;
  /** Tells an estimate for the next window. */
  readonly publishesNextRate?: true;
}

/** A venue's paper rules, as declared in its folder. */
export interface PaperRules {
  readonly spot?: PaperMarketRules & {
    /** What spot fees are paid in: what the order receives, or always the quote. */
    readonly feeAsset: 'received' | 'quote';
  };
  readonly perp?: PaperMarketRules & PaperMarginRules;
  /** Absent where no account can have it. */
  readonly portfolioMargin?: {
    /** What collections leave in the wallet of linear contracts: the venue's own token. */
    readonly uncollected: string;
    /** Assets of linear contracts that count as one dollar each. */
    readonly dollars: readonly string[];
  };
}

/** Funding of a perpetual by the venue's own payments: the rates are for `paymentHours`. */
export interface PaperFundingRate extends VenueFundingRate {
  /** Between two payments. */
  readonly paymentHours: number;
  /**
   * Names the running window, later for each; its `nextFundingMs` unless given. Of a market that
   * stood still while the process was down, the payment moves and the name does not.
   */
  readonly window?: number;
}

/** Where paper accounts hear of funding. */
export interface PaperFunding {
  /** Undefined where nobody can say: then nothing is charged. */
  rate(
    venue: VenueId,
    symbol: InstrumentSymbol,
    signal: AbortSignal,
  ): Promise<PaperFundingRate | undefined>;
}

/** Everything the paper venue asks of the venue it stands for. */
export interface PaperVenue {
  readonly capabilities: VenueCapabilities;
  readonly wallets: VenueWallets;
  readonly rules: PaperRules;
}
