import { LeaseError } from '../../../server/src/kit/lease.ts';
import {
  elapsedSince,
  type HeldLease,
  leaseMs,
} from '../../../server/src/store/postgres/lease/holding.ts';
import type { LeaseRow } from '../../../server/src/store/postgres/lease/leaseRow.ts';
import type { Write } from '../../../server/src/store/sqlite/calls.ts';
import { portPlants } from '../../../server/test/support/plants/plant.ts';
import type { Holding, PlantedHolding, PlantedOwners, PortsMaker } from '../plantedPorts.ts';

/** Skips the lease check before a request leaves. */
const unfenced: PlantedOwners = {
  holding: () => ({ lease: alwaysValid }),
  leavesUnasked: true,
};

/** Takes an order as absent some time after it was made, even where it is accepted at any age. */
const finalByAge: PlantedOwners = {
  session: (session) => ({ ...session, takenWithinMs: () => 5_000 }),
};

/** Frees the engine as soon as the server has dropped the session of its owner. */
const sessionLock: PlantedOwners = {
  holding: (holding) => ({ row: freeWhenCut(holding) }),
};

/** Mistakes about who may send, and when an order is over; the first is all of the old code. */
const mistakes = {
  'session-lock-without-fence': () => ({
    owners: {
      ...unfenced,
      ...finalByAge,
      holding: (holding) => ({ row: freeWhenCut(holding), lease: alwaysValid }),
    },
  }),
  'no-fence': () => ({ owners: unfenced }),
  'final-by-age': () => ({ owners: { ...finalByAge } }),
  'no-wait-before-takeover': () => ({ owners: sessionLock }),
  'nothing-asked-as-it-leaves': () => ({ owners: { leavesUnasked: true } }),
  'lease-counted-from-answer': () => ({ owners: { holding: fromAnswer } }),
  'monotonic-clock-alone': () => ({
    owners: { leaseClock: (clock) => ({ ...clock, now: clock.monotonic }) },
  }),
  'stale-epoch-ignored': () => ({ owners: { write: inEpoch } }),
} satisfies Readonly<Record<string, PortsMaker>>;

const sentAfterLease = /passed in life \d+ after its lease/;

export const ownerPlants = portPlants<PortsMaker>(mistakes, {
  'session-lock-without-fence': sentAfterLease,
  'no-fence': sentAfterLease,
  'final-by-age': /is taken after its row said/,
  'no-wait-before-takeover': sentAfterLease,
  'nothing-asked-as-it-leaves': /as the first byte leaves .* after its lease/,
  'lease-counted-from-answer': sentAfterLease,
  'monotonic-clock-alone': sentAfterLease,
  'stale-epoch-ignored': /is taken after its epoch/,
});

function alwaysValid(lease: HeldLease): HeldLease {
  return {
    ...lease,
    validForMs: () => Number.POSITIVE_INFINITY,
    assertValid: () => undefined,
    whenValid: () => Promise.resolve(),
  };
}

function freeWhenCut({ row, isHolderCut }: Holding): LeaseRow {
  return {
    ...row,
    async read() {
      const seen = await row.read();
      return isHolderCut() ? { ...seen, isGivenUp: true } : seen;
    },
  };
}

/** Returns the write in another epoch: all operations of an owner have the epoch first. */
function inEpoch(write: Write, epoch: number): Write {
  const [held] = write.args;
  if (typeof held !== 'number') return write;
  return { ...write, args: [epoch, ...write.args.slice(1)] } as Write;
}

/** Makes the lease too long when a pause falls between a renewal and its answer. */
function fromAnswer({ row, clock }: Holding): PlantedHolding {
  let answeredAt = { monotonicMs: 0, wallMs: 0 };
  const answered = <Answer>(answer: Answer): Answer => {
    answeredAt = { monotonicMs: clock.monotonic(), wallMs: clock.now() };
    return answer;
  };
  return {
    row: {
      ...row,
      take: (...asked) => row.take(...asked).then(answered),
      renew: (token) => row.renew(token).then(answered),
    },
    lease(held) {
      const validForMs = () => (held.lost.aborted ? 0 : leaseMs - elapsedSince(answeredAt, clock));
      return {
        ...held,
        validForMs,
        assertValid(marginMs) {
          if (validForMs() < marginMs) throw new LeaseError();
        },
      };
    },
  };
}
