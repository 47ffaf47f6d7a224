import { AppError } from '../../kit/errors.ts';
import { type Accounts, type Portfolios, requireReach } from '../accounts/index.ts';
import type { Account } from '../model/account.ts';
import type { SummaryOwner } from './summary/wire.ts';

export interface OwnerDeps {
  readonly accounts: Pick<Accounts, 'find' | 'list'>;
  readonly portfolios: Pick<Portfolios, 'find'>;
}

type Caller = Parameters<typeof requireReach>[0];

/**
 * Returns the accounts of an owner. Throws FORBIDDEN when the key does not reach all of them: sums
 * of a part would pass for those of the whole. Throws ACCOUNT_NOT_FOUND or PORTFOLIO_NOT_FOUND.
 */
export async function accountsOf(
  { accounts, portfolios }: OwnerDeps,
  owner: SummaryOwner,
  caller: Caller,
): Promise<readonly Account[]> {
  if ('accountId' in owner) {
    requireReach(caller, owner.accountId);
    return [await accounts.find(owner.accountId)];
  }
  const { portfolioId } = owner;
  const members = (await accounts.list()).filter((each) => each.portfolioId === portfolioId);
  requireAll(caller, members);
  await portfolios.find(portfolioId);
  return members;
}

/**
 * A key for some accounts learns nothing about portfolios with others, not even their existence.
 */
function requireAll(caller: Caller, members: readonly Account[]): void {
  for (const { id } of members) requireReach(caller, id);
  if (!caller) throw new AppError('UNAUTHORIZED');
  if (members.length === 0 && caller.exchangeAccountIds) throw new AppError('FORBIDDEN');
}
