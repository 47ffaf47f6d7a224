import { AppError } from '../../kit/errors.ts';

/** The accounts that a key reaches, as its caller carries them. */
export interface Reach {
  /** Undefined = every account. */
  readonly exchangeAccountIds: readonly string[] | undefined;
}

export function reaches({ exchangeAccountIds }: Reach, accountId: string): boolean {
  return exchangeAccountIds?.includes(accountId) ?? true;
}

/**
 * Throws FORBIDDEN when the key does not reach the account, whether or not the account exists;
 * throws UNAUTHORIZED without a key.
 */
export function requireReach(caller: Reach | undefined, accountId: string): void {
  if (!caller) throw new AppError('UNAUTHORIZED');
  if (!reaches(caller, accountId)) throw new AppError('FORBIDDEN');
}
