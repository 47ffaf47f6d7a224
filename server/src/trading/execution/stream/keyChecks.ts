import type { Grant, OrderGrants, Refusal } from './grants.ts';
import type { Claim } from './wire.ts';

/** Keys of one client being checked: one question at a time for an account. */
export interface KeyChecks {
  /** A claim on an account that is being checked replaces the one before. */
  check(claim: Claim): void;
  /** The client no longer wants what it asked for; false when nothing is being checked. */
  takeBack(accountId: string): boolean;
  /** Accounts with a question under way. */
  accountIds(): Iterable<string>;
  /** Nothing is concluded any more. */
  close(): void;
}

interface KeyChecksDeps {
  readonly grants: Pick<OrderGrants, 'ask'>;
  /** Takes the answer to the newest claim on an account, unless it was taken back. */
  conclude(answer: Grant | Refusal): void;
}

interface Check {
  /** The newest; undefined when taken back. */
  claim: Claim | undefined;
}

export function createKeyChecks({ grants, conclude }: KeyChecksDeps): KeyChecks {
  const checks = new Map<string, Check>();
  let isClosed = false;

  const run = async (accountId: string, check: Check): Promise<void> => {
    for (let { claim } = check; claim; claim = check.claim) {
      const answer = await grants.ask(claim);
      if (isClosed) return;
      if (check.claim !== claim) continue;
      checks.delete(accountId);
      conclude(answer);
      return;
    }
    checks.delete(accountId);
  };

  return {
    check(claim) {
      const { accountId } = claim;
      const underWay = checks.get(accountId);
      if (underWay) {
        underWay.claim = claim;
        return;
      }
      const check = { claim };
      checks.set(accountId, check);
      void run(accountId, check);
    },
    takeBack(accountId) {
      const underWay = checks.get(accountId);
      if (!underWay?.claim) return false;
      underWay.claim = undefined;
      return true;
    },
    accountIds: () => checks.keys(),
    close() {
      isClosed = true;
      checks.clear();
    },
  };
}
