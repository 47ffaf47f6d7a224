import { reachableTypes, tradedWalletNames } from '../../accounts/index.ts';
import type { Account } from '../../model/account.ts';
import { walletFor } from '../../model/market.ts';
import type { MarketType } from '../../model/order.ts';

/** A wallet of an account that is used for trading. */
export interface TradedWallet {
  readonly name: string;
  /** The market types that use the wallet; the first of them is used to read it. */
  readonly marketTypes: readonly [MarketType, ...MarketType[]];
}

/**
 * Returns the wallets that trading changes. A venue with one wallet for everything has it under its
 * first name.
 */
export function tradedWallets(account: Account): readonly TradedWallet[] {
  const byName = new Map<string, [MarketType, ...MarketType[]]>();
  for (const marketType of reachableTypes(account)) {
    const name = walletOf(account, marketType);
    const known = byName.get(name);
    if (known) known.push(marketType);
    else byName.set(name, [marketType]);
  }
  return [...byName].map(([name, types]) => ({ name, marketTypes: types }));
}

/** Returns the wallet that a market type is paid from. */
export function walletOf(
  account: Pick<Account, 'venue' | 'portfolioMargin' | 'unifiedMode'>,
  marketType: MarketType,
): string {
  return walletFor(tradedWalletNames(account), marketType);
}
