import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import { OwnedElsewhereError, type OwnOptions } from '../types.ts';
import { type HeldLease, takeLease } from './lease/holding.ts';
import type { LeaseHolder, LeaseRow } from './lease/leaseRow.ts';

interface OwnByLeaseDeps {
  readonly row: LeaseRow;
  readonly by: LeaseHolder;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Names the database for people. */
  readonly where: string;
}

/** Takes the engine by the lease in its row. Whoever does not want to wait is refused. */
export async function ownByLease(
  { where, ...deps }: OwnByLeaseDeps,
  { signal, waiting }: OwnOptions,
): Promise<HeldLease> {
  const refusal = new AbortController();
  const refuse = () => refusal.abort(new OwnedElsewhereError(where));
  const ends = signal ? AbortSignal.any([signal, refusal.signal]) : refusal.signal;
  try {
    return await takeLease(deps, { signal: ends, waiting, busy: waiting ? undefined : refuse });
  } catch (error) {
    await deps.row.close();
    throw error;
  }
}
