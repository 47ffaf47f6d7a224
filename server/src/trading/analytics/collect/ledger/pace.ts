import type { Clock } from '../../../../kit/clock.ts';
import type { AccountId } from '../../../model/account.ts';

/** The outcome of one reading of a list: there is more, something new, or nothing new. */
export type ReadOutcome = 'more' | 'news' | 'quiet';

/**
 * Lists without news are read less and less often, but at least four times an hour: their calls
 * count against the limit that orders and comparisons may need.
 */
const firstPauseMs = 60_000;
const pauseMsMax = 900_000;
/** Turns come once a minute, but not to the millisecond. */
const slackMs = 2_000;

interface Reading {
  readonly outcome: ReadOutcome;
  readonly beganMs: number;
}

interface Rest {
  readonly pauseMs: number;
  readonly untilMs: number;
}

/** Decides when each list of each account is read again. */
export interface Pace {
  isDue(id: AccountId, list: string): boolean;
  /** After a reading that began at a time of the monotonic clock. */
  done(id: AccountId, list: string, reading: Reading): void;
  /** The account traded: everything the exchange may book for it is due. */
  wake(id: AccountId): void;
  keep(accounts: ReadonlyMap<AccountId, unknown>): void;
}

export function createPace(clock: Clock): Pace {
  const rests = new Map<AccountId, Map<string, Rest>>();
  return {
    isDue: (id, list) => (rests.get(id)?.get(list)?.untilMs ?? 0) <= clock.monotonic(),
    done(id, list, { outcome, beganMs }) {
      const own = rests.get(id) ?? new Map<string, Rest>();
      rests.set(id, own);
      if (outcome !== 'quiet') {
        own.delete(list);
        return;
      }
      const before = own.get(list)?.pauseMs;
      const pauseMs = before === undefined ? firstPauseMs : Math.min(before * 2, pauseMsMax);
      own.set(list, { pauseMs, untilMs: beganMs + pauseMs - slackMs });
    },
    wake(id) {
      rests.delete(id);
    },
    keep(accounts) {
      for (const id of rests.keys()) if (!accounts.has(id)) rests.delete(id);
    },
  };
}
