import type { Network } from '../network.ts';

/** Passphrases that identify Stellar's networks. Contract ids of assets are derived from them. */
export const passphrases = {
  mainnet: 'Public Global Stellar Network ; September 2015',
  testnet: 'Test SDF Network ; September 2015',
} as const satisfies Record<Network, string>;
