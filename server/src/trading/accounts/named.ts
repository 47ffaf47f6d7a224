import { AppError } from '../../kit/errors.ts';
import type { Account } from '../model/account.ts';
import type { Accounts } from './types.ts';

type AccountLookup = Pick<Accounts, 'find'>;

/** Returns the accounts with these ids that exist, in the order of the ids. */
export async function existingAccounts(
  accounts: AccountLookup,
  ids: readonly string[],
): Promise<readonly Account[]> {
  const found = await Promise.all(ids.map((id) => findOne(accounts, id)));
  return found.filter((account) => account !== undefined);
}

/**
 * Returns the accounts with these ids. Throws VALIDATION_FAILED, with the unknown ids, when any
 * does not exist; `fieldOf` names the field of the request that has an id.
 */
export async function requireAccounts(
  accounts: AccountLookup,
  ids: readonly string[],
  fieldOf: (id: string) => string = () => 'exchange_account_ids',
): Promise<readonly Account[]> {
  const found = await existingAccounts(accounts, ids);
  if (found.length === ids.length) return found;
  const known = new Set<string>(found.map(({ id }) => id));
  const issues = ids
    .filter((id) => !known.has(id))
    .map((id) => ({
      field: fieldOf(id),
      message: `there is no exchange account ${id}`,
      value: id,
    }));
  throw new AppError('VALIDATION_FAILED', { issues });
}

async function findOne(accounts: AccountLookup, id: string): Promise<Account | undefined> {
  try {
    return await accounts.find(id);
  } catch (error) {
    if (error instanceof AppError && error.code === 'ACCOUNT_NOT_FOUND') return undefined;
    throw error;
  }
}
