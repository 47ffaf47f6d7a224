import type { Account } from '../../model/account.ts';
import type { PaperVenue } from '../paperPort.ts';
import type { WalletName } from '../perpsPort.ts';
import type { Collateral } from './collateral.ts';
import type { Ledger } from './ledger.ts';
import type { RecentIds } from './recentIds.ts';
import type { Saver } from './saver.ts';
import type { PaperTables } from './tables.ts';
import type { Watches } from './watches.ts';

/** An open paper account: its engine, the books it follows, its tables. */
export interface PaperAccount {
  /** The account as configured now. */
  readonly account: Account;
  /** The venue as it is for this account now: with portfolio margin it has one wallet. */
  readonly venue: PaperVenue;
  /** Names of all its current wallets. */
  readonly wallets: readonly WalletName[];
  /**
   * Returns true when one wallet serves all markets and counts the profit of contracts, as with
   * portfolio margin. Joins the wallets of an older account here as soon as possible: that is
   * durable with the next save.
   */
  join(): boolean;
  readonly ledger: Ledger;
  readonly collateral: Collateral;
  readonly watches: Watches;
  readonly saver: Saver;
  readonly tables: PaperTables;
  readonly recent: RecentIds;
  /** Releases books and timers. */
  close(): void;
}
