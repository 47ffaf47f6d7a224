import type { VenueWallets } from '../accountPort.ts';

/**
 * Spot (MAIN), USD-margined futures (UMFUTURE), coin-margined ones (CMFUTURE), margin and funding
 * are separate wallets. No word of a transfer means coin-margined, so `future` stands for it.
 */
export const binanceWallets: VenueWallets = {
  names: ['spot', 'swap'],
  others: ['future', 'margin', 'funding'],
  transferWords: {
    spot: 'spot',
    main: 'spot',
    swap: 'swap',
    future: 'future',
    margin: 'margin',
    funding: 'funding',
  },
  detours: [
    { from: 'swap', to: 'future', by: 'spot' },
    { from: 'future', to: 'swap', by: 'spot' },
  ],
  assets: ['USDT', 'USDC', 'BTC', 'ETH', 'SOL'],
};
