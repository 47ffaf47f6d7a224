/**
 * Two processes of the service on one PostgreSQL, with live accounts at the wire simulator and a
 * client that sends orders to whoever is ready; and faults of the owner, one after another:
 * `npm run prove:failover -- [--rounds 50] [--kinds kill,pause,cut] [--seed 1] [--every 150]`.
 *
 * `--rounds` are those of all kinds together, in turn. Kinds are faults by their names, or `all`,
 * `partitions` and `planned`. `--cables` gives each process a network of its own with a cable to
 * the database and one to all else, and pulls those too (root and Linux alone).
 * `--skew A:+10,B:-10` sets clocks of the two off by seconds (libfaketime).
 *
 * Each round measures from the last renewal of the lost owner, or from the asking for a planned
 * end, to the first order that the other sends. In the end each order is held against the
 * exchanges' own records. SIGINT ends it after the round under way, with what was found until then.
 * Ends with 1 when an order was doubled, lost, told wrongly or sent without the lease, when one
 * that rested is gone, or when a round ended otherwise than it must.
 */
import { parseArgs } from 'node:util';
import { createSystemClock } from '../server/src/kit/clock.ts';
import { errorText } from '../server/src/kit/errors.ts';
import { startEmbeddedPostgres } from '../server/test/support/databases/embeddedPostgres.ts';
import type { FailoverFault } from '../server/test/support/failover/fault.ts';
import { faultsNamed } from '../server/test/support/failover/faults.ts';
import { placeResting, type RestingOrders } from '../server/test/support/failover/resting.ts';
import { type FailoverRound, playRound } from '../server/test/support/failover/rounds.ts';
import { settledVerdict } from '../server/test/support/failover/settled.ts';
import { type FailoverSetup, openFailoverSetup } from '../server/test/support/failover/setup.ts';
import { untilBothStand } from '../server/test/support/failover/standing.ts';
import { startClient } from '../server/test/support/failover/steadyClient.ts';
import { seededNumbers } from '../simulator/src/seeded.ts';
import { isVenueName } from '../simulator/test/support/venueNames.ts';
import { readSkews } from './failover/clocks.ts';
import { cableFaults, openNamespaces } from './failover/namespaces.ts';
import { barLines, isSound, roundsTable, verdictLines } from './failover/report.ts';
import { seconds } from './live/figures.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    kinds: { type: 'string', default: 'all' },
    seed: { type: 'string', default: '1' },
    every: { type: 'string', default: '150' },
    venues: { type: 'string', default: 'binance,bybit,okx' },
    skew: { type: 'string' },
    cables: { type: 'boolean', default: false },
  },
});

/** Maximum number of failed rounds in a row: more would show nothing new. */
const failuresMax = 5;
/** Exit code that shells report for a process that an interrupt ended. */
const interruptedCode = 130;
const interrupts = { isStopped: false };
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    console.error('ends after this round');
    interrupts.isStopped = true;
  });
}

const clock = createSystemClock();
const faults = faultsNamed(values.kinds.split(','), values.cables ? cableFaults : []);
const random = seededNumbers(Number(values.seed));
const namespaces = values.cables ? await openNamespaces() : undefined;
const server = await startEmbeddedPostgres();
try {
  const isProven = await prove();
  process.exitCode = interrupts.isStopped ? interruptedCode : isProven ? 0 : 1;
} finally {
  await namespaces?.close();
  await server.stop();
}

async function prove(): Promise<boolean> {
  const setup = await openFailoverSetup({
    databaseUrl: server.url,
    interruptDatabase: server.interrupt,
    venues: values.venues.split(',').filter(isVenueName),
    seed: Number(values.seed),
    settings: readSkews(values.skew),
    ...(namespaces && { places: namespaces.places }),
  });
  try {
    const { members, accounts, key } = setup;
    const prefix = `failover-${values.seed}`;
    const { owner } = await untilBothStand(setup);
    const resting = await placeResting(setup, owner.process.address, prefix);
    const client = startClient({
      doors: members.map((each) => each.process),
      accounts,
      key,
      everyMs: Number(values.every),
      prefix,
    });
    const rounds = await playAll(setup, resting);
    await client.stop();
    const verdict = await settledVerdict(setup, client.orders());
    const gone = await resting.gone();
    console.log(roundsTable(rounds, verdict));
    for (const line of barLines(rounds, client.orders())) console.log(line);
    for (const line of verdictLines(verdict)) console.log(line);
    console.log(`orders that were to rest and do not: ${gone.length}`, ...gone);
    const wrong = rounds.filter((round) => round.wrong !== undefined);
    for (const { fault, owner: of, wrong: words } of wrong) {
      console.log(`${fault} of ${of}: ${words}`);
    }
    return wrong.length === 0 && isSound(verdict) && gone.length === 0;
  } finally {
    await setup.close();
  }
}

/** Plays the faults in turn, so that each meets the state that the one before has left. */
async function playAll(
  setup: FailoverSetup,
  resting: RestingOrders,
): Promise<readonly FailoverRound[]> {
  const rounds: FailoverRound[] = [];
  const count = Number(values.rounds);
  const sinceMs = clock.monotonic();
  for (let number = 0; number < count && !interrupts.isStopped; number += 1) {
    const fault = faults[number % faults.length];
    if (!fault) throw new RangeError('No fault was chosen.');
    const before = resting.endedCount();
    const played = await play(setup, fault);
    const ended = resting.endedCount() - before;
    const gone = `${ended} orders that were to rest have ended`;
    const round = ended === 0 ? played : { ...played, wrong: played.wrong ?? gone };
    rounds.push(round);
    const eachMs = (clock.monotonic() - sinceMs) / rounds.length;
    const leftMin = ((count - rounds.length) * eachMs) / 60_000;
    const { leaseMs, takeoverMs } = round;
    const times = [leaseMs, takeoverMs].map((ms) => (ms === undefined ? '-' : `${seconds(ms)} s`));
    console.error(
      `${rounds.length} of ${count}: ${fault.name} of ${round.owner}: lease ${times[0]}, ` +
        `first order ${times[1]}${round.wrong === undefined ? '' : `, WRONG: ${round.wrong}`} ` +
        `(${seconds(eachMs)} s each, ${leftMin.toFixed(1)} min left)`,
    );
    const lastOnes = rounds.slice(-failuresMax);
    if (lastOnes.length === failuresMax && lastOnes.every(({ wrong }) => wrong)) break;
  }
  return rounds;
}

/** Plays one round; one that throws counts as wrong, and the next may still find both running. */
async function play(setup: FailoverSetup, fault: FailoverFault): Promise<FailoverRound> {
  const fromMs = clock.now();
  try {
    return await playRound(setup, fault, random);
  } catch (error) {
    return {
      fault: fault.name,
      owner: setup.owner()?.process.name ?? 'nobody',
      epoch: setup.lease.current()?.epoch ?? 0,
      isPlanned: fault.plannedFrom !== undefined,
      isPartition: fault.isPartition === true,
      fromMs,
      leaseMs: undefined,
      takeoverMs: undefined,
      wrong: errorText(error),
    };
  }
}
