import { type Account, isUnified } from '../model/account.ts';
import { walletsOf } from '../venues/registry.ts';

/**
 * Returns the wallets that trading of the account is paid from. A unified account has one for
 * everything, and so has portfolio margin (Trading §4.3): what is collected there never leaves it.
 */
export function tradedWalletNames(
  account: Pick<Account, 'venue' | 'portfolioMargin' | 'unifiedMode'>,
): readonly string[] {
  const { names } = walletsOf(account.venue);
  return account.portfolioMargin || isUnified(account) ? names.slice(0, 1) : names;
}
