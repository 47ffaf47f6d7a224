import { algorithmEndpoints } from '@windlass/contract';
import type { Caller } from '../../../http/scope.ts';
import { AppError } from '../../../kit/errors.ts';
import { reaches } from '../../accounts/index.ts';
import { createKeyGrants, type KeyGrants, type KeyPorts } from '../../stream/keyed/index.ts';
import type { Grant, Name } from '../../stream/keyed/types.ts';
import type { Algorithms } from '../types.ts';

export interface AlgorithmGrantsDeps extends KeyPorts {
  readonly algorithms: Pick<Algorithms, 'show'>;
}

const unknown = 'there is no such algorithm';

/**
 * Decides who may follow an algorithm, or all that a key reaches. The accounts of an algorithm
 * never change, so it is looked up once. Later only the key is checked.
 */
export function createAlgorithmGrants(deps: AlgorithmGrantsDeps): KeyGrants<Name> {
  const { algorithms } = deps;
  return createKeyGrants<Name>({
    ...deps,
    rest: algorithmEndpoints.listAlgorithms,
    decide(name, caller, former) {
      if (name === undefined) return decideAll(caller, former);
      return former ? decideAgain(caller, former) : decideOne(algorithms, name, caller);
    },
  });
}

/** The set is fixed when it begins: algorithms that a key no longer reaches must not be sent. */
async function decideAll({ exchangeAccountIds }: Caller, former: Grant<Name> | undefined) {
  const isSame = !former || sameReach(former.accountIds, exchangeAccountIds);
  if (!isSame) return 'the key reaches other accounts now: subscribe again';
  return { subject: undefined, accountIds: exchangeAccountIds };
}

function sameReach(
  one: Caller['exchangeAccountIds'],
  other: Caller['exchangeAccountIds'],
): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function decideAgain(caller: Caller, { subject, accountIds }: Grant<Name>) {
  if (accountIds?.every((id) => reaches(caller, id))) return { subject, accountIds };
  return unknown;
}

async function decideOne(algorithms: Pick<Algorithms, 'show'>, name: string, caller: Caller) {
  try {
    const { record } = await algorithms.show(name, {
      actorId: caller.id,
      owner: caller.owner,
      reaches: (id) => reaches(caller, id),
    });
    return { subject: record.id, accountIds: record.accountIds };
  } catch (error) {
    const isAbsent = error instanceof AppError && error.code === 'ALGORITHM_NOT_FOUND';
    if (!isAbsent) throw error;
    return unknown;
  }
}
