import type { Account, AccountId } from '../model/account.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';

/** Where fees come from, the nearest first (Trading §4.5). */
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
  /** As the exchange or the override names it. */
  readonly tier: string;
  readonly isTierBased: boolean;
  /** When they were learned, epoch ms. */
  readonly updatedAtMs: number;
}

export interface Fees {
  /** Static fees of an exchange; `default` of one that names none. */
  schedule(venue: VenueId): FeeRecord;
  /**
   * What an account pays, in a market or in general: override of the pair, override of the
   * account, what the exchange charges, what it is known to charge everybody. Never rejects for a
   * reason of the exchange: then the next of these answers.
   */
  of(account: Account, symbol?: InstrumentSymbol): Promise<FeeRecord>;
}
