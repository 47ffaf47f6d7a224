import type { PlaceHosts, VenueHosts } from '../shared/placeHosts.ts';

const testnet: PlaceHosts = {
  rest: ['api.hyperliquid-testnet.xyz'],
  addresses: {
    'https://api.hyperliquid.xyz/': 'https://api.hyperliquid-testnet.xyz/',
    'wss://api.hyperliquid.xyz/': 'wss://api.hyperliquid-testnet.xyz/',
  },
  // Each signature names the chain that it is for.
  options: { sandboxMode: true },
};

export const hyperliquidHosts: VenueHosts = {
  production: { regions: { global: { rest: ['api.hyperliquid.xyz'] } }, books: 'own' },
  testnet: { regions: { global: testnet }, books: 'own' },
};

/**
 * Hosts of the public streams, including past ones; the hosts of a group serve the same streams.
 */
export const hyperliquidStreamHosts: readonly (readonly string[])[] = [
  ['api.hyperliquid.xyz', 'api.hyperliquid-testnet.xyz'],
];
