import type { AccountId } from '../model/account.ts';
import type { VenueId } from '../model/venue.ts';

export type ExclusionReason =
  | 'ACCOUNT_HALTED'
  /** The venue has no markets of this type, or takes no immediate-or-cancel orders there. */
  | 'NOT_SUPPORTED'
  | 'SYMBOL_NOT_LISTED'
  | 'MARKET_NOT_ACTIVE'
  | 'MARKETS_UNAVAILABLE'
  /** No feed provides a book, or none came in time. */
  | 'NO_BOOK'
  /** The book has a gap, is crossed or is out of sync. */
  | 'BOOK_FLAGGED'
  | 'BOOK_STALE'
  | 'LOW_CONFIDENCE'
  | 'EMPTY_SIDE'
  | 'BEYOND_MAX_SLIPPAGE'
  | 'NO_BALANCE'
  /** There is no position that a reduce-only order would reduce. */
  | 'NO_POSITION'
  | 'BALANCE_UNKNOWN'
  | 'NO_DAILY_LIMIT'
  /** It could take less than the smallest slice. */
  | 'BELOW_MINIMUM'
  /** It costs more than the accounts that were chosen. */
  | 'NOT_CHOSEN';

/** Why an account gets nothing of a route. */
export interface Excluded {
  readonly venue: VenueId;
  readonly accountId: AccountId;
  readonly reason: ExclusionReason;
  /** A sentence with the figures. */
  readonly message: string;
}
