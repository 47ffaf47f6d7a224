/**
 * Two processes of the service on a Patroni cluster of two PostgreSQL servers with synchronous
 * replication, behind HAProxy, as docs/guides/failover.md says and with its files:
 * `npm run prove:cluster -- [--rounds 3] [--seed 1] [--every 250]`.
 *
 * Under orders that never stop, each round switches the primary over, kills it, and kills the
 * process that owns the engine. Needs Debian's patroni, etcd, haproxy and postgresql. Ends with 1
 * when an order was doubled, lost or told wrongly.
 */
import { parseArgs } from 'node:util';
import { createSystemClock } from '../server/src/kit/clock.ts';
import { fetchWithin } from '../server/test/support/failover/fetchWithin.ts';
import { createDatabaseOn } from '../server/test/support/failover/newDatabase.ts';
import { settledVerdict } from '../server/test/support/failover/settled.ts';
import { type FailoverSetup, openFailoverSetup } from '../server/test/support/failover/setup.ts';
import { startClient } from '../server/test/support/failover/steadyClient.ts';
import {
  machines,
  openPatroniCluster,
  type PatroniCluster,
  superuserPassword,
} from './cluster/patroniCluster.ts';
import { isSound, verdictLines } from './failover/report.ts';
import { markdown, seconds } from './live/figures.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    every: { type: 'string', default: '250' },
  },
});

const clock = createSystemClock();
/** Milliseconds for which both sides must run before the next fault. */
const calmMs = 4_000;
const backMsMax = 120_000;
const lookEveryMs = 50;
const askMsMax = 2_000;
/** Milliseconds that a client waits while the database is switched. */
const giveUpMs = 120_000;

/**
 * Orders still leave right after a strike; they are back when they continue after the longest gap.
 */
const quietMs = 300;

interface ClusterFault {
  readonly name: string;
  /** Strikes; resolves with the function that undoes it. */
  readonly strike: (setup: FailoverSetup) => Promise<() => void>;
}

const faults: readonly ClusterFault[] = [
  {
    name: 'switchover of the primary',
    async strike() {
      await cluster.switchover();
      return () => undefined;
    },
  },
  {
    name: 'kill of the primary',
    async strike() {
      const primary = await cluster.primary();
      if (!primary) throw new Error('There is no primary.');
      return cluster.kill(primary);
    },
  },
  {
    name: 'kill of the owner',
    async strike(setup) {
      setup.owner()?.process.signal('SIGKILL');
      return () => undefined;
    },
  },
];

const cluster = await openPatroniCluster();
try {
  process.exitCode = (await prove()) ? 0 : 1;
} finally {
  await cluster.close();
}

async function prove(): Promise<boolean> {
  console.error(`the primary is ${await cluster.untilWhole()}`);
  const databaseUrl = await createDatabase();
  const setup = await openFailoverSetup({
    databaseUrl,
    venues: ['binance', 'bybit', 'okx'],
    seed: Number(values.seed),
    places: {
      A: { host: machines.one, port: cluster.memberPorts.one },
      B: { host: machines.two, port: cluster.memberPorts.two },
    },
  });
  try {
    const { accounts, key } = setup;
    const client = startClient({
      doors: [front(cluster)],
      accounts,
      key,
      everyMs: Number(values.every),
      prefix: `cluster-${values.seed}`,
      giveUpMs,
    });
    const rows: string[][] = [];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (const fault of faults) {
        await calm(setup);
        const row = await play(setup, fault);
        rows.push(row);
        console.error(row.join(' | '));
      }
    }
    await client.stop();
    const verdict = await settledVerdict(setup, client.orders());
    console.log(markdown(['fault', 'orders again after', 'epoch', 'owner'], rows));
    for (const line of verdictLines(verdict)) console.log(line);
    return isSound(verdict) && rows.every(([, back]) => back !== 'never');
  } finally {
    await setup.close();
  }
}

/** Resolves once everything has run for a while. */
async function calm(setup: FailoverSetup): Promise<void> {
  await cluster.untilWhole();
  const untilMs = clock.monotonic() + backMsMax;
  for (let sinceMs = clock.monotonic(); clock.monotonic() - sinceMs < calmMs; ) {
    await clock.sleep(lookEveryMs);
    const standing = await Promise.all(setup.members.map(({ process }) => process.ready()));
    if (!standing.includes(200) || standing.includes(undefined)) sinceMs = clock.monotonic();
    if (clock.monotonic() > untilMs) throw new Error('The two processes do not come to stand.');
  }
}

/** Strikes, and waits until orders are sent again; returns a row of the table. */
async function play(setup: FailoverSetup, { name, strike }: ClusterFault): Promise<string[]> {
  const before = setup.lease.current();
  const struckMs = clock.now();
  const mend = await strike(setup);
  const endMs = clock.monotonic() + backMsMax;
  let backMs: number | undefined;
  while (backMs === undefined && clock.monotonic() < endMs) {
    await clock.sleep(lookEveryMs);
    backMs = resumedMs(setup, struckMs);
  }
  mend();
  const after = setup.lease.current();
  const isSame = before?.epoch === after?.epoch;
  return [
    name,
    backMs === undefined ? 'never' : `${seconds(backMs - struckMs)} s`,
    `${before?.epoch} to ${after?.epoch}`,
    isSame ? 'stays' : `${ownerOf(setup, before?.holder)} to ${ownerOf(setup, after?.holder)}`,
  ];
}

function resumedMs({ departures }: FailoverSetup, struckMs: number): number | undefined {
  const times = [...departures.values()].map(({ atMs }) => atMs).filter((ms) => ms > struckMs);
  const steadyMs = clock.now() - 3_000;
  // Three seconds without a gap of one second: the service has recovered from the fault.
  const recent = times.filter((ms) => ms > steadyMs);
  if (clock.now() - struckMs < 5_000 || recent.length < 5) return undefined;
  const gaps = [struckMs, ...times].map((ms, at, all) => ({ ms, gap: ms - (all[at - 1] ?? ms) }));
  const late = gaps.filter(({ gap }) => gap > quietMs);
  const last = late.at(-1);
  if (last && last.ms > steadyMs + quietMs && last.gap > 1_000) return undefined;
  const longest = gaps.toSorted((a, b) => b.gap - a.gap)[0];
  return longest?.ms;
}

function ownerOf(setup: FailoverSetup, holder = ''): string {
  return setup.memberOf(holder)?.process.name ?? 'nobody';
}

function createDatabase(): Promise<string> {
  const url = new URL(`postgres://postgres@127.0.0.1:${cluster.postgresPort}/postgres`);
  url.password = superuserPassword;
  return createDatabaseOn(url.href, 'windlass');
}

function front({ windlassPort }: PatroniCluster) {
  const address = `http://127.0.0.1:${windlassPort}`;
  return {
    name: 'HAProxy',
    address,
    ready: async () => (await fetchWithin(`${address}/ready`, askMsMax))?.status,
  };
}
