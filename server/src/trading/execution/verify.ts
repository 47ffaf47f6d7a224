import type { Clock } from '../../kit/clock.ts';
import { withDeadline } from '../../kit/deadline.ts';
import { errorText } from '../../kit/errors.ts';
import type { Account } from '../model/account.ts';
import { VenueUnavailableError } from '../model/venueUnavailableError.ts';
import type { AccountCheck } from '../venues/venuePort.ts';
import { asked } from './reads.ts';
import type { Sessions } from './sessions.ts';

/** A dozen reads, of which each may be repeated, and the list of markets before the first. */
const verifyMsMax = 60_000;

interface VerifyDeps {
  readonly sessions: Sessions;
  readonly clock: Clock;
}

/** What there is to say of an account before it trades; empty for one that needs nothing. */
export async function verifyAccount(
  { sessions, clock }: VerifyDeps,
  account: Account,
): Promise<readonly AccountCheck[]> {
  const session = sessions.of(account);
  const limits = { clock, limitMs: verifyMsMax };
  return asked(account, () =>
    withDeadline(limits, async (signal) => (await session.verify?.(signal)) ?? []).catch(
      (error: unknown) => {
        throw new VenueUnavailableError(errorText(error), { cause: error });
      },
    ),
  );
}
