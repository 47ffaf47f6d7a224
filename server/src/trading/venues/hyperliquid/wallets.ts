import type { VenueWallets } from '../accountPort.ts';

/** Perpetuals alone, margined in one currency. */
export const hyperliquidWallets: VenueWallets = {
  names: ['swap'],
  assets: ['USDC'],
};
