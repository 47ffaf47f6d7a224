import type { Secret } from '../../kit/secret.ts';
import type { WalletName } from './perpsPort.ts';

/** What signs requests to a venue; which of these it needs is the venue's own. */
export interface Credentials {
  readonly apiKey?: Secret;
  readonly apiSecret?: Secret;
  readonly passphrase?: Secret;
  readonly walletAddress?: Secret;
  readonly privateKey?: Secret;
  /** The account that is traded, where it is another than the one whose key signs. */
  readonly vaultAddress?: Secret;
}

/** What callers call wallets (Trading §4.2). */
export type WalletWord = 'spot' | 'swap' | 'future' | 'margin' | 'funding' | 'main' | 'savings';

/** The wallets of an account at a venue, and what they hold there. */
export interface VenueWallets {
  /** One that serves all market types stands here once, under its first name. */
  readonly names: readonly WalletName[];
  /** Wallets beside those, which trading does not move; nothing is in them at first. */
  readonly others?: readonly WalletName[];
  /** Which wallet a word of a transfer names (Trading §4.2); absent where there are none. */
  readonly transferWords?: Readonly<Partial<Record<WalletWord, WalletName>>>;
  /** Wallets that the venue moves nothing between directly, and the word of one on the way. */
  readonly detours?: readonly {
    readonly from: WalletName;
    readonly to: WalletName;
    readonly by: WalletWord;
  }[];
  /** Contracts are an account of their own, with credentials of their own. */
  readonly contractsAreApart?: true;
  /** Assets a paper account starts with in every wallet. */
  readonly assets: readonly string[];
}
