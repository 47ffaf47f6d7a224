import type { AccountId } from '../model/account.ts';
import type { VenueId } from '../model/venue.ts';

export type ExclusionReason =
  | 'ACCOUNT_HALTED'
  /** The venue has no markets of the kind, or takes no immediate-or-cancel orders there. */
  | 'NOT_SUPPORTED'
  | 'SYMBOL_NOT_LISTED'
  | 'MARKET_NOT_ACTIVE'
  | 'MARKETS_UNAVAILABLE'
  /** No feed brings one, or none came in time. */
  | 'NO_BOOK'
  /** Gapped, crossed or out of step. */
  | 'BOOK_FLAGGED'
  | 'BOOK_STALE'
  | 'LOW_CONFIDENCE'
  | 'EMPTY_SIDE'
  | 'BEYOND_MAX_SLIPPAGE'
  | 'NO_BALANCE'
  /** Nothing that a reduce-only order would make smaller. */
  | 'NO_POSITION'
  | 'BALANCE_UNKNOWN'
  | 'NO_DAILY_LIMIT'
  /** What it could take is below the smallest slice. */
  | 'BELOW_MINIMUM'
  /** It costs more than where the order goes. */
  | 'NOT_CHOSEN';

/** Why an account gets nothing of a route. */
export interface Excluded {
  readonly venue: VenueId;
  readonly accountId: AccountId;
  readonly reason: ExclusionReason;
  /** A sentence with the figures. */
  readonly message: string;
}
