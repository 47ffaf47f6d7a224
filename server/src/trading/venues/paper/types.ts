import type { Account } from '../../model/account.ts';
import type { PaperVenue } from '../paperPort.ts';
import type { WalletName } from '../perpsPort.ts';
import type { Collateral } from './collateral.ts';
import type { Ledger } from './ledger.ts';
import type { RecentIds } from './recentIds.ts';
import type { Saver } from './saver.ts';
import type { PaperTables } from './tables.ts';
import type { Watches } from './watches.ts';

/** A paper account at work: its engine, the books it follows, its tables. */
export interface Desk {
  /** As it is now. */
  readonly account: Account;
  /** As it is for this account now: with portfolio margin it has one wallet. */
  readonly venue: PaperVenue;
  /** Names of all its wallets, as they are now. */
  readonly wallets: readonly WalletName[];
  /**
   * Whether one wallet serves all markets and knows what contracts brought, as with portfolio
   * margin. The wallets of an account of before are joined here as soon as they can be: that is
   * durable with the next save.
   */
  join(): boolean;
  readonly ledger: Ledger;
  readonly collateral: Collateral;
  readonly watches: Watches;
  readonly saver: Saver;
  readonly tables: PaperTables;
  readonly recent: RecentIds;
  /** Lets go of books and timers. */
  close(): void;
}
