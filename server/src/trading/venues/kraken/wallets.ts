import type { VenueWallets } from '../accountPort.ts';

/** Spot and futures are classes with a wallet each. */
export const krakenWallets: VenueWallets = {
  names: ['spot', 'swap'],
  contractsAreApart: true,
  assets: ['USD', 'USDT', 'USDC', 'BTC', 'ETH', 'SOL'],
};
