import { createPathMatcher } from '../../../src/access/paths.ts';
import type { Caller } from '../../../src/http/scope.ts';
import { AppError } from '../../../src/kit/errors.ts';
import type { Account } from '../../../src/trading/model/account.ts';
import { accountId } from '../orders/fixture.ts';
import { silentLogger } from '../silentLogger.ts';

/** Key texts of the fixture; every one is long enough to be accepted. */
export const traderKey = 'ak_the-key-of-a-trader-0001';
export const otherKey = 'ak_the-key-of-another-0002';

/** Keys and accounts that a test can change, remove and hang. */
export function createStreamAccess() {
  const callers = new Map<string, Caller>();
  const accounts = new Set<string>([accountId, 'other']);
  let lookups = 0;
  let wait: () => Promise<unknown> = () => Promise.resolve();
  const { pathAllowed } = createPathMatcher();
  const give = (key: string, changes: Partial<Caller> = {}): void => {
    callers.set(key, {
      id: `id of ${key}`,
      name: 'desk',
      roles: ['trader'],
      paths: ['/order-execution/**'],
      exchangeAccountIds: undefined,
      owner: 'main',
      expiresAtMs: undefined,
      ...changes,
    });
  };
  give(traderKey);
  return {
    give,
    revoke: (key: string) => callers.delete(key),
    removeAccount: (id: string) => accounts.delete(id),
    lookups: () => lookups,
    /** Makes every lookup wait for this first, and fail with its error. */
    answerAfter(waiting: () => Promise<unknown>): void {
      wait = waiting;
    },
    ports: {
      async authenticate(key: string) {
        lookups += 1;
        await wait();
        return callers.get(key);
      },
      pathAllowed,
      accounts: {
        async find(id: string) {
          if (!accounts.has(id)) throw new AppError('ACCOUNT_NOT_FOUND');
          // The only question about an account here is whether it exists.
          return { id } as Account;
        },
      },
      logger: silentLogger,
    },
  };
}
