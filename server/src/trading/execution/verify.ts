import type { Clock } from '../../kit/clock.ts';
import { withDeadline } from '../../kit/deadline.ts';
import { errorText } from '../../kit/errors.ts';
import type { Account } from '../model/account.ts';
import { VenueUnavailableError } from '../model/venueUnavailableError.ts';
import type { AccountCheck } from '../venues/accountPort.ts';
import type { AccountModes } from './accountModes.ts';
import { orUnreachable } from './reads.ts';
import type { Sessions } from './sessions.ts';

/**
 * Time limit: a dozen reads, each of which may be repeated, and the list of markets before the
 * first.
 */
const verifyMsMax = 60_000;

export interface VerifyDeps {
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly accountModes: Pick<AccountModes, 'read'>;
}

/**
 * Returns the checks of an account before it trades; empty when it needs none. Also reads and
 * stores its position mode and margining.
 */
export async function verifyAccount(
  { sessions, clock, accountModes }: VerifyDeps,
  account: Account,
): Promise<readonly AccountCheck[]> {
  const session = sessions.of(account);
  const limits = { clock, limitMs: verifyMsMax };
  const checks = await orUnreachable(account, () =>
    withDeadline(limits, async (signal) => (await session.verify?.(signal)) ?? []).catch(
      (error: unknown) => {
        throw new VenueUnavailableError(errorText(error), { cause: error });
      },
    ),
  );
  await accountModes.read(account);
  return checks;
}
