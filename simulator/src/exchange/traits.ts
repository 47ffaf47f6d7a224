import type { InstrumentRules, Reason } from '@windlass/matching';
import type { MarketDefinition } from './definition.ts';

/** How an exchange trades a market, beyond what the market's definition says. */
export type MarketTraits = Pick<
  InstrumentRules,
  | 'orderTypes'
  | 'timeInForce'
  | 'spotFeeAsset'
  | 'refusesPassedStop'
  | 'marketBoundPpm'
  | 'isOneWay'
>;

/** A minimum of quantity or worth counts as one. */
export type FilterName = 'tick' | 'lot' | 'minimum';

/** What differs between the exchanges behind their languages. */
export interface Traits {
  /** The exchange's own name of a market; unique among those that its protocol looks through. */
  idOf(definition: MarketDefinition): string;
  /** Which of an account's wallets a market trades from. */
  walletOf(definition: MarketDefinition): string;
  marketTraits(definition: MarketDefinition): MarketTraits;
  /** What the exchange takes and ends at once, where the engine refuses. */
  takenAndEnded(definition: MarketDefinition): readonly Reason[];
  /** Wallets whose contracts can be held both ways at once; none when absent. */
  readonly hedgedWallets?: readonly string[];
  /** Filters that it tells nobody of, and so never changes; none when absent. */
  unpublishedFilters?(definition: MarketDefinition): readonly FilterName[];
}
