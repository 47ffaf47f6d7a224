import type { VenueWallets } from '../accountPort.ts';

/** The trading wallet serves spot and derivatives; funding feeds it. */
export const okxWallets: VenueWallets = {
  names: ['spot', 'funding'],
  assets: ['USDT', 'USDC', 'BTC', 'ETH', 'SOL'],
};
