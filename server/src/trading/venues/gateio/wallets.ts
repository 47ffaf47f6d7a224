import type { VenueWallets } from '../accountPort.ts';

/** Spot and futures are wallets of their own. */
export const gateioWallets: VenueWallets = {
  names: ['spot', 'swap'],
  assets: ['USDT', 'USDC', 'BTC', 'ETH', 'SOL'],
};
