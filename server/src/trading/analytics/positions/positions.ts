import { AppError } from '../../../kit/errors.ts';
import { reachableTypes } from '../../accounts/index.ts';
import type { Account } from '../../model/account.ts';
import type { Perps } from '../../perps/types.ts';
import type { VenuePosition } from '../../venues/perpsPort.ts';

/** Open positions of an account in all kinds of contracts, by symbol. */
export async function allPositions(
  perps: Pick<Perps, 'positions'>,
  account: Account,
): Promise<readonly VenuePosition[]> {
  const types = reachableTypes(account).filter((type) => type !== 'spot');
  // Where there are no contracts at all, asking for them says why.
  const asked = types.length === 0 ? (['swap'] as const) : types;
  const lists = await Promise.all(
    asked.map((marketType) => perps.positions({ accountId: account.id, marketType })),
  );
  const found = lists.flatMap(({ positions }) => positions);
  return found.sort((a, b) => a.symbol.localeCompare(b.symbol, 'en'));
}

/** The same, and none where an exchange has no contracts for the account. */
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
