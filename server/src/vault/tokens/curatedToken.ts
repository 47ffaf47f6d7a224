import type { Network } from '../network.ts';

/** The groups of the lists (Vaults §2.7). */
export const tokenGroups = ['major', 'defi', 'stablecoin', 'test', 'development'] as const;
export type TokenGroup = (typeof tokenGroups)[number];

/** A token of the curated lists: the asset contract of a Stellar asset. */
export interface CuratedToken {
  readonly network: Network;
  readonly group: TokenGroup;
  /** Contract address; it identifies the token, as symbols are not unique. */
  readonly contract: string;
  readonly symbol: string;
  readonly name: string;
  /** Account that issues the asset; null for the network's own. */
  readonly issuer: string | null;
  /** Digits after the point; 7 for every Stellar asset. */
  readonly decimals: number;
}
