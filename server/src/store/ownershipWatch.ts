import { errorText } from '../kit/errors.ts';
import { isLeased } from '../kit/leaseWait.ts';
import type { Logger } from '../kit/logger.ts';
import type { Readiness } from '../kit/readiness.ts';
import type { Ownership } from './types.ts';

interface OwnershipWatchDeps {
  readonly logger: Logger;
  readonly readiness: Readiness;
  /** Called once when the engine is lost for good, also where that was before the watch began. */
  readonly lost: () => void;
}

/**
 * Reports to readiness whether the engine is owned. A lease that cannot be renewed is no loss: the
 * same process goes on in the same epoch when no other took the engine meanwhile.
 */
export function watchOwnership(
  ownership: Ownership,
  { logger, readiness, lost }: OwnershipWatchDeps,
): void {
  const signal = ownership.lost;
  readiness.addCheck(async () => {
    if (signal.aborted || isLeased(ownership)) readiness.clear('LEASE_INVALID');
    else readiness.set('LEASE_INVALID', invalidText);
  });
  const leave = (): void => {
    readiness.clear('LEASE_INVALID');
    readiness.set('ENGINE_LOST', 'The engine or its database is lost: nothing is sent.');
    logger.error({ reason: errorText(signal.reason) }, lostText);
    lost();
  };
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
}

const invalidText =
  'The lease on the engine cannot be renewed at the moment: orders wait until it is.';
const lostText = 'Lost lease or database; stopping so nothing is sent twice';
