import type { Account, AccountId } from '../model/account.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';

/** Sources of fees, the nearest first (Trading §4.5). */
export type FeeSource =
  | 'db_pair_override'
  | 'db_account_override'
  | 'exchange_api'
  | 'exchange_markets'
  | 'config'
  | 'default';

/** Trading §2.8. */
export interface FeeRecord {
  readonly venue: VenueId;
  readonly accountId: AccountId | undefined;
  readonly symbol: InstrumentSymbol | undefined;
  /** Basis points of the value; negative is a rebate. */
  readonly makerBps: number;
  readonly takerBps: number;
  readonly source: FeeSource;
  /** Name that the exchange or the override gives it. */
  readonly tier: string;
  readonly isTierBased: boolean;
  /** When the fees were learned, epoch ms. */
  readonly updatedAtMs: number;
}

export interface Fees {
  /** Returns the static fees of an exchange; `default` for one without a schedule. */
  schedule(venue: VenueId): FeeRecord;
  /**
   * Returns the fees of an account, in a market or in general: override of the pair, override of
   * the account, the exchange's own answer, or its known standard fees. Never rejects for a reason
   * of the exchange: the next source answers then.
   */
  of(account: Account, symbol?: InstrumentSymbol): Promise<FeeRecord>;
}
