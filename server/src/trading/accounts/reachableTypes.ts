import type { Account } from '../model/account.ts';
import type { MarketType } from '../model/order.ts';
import { marketTypesOf, walletsOf } from '../venues/registry.ts';

/** The kinds of markets that the account has the credentials for. */
export function reachableTypes(account: Account): readonly MarketType[] {
  const { venue, mode, hasFuturesCredentials } = account;
  const types = marketTypesOf(venue);
  const isShort = walletsOf(venue).contractsAreApart === true && !hasFuturesCredentials;
  return mode === 'live' && isShort ? types.filter((type) => type === 'spot') : types;
}
