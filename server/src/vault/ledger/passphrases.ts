import type { Network } from '../network.ts';

/** What each network calls itself. Contract ids of assets are derived from it. */
export const passphrases = {
  mainnet: 'Public Global Stellar Network ; September 2015',
  testnet: 'Test SDF Network ; September 2015',
} as const satisfies Record<Network, string>;
