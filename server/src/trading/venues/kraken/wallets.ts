import type { VenueWallets } from '../accountPort.ts';

/**
 * Spot and futures are classes with a wallet each. Futures are margined from one wallet of all
 * currencies (flex, `swap`). Transfers from spot arrive in their cash wallet (`future`, `main`).
 */
export const krakenWallets: VenueWallets = {
  names: ['spot', 'swap'],
  others: ['cash'],
  transferWords: { spot: 'spot', swap: 'swap', future: 'cash', main: 'cash' },
  detours: [{ from: 'spot', to: 'swap', by: 'main' }],
  contractsAreApart: true,
  assets: ['USD', 'USDT', 'USDC', 'BTC', 'ETH', 'SOL'],
};
