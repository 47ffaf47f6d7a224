import type { Call, Wallet } from '../call.ts';

/** By asset, what a house of contracts has in its own wallet: what was earned there. */
export function earnedIn({ exchange, account }: Call, wallet: Wallet): ReadonlyMap<string, bigint> {
  const kind = wallet === 'coinm' ? 'inverse' : 'linear';
  const wallets = exchange.accounts.wallets(account, wallet);
  return new Map(wallets.map(({ asset, earned }) => [asset, earned[kind]]));
}
