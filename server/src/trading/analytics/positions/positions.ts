import { AppError } from '../../../kit/errors.ts';
import { reachableTypes } from '../../accounts/index.ts';
import type { Account } from '../../model/account.ts';
import type { Perps } from '../../perps/types.ts';
import type { VenuePosition } from '../../venues/perpsPort.ts';

/** Returns the open positions of an account in all types of contracts, by symbol. */
export async function allPositions(
  perps: Pick<Perps, 'positions'>,
  account: Account,
): Promise<readonly VenuePosition[]> {
  const types = reachableTypes(account).filter((type) => type !== 'spot');
  // If the account has no contracts at all, asking for them raises the error that says why.
  const asked = types.length === 0 ? (['swap'] as const) : types;
  const lists = await Promise.all(
    asked.map((marketType) => perps.positions({ accountId: account.id, marketType })),
  );
  const found = lists.flatMap(({ positions }) => positions);
  return found.sort((a, b) => a.symbol.localeCompare(b.symbol, 'en'));
}

/** Returns the same, or none where an exchange has no contracts for the account. */
export async function positionsIfAny(
  perps: Pick<Perps, 'positions'>,
  account: Account,
): Promise<readonly VenuePosition[]> {
  try {
    return await allPositions(perps, account);
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_SUPPORTED') return [];
    throw error;
  }
}
