import { createSlots, type Slots } from '../../../kit/slots.ts';
import type { AccountId } from '../../model/account.ts';
import type { VenueId } from '../../model/venue.ts';

/**
 * Number of accounts of one venue that are compared at once. An account that waits for its own part
 * of the budget must not delay the others; more at once would only wait for the venue together.
 */
const atOncePerVenue = 4;

/** A comparison of an account. */
interface Job {
  readonly id: AccountId;
  readonly venue: VenueId;
}

/** Runs one job per account at a time and a few per venue, so that no venue delays the others. */
export interface Lanes {
  /** Runs the work in a lane. An account that already waits is not added again. */
  run(job: Job, work: () => Promise<void>): Promise<void>;
  /** Returns true while a job of the account waits or runs. */
  isBusy(id: AccountId): boolean;
  /** Resolves when no job waits or runs. */
  settled(): Promise<void>;
}

export function createLanes(signal: AbortSignal): Lanes {
  const slots = new Map<VenueId, Slots>();
  const waiting = new Map<AccountId, Promise<void>>();
  /** The last job of each account that has one. */
  const last = new Map<AccountId, Promise<void>>();
  const slotsOf = (venue: VenueId): Slots => {
    const known = slots.get(venue) ?? createSlots(atOncePerVenue);
    slots.set(venue, known);
    return known;
  };
  return {
    run({ id, venue }, work) {
      const known = waiting.get(id);
      if (known) return known;
      const begin = (): Promise<void> => {
        waiting.delete(id);
        return work();
      };
      const turn = (last.get(id) ?? Promise.resolve())
        .then(() => slotsOf(venue).use(signal, begin))
        // The job was aborted before it began.
        .catch((error: unknown) => {
          if (waiting.get(id) === turn) waiting.delete(id);
          throw error;
        });
      waiting.set(id, turn);
      const ended = turn
        .catch(() => undefined)
        .then(() => {
          if (last.get(id) === ended) last.delete(id);
        });
      last.set(id, ended);
      return turn;
    },
    isBusy: (id) => last.has(id),
    async settled() {
      await Promise.all(last.values());
    },
  };
}
