import type { Network } from '../network.ts';

/** The name that each network gives itself. Contract ids of assets are derived from it. */
export const passphrases = {
  mainnet: 'Public Global Stellar Network ; September 2015',
  testnet: 'Test SDF Network ; September 2015',
} as const satisfies Record<Network, string>;
