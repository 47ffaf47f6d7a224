import type { KeyGrants } from './grants.ts';
import type { Claim, Grant, Name, Refusal } from './types.ts';

/** Keys of one client being checked: one question at a time for a name. */
export interface KeyChecks {
  /** A claim on a name that is being checked replaces the one before. */
  check(claim: Claim): void;
  /** The client no longer wants what it asked for; false when nothing is being checked. */
  takeBack(name: Name): boolean;
  /** Names with a question under way. */
  names(): Iterable<Name>;
  /** Nothing is concluded any more. */
  close(): void;
}

interface KeyChecksDeps<Subject extends Name> {
  readonly grants: Pick<KeyGrants<Subject>, 'ask'>;
  /** Takes the answer to the newest claim on a name, unless it was taken back. */
  conclude(answer: Grant<Subject> | Refusal): void;
}

interface Check {
  /** The newest; undefined when taken back. */
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
