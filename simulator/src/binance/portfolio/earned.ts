import type { Call, Wallet } from '../call.ts';

/** Returns the earnings in the wallet of a contracts API, by asset. */
export function earnedIn({ exchange, account }: Call, wallet: Wallet): ReadonlyMap<string, bigint> {
  const kind = wallet === 'coinm' ? 'inverse' : 'linear';
  const wallets = exchange.accounts.wallets(account, wallet);
  return new Map(wallets.map(({ asset, earned }) => [asset, earned[kind]]));
}
