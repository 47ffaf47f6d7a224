/**
 * The proof of the router's splits: `npm run prove:router -- [--seed 1] [--small 100000] [--large
 * 10000] [--shared 3000] [--mutant 3000]`.
 *
 * Gives that many small problems to the router and to an exhaustive search, and compares that many
 * large ones with a proven bound. Then it plants mistakes in the router, each of which must be
 * found within so many problems of each kind. Ends with 1 when anything was wrong; an
 * interrupt ends it soon, with the counts so far. docs/proofs/methods.md says more.
 */
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { allocate } from '../server/src/trading/routing/allocation/allocate.ts';
import { drawProblem, type Family, families } from '../server/test/routing/cases.ts';
import {
  type Allocate,
  type Checked,
  check,
  givenUpShareMax,
} from '../server/test/routing/checks.ts';
import { routerPlants, routerWith } from '../server/test/routing/plants.ts';
import type { TextPlant } from '../server/test/support/plants/plant.ts';
import { type Finding, tryPlants } from './plants/trying.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    small: { type: 'string', default: '100000' },
    large: { type: 'string', default: '10000' },
    shared: { type: 'string', default: '3000' },
    mutant: { type: 'string', default: '3000' },
  },
});

/** Limit that keeps a typing error from running for a year. */
const countMax = 100_000_000;
/** Number of problems between two checks for interrupts, which take some tenths of a second. */
const batch = 200;
/** Number of problems between two lines of progress. */
const progressEvery = 10_000;
/** Number of wrong answers that are printed; the rest are counted. */
const shownMax = 10;

/** Exit code of a process that an interrupt ended, as in shells. */
const interruptedCode = 130;

const interrupts = { isStopped: false };
process.once('SIGINT', () => {
  interrupts.isStopped = true;
});

const counts = {
  small: count('small'),
  large: count('large'),
  shared: count('shared'),
  mutant: count('mutant'),
};
let wrong = 0;
for (const family of families) wrong += await prove(family, counts[family]);
const survivors = await tryPlants(routerPlants, findPlant, () => interrupts.isStopped);
const isRight = wrong === 0 && survivors.length === 0;
console.log(interrupts.isStopped ? 'interrupted' : isRight ? 'PASS' : 'FAIL');
process.exit(exitCode());

/** Returns the exit code; an interrupted proof proves nothing, even if nothing was wrong so far. */
function exitCode(): number {
  if (!isRight) return 1;
  return interrupts.isStopped ? interruptedCode : 0;
}

async function prove(family: Family, runs: number): Promise<number> {
  const tally = { optimal: 0, bounded: 0, told: 0 };
  const worst = { difference: 0, regretBps: 0, regretLots: 0, toldBps: 0, toldLots: 0 };
  let givenUp = 0;
  let faulty = 0;
  let done = 0;
  for (; done < runs; done += 1) {
    if (done % batch === 0) await setImmediate();
    if (interrupts.isStopped) break;
    if (done > 0 && done % progressEvery === 0) console.error(`${family}: ${done} of ${runs}`);
    const found = look(family, done, allocate);
    tally[found.outcome] += 1;
    if (found.isGivenUp) givenUp += 1;
    worst.difference = Math.max(worst.difference, found.difference);
    const isTold = found.outcome === 'told';
    const [bps, lots] = isTold
      ? (['toldBps', 'toldLots'] as const)
      : (['regretBps', 'regretLots'] as const);
    worst[bps] = Math.max(worst[bps], found.regretBps);
    worst[lots] = Math.max(worst[lots], found.regretLots);
    if (found.faults.length === 0) continue;
    faulty += 1;
    if (faulty <= shownMax) console.log(`WRONG ${family} ${done}: ${found.faults.join('; ')}`);
  }
  console.log(`${family}, seed ${values.seed}: ${done} problems, ${faulty} wrong answers`);
  console.log(`  proven optimal ${tally.optimal}, by less than a lot ${tally.bounded}`);
  console.log(`  beyond that, and a gap is told ${tally.told}`);
  console.log(`  given up though each step divides the next ${givenUp}`);
  console.log(`  worst difference of an objective, relative ${worst.difference.toExponential(1)}`);
  const open = family === 'small' ? 'regret' : 'gap to the bound';
  console.log(`  worst ${open} ${bpsAndLots(worst.regretBps, worst.regretLots)}`);
  console.log(`  worst ${open} where a gap is told ${bpsAndLots(worst.toldBps, worst.toldLots)}`);
  return faulty + (givenUp > done * givenUpShareMax[family] ? givenUp : 0);
}

function bpsAndLots(bps: number, lots: number): string {
  return `${bps.toPrecision(3)} bps, ${lots.toPrecision(3)} costs of a lot`;
}

function look(family: Family, index: number, router: Allocate): Checked {
  return check(drawProblem(`${values.seed} ${index}`, family), family, router);
}

async function findPlant(plant: TextPlant): Promise<Finding> {
  const router = await routerWith(plant);
  await setImmediate();
  // The kinds take turns.
  for (let turn = 0; turn < counts.mutant * families.length; turn += 1) {
    const family = families[turn % families.length] ?? 'small';
    const index = Math.floor(turn / families.length);
    const verdict = faultOf(family, index, router);
    if (verdict !== undefined) return { verdict, after: `at ${family} ${index}` };
  }
  return { verdict: undefined, after: `${counts.mutant} problems of each kind` };
}

/** Returns what is wrong with an answer; a router that throws is wrong as well. */
function faultOf(family: Family, index: number, router: Allocate): string | undefined {
  try {
    return look(family, index, router).faults[0];
  } catch (error) {
    return `throws ${error instanceof Error ? error.message : String(error)}`;
  }
}

function count(name: Family | 'mutant'): number {
  const value = Number(values[name]);
  if (Number.isInteger(value) && value >= 0 && value <= countMax) return value;
  console.error(`--${name} must be a whole number up to ${countMax}`);
  process.exit(2);
}
