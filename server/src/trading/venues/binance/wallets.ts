import type { VenueWallets } from '../accountPort.ts';

/** Spot (MAIN) and USD-margined futures (UMFUTURE) are wallets of their own. */
export const binanceWallets: VenueWallets = {
  names: ['spot', 'swap'],
  assets: ['USDT', 'USDC', 'BTC', 'ETH', 'SOL'],
};
