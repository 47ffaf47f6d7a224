/**
 * Sends orders of live accounts through real sockets to simulated exchanges, with faults on the
 * wire: `npm run prove:wire -- [--runs 2000] [--seed 1] [--first 0] [--venue okx]`. With `--plants`
 * it does the same with each of the planted mistakes, until it is found.
 *
 * The actions of a run follow from its seed and number; their timing also depends on the machine.
 * Ends with 1 when a run failed, or a mistake was not found; an interrupt ends it soon, with the
 * counts so far. docs/proofs/methods.md says more.
 */
import { parseArgs } from 'node:util';
import { simulatedVenues } from '../server/test/support/exchanges/every.ts';
import type { DialectPlant } from '../server/test/support/exchanges/requestPlants.ts';
import { wirePlants } from '../server/test/support/wire/plants.ts';
import { type PlayedRun, playSeries } from '../server/test/support/wire/series.ts';
import { createTally } from '../server/test/support/wire/tally.ts';
import { type Finding, tryPlants } from './plants/trying.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    first: { type: 'string', default: '0' },
    venue: { type: 'string' },
    plants: { type: 'boolean', default: false },
  },
});

/** Limit that keeps a typing error from running for a year. */
const countMax = 1_000_000;
const progressEvery = 50;
/** Number of failed runs that are printed; the rest are counted. */
const shownMax = 10;

/** Exit code of a process that an interrupt ended, as in shells. */
const interruptedCode = 130;
const interrupts = { isStopped: false };
process.once('SIGINT', () => {
  interrupts.isStopped = true;
});

const options = {
  seed: values.seed,
  first: count('first'),
  runs: count('runs'),
  ...(values.venue !== undefined && { venues: [venueNamed(values.venue)] }),
};
const isProven = await (values.plants ? plantAll() : prove());
// An interrupted proof proves nothing, even if nothing was wrong so far.
process.exit(isProven && interrupts.isStopped ? interruptedCode : isProven ? 0 : 1);

async function prove(): Promise<boolean> {
  const startedMs = performance.now();
  const tally = createTally();
  await playSeries(options, (played) => {
    tally.add(played);
    if (played.faults.length > 0 && tally.failed() <= shownMax) show(played);
    for (const alarm of played.alarms) console.log(`run ${played.index}: ${alarm}`);
    if (tally.runs() % progressEvery === 0) console.error(`${tally.runs()} of ${options.runs}`);
    return !interrupts.isStopped;
  });
  for (const line of tally.table()) console.log(line);
  const seconds = (performance.now() - startedMs) / 1_000;
  console.log(`${tally.summary()}; ${seconds.toFixed(0)} s`);
  const isEnded = !interrupts.isStopped;
  console.log(tally.failed() > 0 ? 'FAIL' : isEnded ? 'PASS' : 'interrupted');
  return tally.failed() === 0;
}

async function plantAll(): Promise<boolean> {
  const survivors = await tryPlants(wirePlants, findPlant, () => interrupts.isStopped);
  return survivors.length === 0;
}

async function findPlant(plant: DialectPlant): Promise<Finding> {
  let verdict: string | undefined;
  let runs = 0;
  await playSeries({ ...options, plant }, ({ faults }) => {
    runs += 1;
    [verdict] = faults;
    return verdict === undefined && !interrupts.isStopped;
  });
  return { verdict, after: verdict === undefined ? `${runs} runs` : `after ${runs} runs` };
}

function show({ index, run, faults, struck }: PlayedRun): void {
  console.log(`WRONG run ${index}: ${run.venue.venue} ${run.market.symbol}`);
  for (const fault of faults) console.log(`  ${fault}`);
  console.log(`  faults that struck: ${struck.join(', ')}`);
  const only = values.venue === undefined ? '' : ` --venue=${values.venue}`;
  const which = `--seed=${values.seed} --first=${index} --runs=1`;
  console.log(`  again: npm run prove:wire -- ${which}${only}`);
}

function venueNamed(name: string) {
  const found = simulatedVenues.find(({ venue }) => venue === name);
  if (found) return found;
  console.error(`--venue must be one of ${simulatedVenues.map(({ venue }) => venue).join(', ')}`);
  process.exit(2);
}

function count(name: 'runs' | 'first'): number {
  const value = Number(values[name]);
  if (Number.isInteger(value) && value >= 0 && value <= countMax) return value;
  console.error(`--${name} must be a whole number up to ${countMax}`);
  process.exit(2);
}
