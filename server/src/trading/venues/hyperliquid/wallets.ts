import type { VenueWallets } from '../accountPort.ts';

/** Only perpetuals, margined in one currency. */
export const hyperliquidWallets: VenueWallets = {
  names: ['swap'],
  assets: ['USDC'],
};
