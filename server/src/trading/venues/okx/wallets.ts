import type { VenueWallets } from '../accountPort.ts';

/** The trading wallet (18) serves spot and derivatives; the funding wallet (6) feeds it. */
export const okxWallets: VenueWallets = {
  names: ['spot', 'funding'],
  transferWords: {
    spot: 'spot',
    swap: 'spot',
    future: 'spot',
    margin: 'spot',
    funding: 'funding',
  },
  assets: ['USDT', 'USDC', 'BTC', 'ETH', 'SOL'],
};
