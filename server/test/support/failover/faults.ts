import { databaseFaults } from './databaseFaults.ts';
import { type FailoverFault, nothing } from './fault.ts';
import { plannedEnds } from './plannedEnds.ts';
import type { FailoverSetup, Member } from './setup.ts';

/** Milliseconds longer than any lease, and than the deadline that exchanges enforce. */
const longMs = 8_000;

const kill: FailoverFault = {
  name: 'kill',
  ends: 'takeover',
  lastsMs: 'tillTaken',
  async strike(_house, { process }) {
    process.signal('SIGKILL');
    return nothing;
  },
};

const pausing = async (_house: FailoverSetup, { process }: Member) => {
  process.signal('SIGSTOP');
  return async () => process.signal('SIGCONT');
};

/** Pauses the owner until another has the lease: its requests could then still be in time. */
const pause: FailoverFault = {
  name: 'pause',
  ends: 'takeover',
  lastsMs: 'tillTaken',
  strike: pausing,
};

/** Pauses the owner until its requests are too old for every exchange. */
const longPause: FailoverFault = {
  name: 'long-pause',
  ends: 'takeover',
  lastsMs: longMs,
  strike: pausing,
};

/**
 * Pauses the owner until around the end of its own lease, before or after the other has taken it.
 */
const briefPause: FailoverFault = {
  name: 'brief-pause',
  ends: 'either',
  lastsMs: [2_000, 4_500],
  strike: pausing,
};

const failoverFaults: readonly FailoverFault[] = [
  kill,
  pause,
  longPause,
  briefPause,
  ...databaseFaults,
  ...plannedEnds,
];

/** Groups of faults, by the name of what they have in common. */
const groups: Readonly<Record<string, (fault: FailoverFault) => boolean>> = {
  all: () => true,
  partitions: ({ isPartition }) => isPartition === true,
  planned: ({ plannedFrom }) => plannedFrom !== undefined,
};

/** Returns the faults of a list of names and groups; throws where one is unknown. */
export function faultsNamed(
  names: readonly string[],
  more: readonly FailoverFault[] = [],
): readonly FailoverFault[] {
  const all = [...failoverFaults, ...more];
  return names.flatMap((name) => {
    const group = groups[name];
    if (group) return all.filter(group);
    const found = all.find((fault) => fault.name === name);
    if (found) return [found];
    const known = [...all.map((each) => each.name), ...Object.keys(groups)].join(', ');
    throw new RangeError(`There is no fault '${name}'; there are ${known}.`);
  });
}
