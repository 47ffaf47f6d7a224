import type { Secret } from '../../kit/secret.ts';
import type { MarketType } from '../model/order.ts';
import type { WalletName } from './perpsPort.ts';

/** The secrets that sign requests to a venue; each venue decides which of them it needs. */
export interface Credentials {
  readonly apiKey?: Secret;
  readonly apiSecret?: Secret;
  readonly passphrase?: Secret;
  readonly walletAddress?: Secret;
  readonly privateKey?: Secret;
  /** The account that is traded, when it is another than the one whose key signs. */
  readonly vaultAddress?: Secret;
}

/** The words by which callers name wallets (Trading §4.2). */
export type WalletWord = 'spot' | 'swap' | 'future' | 'margin' | 'funding' | 'main' | 'savings';

/** The wallets of an account at a venue, and the assets they hold there. */
export interface VenueWallets {
  /** A wallet that serves all market types is listed once, under its first name. */
  readonly names: readonly WalletName[];
  /** Wallets beside those, which trading does not use; they are empty at first. */
  readonly others?: readonly WalletName[];
  /** The wallet that each word of a transfer names (Trading §4.2); absent where there are none. */
  readonly transferWords?: Readonly<Partial<Record<WalletWord, WalletName>>>;
  /** Pairs of wallets without a direct transfer, each with the word of a wallet between the two. */
  readonly detours?: readonly {
    readonly from: WalletName;
    readonly to: WalletName;
    readonly by: WalletWord;
  }[];
  /** Contracts are traded in a separate account, with its own credentials. */
  readonly contractsAreApart?: true;
  /** Assets that a paper account starts with in every wallet. */
  readonly assets: readonly string[];
}

/** One thing that was found out about an account before it trades. */
export interface AccountCheck {
  readonly check:
    | 'credentials'
    | 'clock'
    | 'trading'
    | 'withdrawals'
    | 'addresses'
    | 'position_mode'
    | 'unified_mode'
    | 'comparisons';
  /**
   * The market types that it is about: a venue may have several keys, each for some market types.
   */
  readonly marketTypes: readonly MarketType[];
  /**
   * `warning`: the account trades, but something about it is unwise. `unknown`: the venue does not
   * say.
   */
  readonly status: 'ok' | 'warning' | 'failed' | 'unknown';
  readonly message: string;
}
