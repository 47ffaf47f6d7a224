import type { VenueWallets } from '../accountPort.ts';

/** One unified wallet for everything. */
export const bybitWallets: VenueWallets = {
  names: ['spot'],
  assets: ['USDT', 'USDC', 'BTC', 'ETH', 'SOL'],
};
