import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { FailoverFault } from '../../server/test/support/failover/faults.ts';
import type { MemberPlace } from '../../server/test/support/failover/house.ts';

const run = promisify(execFile);
const ip = (words: string) => run('ip', words.split(' '));
/** Longer than any lease, and than the deadline that exchanges enforce. */
const lastsMs = 8_000;

const sides = [
  { name: 'A', inside: '10.203.1.2', outside: '10.203.1.1' },
  { name: 'B', inside: '10.203.2.2', outside: '10.203.2.1' },
] as const;

export interface Namespaces {
  readonly places: Readonly<Record<string, MemberPlace>>;
  close(): Promise<void>;
}

/**
 * Gives each process a network of its own, which reaches this machine by one cable: needs root.
 * Throws where the machine does not permit it.
 */
export async function openNamespaces(): Promise<Namespaces> {
  for (const { name, inside, outside } of sides) {
    await ip(`netns add ${spaceOf(name)}`);
    await ip(`link add ${linkOf(name)} type veth peer name eth0 netns ${spaceOf(name)}`);
    await ip(`addr add ${outside}/30 dev ${linkOf(name)}`);
    await ip(`link set ${linkOf(name)} up`);
    await ip(`-n ${spaceOf(name)} addr add ${inside}/30 dev eth0`);
    await ip(`-n ${spaceOf(name)} link set eth0 up`);
    await ip(`-n ${spaceOf(name)} link set lo up`);
  }
  return {
    places: Object.fromEntries(
      sides.map(({ name, inside, outside }) => [
        name,
        {
          host: inside,
          proxyHost: outside,
          through: ['ip', 'netns', 'exec', spaceOf(name)],
        },
      ]),
    ),
    async close() {
      for (const { name } of sides) await ip(`netns del ${spaceOf(name)}`);
    },
  };
}

/**
 * The cable is pulled: no packet passes, and nobody is told. What was on its way is sent again by
 * the system when it is back, long after it was written.
 */
export const pulledCable: FailoverFault = {
  name: 'pulled-cable',
  ends: 'takeover',
  lastsMs,
  isPartition: true,
  async strike(_house, { process }) {
    await ip(`link set ${linkOf(process.name)} down`);
    return async () => {
      await ip(`link set ${linkOf(process.name)} up`);
    };
  },
};

const spaceOf = (name: string) => `windlass-${name}`;
const linkOf = (name: string) => `windlass-${name}`;
