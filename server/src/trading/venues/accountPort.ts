import type { Secret } from '../../kit/secret.ts';

/** What signs requests to a venue; which of these it needs is the venue's own. */
export interface Credentials {
  readonly apiKey?: Secret;
  readonly apiSecret?: Secret;
  readonly passphrase?: Secret;
  readonly walletAddress?: Secret;
  readonly privateKey?: Secret;
}

/** The wallets of an account at a venue, and what they hold there. */
export interface VenueWallets {
  /** One that serves all market types stands here once, under its first name. */
  readonly names: readonly ('spot' | 'swap' | 'funding')[];
  /** Contracts are an account of their own, with credentials of their own. */
  readonly contractsAreApart?: true;
  /** Assets a paper account starts with in every wallet. */
  readonly assets: readonly string[];
}
