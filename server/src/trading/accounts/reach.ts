import { AppError } from '../../kit/errors.ts';

/** What a key reaches, as its caller carries it. */
export interface Reach {
  /** Undefined = every account. */
  readonly exchangeAccountIds: readonly string[] | undefined;
}

export function reaches({ exchangeAccountIds }: Reach, accountId: string): boolean {
  return exchangeAccountIds?.includes(accountId) ?? true;
}

/**
 * Refuses a key the account, whether or not there is one of that name. FORBIDDEN, or UNAUTHORIZED
 * without a key.
 */
export function requireReach(caller: Reach | undefined, accountId: string): void {
  if (!caller) throw new AppError('UNAUTHORIZED');
  if (!reaches(caller, accountId)) throw new AppError('FORBIDDEN');
}
