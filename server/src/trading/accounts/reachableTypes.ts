import type { Account } from '../model/account.ts';
import type { MarketType } from '../model/order.ts';
import { marketTypesIn, marketTypesOf, walletsOf } from '../venues/registry.ts';

/** Returns the kinds of markets that the account trades. */
export function reachableTypes(account: Account): readonly MarketType[] {
  return marketTypesOf(account.venue).filter(
    (type) => unreachedReason(account, type) === undefined,
  );
}

/**
 * Returns why the account does not trade a kind of market that its venue has; undefined when it
 * does. On portfolio margin a spot order is a margin order, which may borrow: none is ever sent.
 */
export function unreachedReason(account: Account, marketType: MarketType): string | undefined {
  const { venue, environment, region, id, mode, hasFuturesCredentials, portfolioMargin } = account;
  if (mode !== 'live') return undefined;
  if (!marketTypesIn(account).includes(marketType)) {
    const where = `${environment}, region ${region}`;
    return `${venue} has no ${marketType} markets in ${where} (account ${id})`;
  }
  if (marketType === 'spot') {
    if (!portfolioMargin) return undefined;
    return (
      `${venue} takes spot orders of accounts on portfolio margin as margin orders, which are ` +
      `not supported (account ${id})`
    );
  }
  const isShort = walletsOf(venue).contractsAreApart === true && !hasFuturesCredentials;
  return isShort
    ? `${venue} needs futures_credentials for ${marketType} markets (account ${id})`
    : undefined;
}
