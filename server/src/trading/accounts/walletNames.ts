import { type Account, isUnified } from '../model/account.ts';
import type { WalletName } from '../venues/perpsPort.ts';
import { walletsOf } from '../venues/registry.ts';

/**
 * Returns the wallets that pay for the account's trading. A unified account has one for everything,
 * and so has portfolio margin (Trading §4.3): what is collected there never leaves it.
 */
export function tradedWalletNames(
  account: Pick<Account, 'venue' | 'portfolioMargin' | 'unifiedMode'>,
): readonly string[] {
  const { names } = walletsOf(account.venue);
  return account.portfolioMargin || isUnified(account) ? names.slice(0, 1) : names;
}

/**
 * Returns the wallets that transfers reach but trading does not use; empty when there is one
 * wallet.
 */
export function otherWalletNames(
  account: Pick<Account, 'venue' | 'portfolioMargin' | 'unifiedMode'>,
): readonly WalletName[] {
  if (account.portfolioMargin || isUnified(account)) return [];
  const { names, others = [] } = walletsOf(account.venue);
  // Contracts and spot are paid from these; no market type names the others.
  return [...names.filter((name) => name !== 'spot' && name !== 'swap'), ...others];
}
