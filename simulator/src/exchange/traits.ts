import type { InstrumentRules, Reason } from '@windlass/matching';
import type { MarketDefinition } from './definition.ts';

/** Rules by which an exchange trades a market, besides those in the market's definition. */
export type MarketTraits = Pick<
  InstrumentRules,
  | 'orderTypes'
  | 'timeInForce'
  | 'spotFeeAsset'
  | 'refusesPassedStop'
  | 'marketBoundPpm'
  | 'isOneWay'
>;

/** A minimum of quantity and a minimum of value are one filter. */
export type FilterName = 'tick' | 'lot' | 'minimum';

/** Differences between the exchanges besides their protocols. */
export interface Traits {
  /**
   * Returns the exchange's own name of a market, unique within the lists that it is looked up in.
   */
  idOf(definition: MarketDefinition): string;
  /** Returns the wallet that a market trades from. */
  walletOf(definition: MarketDefinition): string;
  marketTraits(definition: MarketDefinition): MarketTraits;
  /** Returns the engine's reasons for which this exchange accepts an order and ends it at once. */
  takenAndEnded(definition: MarketDefinition): readonly Reason[];
  /** Wallets with a hedge mode for contracts; none when absent. */
  readonly hedgedWallets?: readonly string[];
  /** Returns filters that the exchange does not publish, and so never changes; none when absent. */
  unpublishedFilters?(definition: MarketDefinition): readonly FilterName[];
}
