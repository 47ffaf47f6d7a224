export type Network = 'mainnet' | 'testnet';

export const networks: readonly (readonly [Network, string])[] = [
  ['mainnet', 'Mainnet'],
  ['testnet', 'Testnet'],
];
