import type { VenueWallets } from '../accountPort.ts';

/** Spot, perpetuals and dated futures (delivery) are separate wallets; funding is spot. */
export const gateioWallets: VenueWallets = {
  names: ['spot', 'swap'],
  others: ['future'],
  transferWords: { spot: 'spot', funding: 'spot', swap: 'swap', future: 'future' },
  detours: [
    { from: 'swap', to: 'future', by: 'spot' },
    { from: 'future', to: 'swap', by: 'spot' },
  ],
  assets: ['USDT', 'USDC', 'BTC', 'ETH', 'SOL'],
};
