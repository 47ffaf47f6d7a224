import type { TradedAccountWire } from '@windlass/contract';

/** Kind of an account's money: the service's paper, real money, or an exchange's test money. */
export type Money = 'paper' | 'real' | 'testnet' | 'demo';

type Placed = Pick<TradedAccountWire, 'mode' | 'environment' | 'region'>;

export function moneyOf({ mode, environment }: Omit<Placed, 'region'>): Money {
  if (mode === 'paper') return 'paper';
  return environment === 'production' ? 'real' : environment;
}

/** Returns the money of an account in a word, with the region where the exchange has several. */
export function moneyWord(account: Placed): string {
  const money = moneyOf(account);
  const word = money === 'real' ? 'live' : money;
  return account.region === 'global' ? word : `${word}, ${account.region.toUpperCase()}`;
}
