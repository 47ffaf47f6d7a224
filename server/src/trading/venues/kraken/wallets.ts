import type { VenueWallets } from '../accountPort.ts';

/**
 * Spot and futures are classes with a wallet each. Futures are margined from one of all
 * currencies; its cash wallet, on the way from and to spot, has the word `main`.
 */
export const krakenWallets: VenueWallets = {
  names: ['spot', 'swap'],
  others: ['cash'],
  transferWords: { spot: 'spot', swap: 'swap', future: 'swap', main: 'cash' },
  contractsAreApart: true,
  assets: ['USD', 'USDT', 'USDC', 'BTC', 'ETH', 'SOL'],
};
