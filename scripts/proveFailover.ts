/**
 * Two processes of the service on one PostgreSQL, with live accounts at the wire simulator and a
 * client that sends orders to whoever is ready; and faults of the owner, one after another:
 * `npm run prove:failover -- [--rounds 10] [--faults kill,pause] [--seed 1] [--every 150]`.
 *
 * Rounds are per fault. `--cables` gives each process a network of its own and pulls its cable too
 * (root and Linux alone). `--skew A:+10,B:-10` sets clocks of the two off by seconds (libfaketime).
 * Each round measures from the last renewal of the lost owner to the first order that the other
 * sends. In the end each order is held against the exchanges' own records. Ends with 1 when one was
 * doubled, lost, told wrongly or sent without the lease, or a takeover did not come.
 */
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../server/test/support/embeddedPostgres.ts';
import {
  type FailoverFault,
  failoverFaults,
  faultNamed,
} from '../server/test/support/failover/faults.ts';
import { type FailoverHouse, openFailoverHouse } from '../server/test/support/failover/house.ts';
import { type FailoverRound, playRound } from '../server/test/support/failover/rounds.ts';
import { settledVerdict } from '../server/test/support/failover/settled.ts';
import { startClient } from '../server/test/support/failover/steadyClient.ts';
import { seededNumbers } from '../simulator/src/seeded.ts';
import { isVenueName } from '../simulator/src/simulator.ts';
import { readSkews } from './failover/clocks.ts';
import { openNamespaces, pulledCable } from './failover/namespaces.ts';
import { isSound, roundsTable, verdictLines } from './failover/report.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    faults: { type: 'string' },
    seed: { type: 'string', default: '1' },
    every: { type: 'string', default: '150' },
    venues: { type: 'string', default: 'binance,bybit,okx' },
    skew: { type: 'string' },
    cables: { type: 'boolean', default: false },
  },
});

/** What shells say of a process that an interrupt ended. */
const interruptedCode = 130;
const interrupts = { isStopped: false };
process.once('SIGINT', () => {
  interrupts.isStopped = true;
});

const namespaces = values.cables ? await openNamespaces() : undefined;
const named = values.faults?.split(',').map(faultNamed) ?? failoverFaults;
const faults = namespaces ? [...named, pulledCable] : named;
const random = seededNumbers(Number(values.seed));
const server = await startEmbeddedPostgres();
try {
  const isProven = await prove();
  process.exitCode = interrupts.isStopped ? interruptedCode : isProven ? 0 : 1;
} finally {
  await namespaces?.close();
  await server.stop();
}

async function prove(): Promise<boolean> {
  const house = await openFailoverHouse({
    databaseUrl: server.url,
    venues: values.venues.split(',').filter(isVenueName),
    seed: Number(values.seed),
    settings: readSkews(values.skew),
    ...(namespaces && { places: namespaces.places }),
  });
  try {
    const { members, accounts, key } = house;
    const client = startClient({
      doors: members.map((each) => each.process),
      accounts,
      key,
      everyMs: Number(values.every),
      prefix: `failover-${values.seed}`,
    });
    const rounds = await playAll(house);
    await client.stop();
    const verdict = await settledVerdict(house, client.orders());
    console.log(roundsTable(rounds));
    for (const line of verdictLines(verdict)) console.log(line);
    const wrong = rounds.filter((round) => round.wrong !== undefined);
    for (const { fault, owner, wrong: words } of wrong)
      console.log(`${fault} of ${owner}: ${words}`);
    return wrong.length === 0 && isSound(verdict);
  } finally {
    await house.close();
  }
}

/** The faults in turn, so that each meets what the one before has left. */
async function playAll(house: FailoverHouse): Promise<readonly FailoverRound[]> {
  const rounds: FailoverRound[] = [];
  const all: FailoverFault[] = Array.from({ length: Number(values.rounds) }, () => faults).flat();
  for (const fault of all) {
    if (interrupts.isStopped) break;
    const round = await playRound(house, fault, random);
    rounds.push(round);
    const { takeoverMs, leaseMs, wrong } = round;
    console.error(`${rounds.length} of ${all.length}: ${fault.name} of ${round.owner}`, {
      takeoverMs,
      leaseMs,
      wrong,
    });
  }
  return rounds;
}
