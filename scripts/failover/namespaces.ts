import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { FailoverFault } from '../../server/test/support/failover/fault.ts';
import type { MemberPlace } from '../../server/test/support/failover/setup.ts';

const run = promisify(execFile);
const ip = (words: string) => run('ip', words.split(' '));
/**
 * Milliseconds that a fault lasts: longer than the lease, and for some longer than the deadline
 * that exchanges enforce.
 */
const lastsMs = [4_500, 6_500] as const;

/** Each process has one cable to the database and one to everything else: exchanges and clients. */
const cables = ['database', 'world'] as const;
type Cable = (typeof cables)[number];

const members = [
  { name: 'A', number: 1 },
  { name: 'B', number: 2 },
] as const;

export interface Namespaces {
  readonly places: Readonly<Record<string, MemberPlace>>;
  close(): Promise<void>;
}

/**
 * Gives each process a network of its own, which reaches this machine by two cables: needs root.
 * Throws where the machine does not permit it.
 */
export async function openNamespaces(): Promise<Namespaces> {
  await removeAll();
  for (const { name } of members) {
    await ip(`netns add ${spaceOf(name)}`);
    await ip(`-n ${spaceOf(name)} link set lo up`);
    for (const cable of cables) await lay(name, cable);
  }
  return {
    places: Object.fromEntries(
      members.map(({ name }) => [
        name,
        {
          host: inside(name, 'world'),
          exchangesHost: outside(name, 'world'),
          databaseHost: outside(name, 'database'),
          through: ['ip', 'netns', 'exec', spaceOf(name)],
        },
      ]),
    ),
    close: removeAll,
  };
}

async function lay(name: string, cable: Cable): Promise<void> {
  const [space, link] = [spaceOf(name), linkOf(name, cable)];
  await ip(`link add ${link} type veth peer name ${cable} netns ${space}`);
  await ip(`addr add ${outside(name, cable)}/30 dev ${link}`);
  await ip(`link set ${link} up`);
  await ip(`-n ${space} addr add ${inside(name, cable)}/30 dev ${cable}`);
  await ip(`-n ${space} link set ${cable} up`);
}

/** Removes all namespaces with their cables, also those of a run that was killed. */
async function removeAll(): Promise<void> {
  for (const { name } of members) await ip(`netns del ${spaceOf(name)}`).catch(() => undefined);
}

/**
 * Pulls the cable to the database: no packet passes, and no side is notified. The owner still
 * reaches its exchanges.
 */
const pulledDatabase: FailoverFault = {
  name: 'pulled-database-cable',
  ends: 'takeover',
  lastsMs,
  isPartition: true,
  strike: (_house, { process }) => pull(process.name, ['database']),
};

/** Pulls it until around the end of the lease, before or after it. */
const brieflyPulled: FailoverFault = {
  ...pulledDatabase,
  name: 'brief-pull',
  ends: 'either',
  lastsMs: [2_000, 4_500],
};

/**
 * Pulls both cables. When they are back, the system sends again what was on its way, long after it
 * was written.
 */
const pulledCables: FailoverFault = {
  name: 'pulled-cables',
  ends: 'takeover',
  lastsMs,
  isPartition: true,
  holdsUpOrders: true,
  strike: (_house, { process }) => pull(process.name, cables),
};

/** Drops packets from the database to the owner; those of the owner arrive. */
const answersLost: FailoverFault = {
  name: 'answers-lost',
  ends: 'takeover',
  lastsMs,
  isPartition: true,
  async strike(_house, { process: { name } }) {
    await ip(`route add blackhole ${inside(name, 'database')}/32`);
    return async () => {
      await ip(`route del blackhole ${inside(name, 'database')}/32`);
    };
  },
};

/** Drops packets from the owner to the database. */
const requestsLost: FailoverFault = {
  name: 'requests-lost',
  ends: 'takeover',
  lastsMs,
  isPartition: true,
  async strike(_house, { process: { name } }) {
    await ip(`-n ${spaceOf(name)} route add blackhole ${outside(name, 'database')}/32`);
    return async () => {
      await ip(`-n ${spaceOf(name)} route del blackhole ${outside(name, 'database')}/32`);
    };
  },
};

async function pull(name: string, pulled: readonly Cable[]) {
  for (const cable of pulled) await ip(`link set ${linkOf(name, cable)} down`);
  return async () => {
    for (const cable of pulled) await ip(`link set ${linkOf(name, cable)} up`);
  };
}

/** Partitions made by the system itself, where each process has a network of its own. */
export const cableFaults: readonly FailoverFault[] = [
  pulledDatabase,
  brieflyPulled,
  pulledCables,
  answersLost,
  requestsLost,
];

const spaceOf = (name: string) => `windlass-${name}`;
/** Returns a name of at most fifteen letters, which is the system's maximum. */
const linkOf = (name: string, cable: Cable) => `wl-${name}-${cable}`;

const outside = (name: string, cable: Cable) => addressOf(name, cable, 1);
const inside = (name: string, cable: Cable) => addressOf(name, cable, 2);

function addressOf(name: string, cable: Cable, end: 1 | 2): string {
  const number = members.find((each) => each.name === name)?.number ?? 0;
  return `10.203.${number * 10 + cables.indexOf(cable)}.${end}`;
}
