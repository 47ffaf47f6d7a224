import type { KeyGrants } from './grants.ts';
import type { Claim, Grant, Name, Refusal } from './types.ts';

/** Checks of one client's keys: one check at a time for each name. */
export interface KeyChecks {
  /** Checks a claim; while one on the same name is being checked, it replaces that one. */
  check(claim: Claim): void;
  /** Withdraws the request of a name; returns false when nothing is being checked. */
  takeBack(name: Name): boolean;
  /** Names that are being checked. */
  names(): Iterable<Name>;
  /** Ends all checks: nothing is concluded afterwards. */
  close(): void;
}

interface KeyChecksDeps<Subject extends Name> {
  readonly grants: Pick<KeyGrants<Subject>, 'ask'>;
  /** Called with the answer to the newest claim on a name, unless the claim was taken back. */
  conclude(answer: Grant<Subject> | Refusal): void;
}

interface Check {
  /** The newest claim on the name; undefined when it was taken back. */
  claim: Claim | undefined;
}

export function createKeyChecks<Subject extends Name>(deps: KeyChecksDeps<Subject>): KeyChecks {
  const { grants, conclude } = deps;
  const checks = new Map<Name, Check>();
  let isClosed = false;

  const run = async (name: Name, check: Check): Promise<void> => {
    for (let { claim } = check; claim; claim = check.claim) {
      const answer = await grants.ask(claim);
      if (isClosed) return;
      if (check.claim !== claim) continue;
      checks.delete(name);
      conclude(answer);
      return;
    }
    checks.delete(name);
  };

  return {
    check(claim) {
      const { name } = claim;
      const underWay = checks.get(name);
      if (underWay) {
        underWay.claim = claim;
        return;
      }
      const check = { claim };
      checks.set(name, check);
      void run(name, check);
    },
    takeBack(name) {
      const underWay = checks.get(name);
      if (!underWay?.claim) return false;
      underWay.claim = undefined;
      return true;
    },
    names: () => checks.keys(),
    close() {
      isClosed = true;
      checks.clear();
    },
  };
}
