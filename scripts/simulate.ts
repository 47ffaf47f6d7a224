/**
 * The whole service on a simulated clock, with faults, crashes and an independent checker:
 * `npm run simulate -- [--owners | --algorithms | --pairs] [--seed 1] [--runs 100] [--orders 20]
 * [--profile drawn] [--trace]`, or with `--plant <name>` a planted mistake, or with `--plants` all
 * of them, each until it is found.
 *
 * The same seed gives the same trace, byte for byte. Ends with 1 when a check failed, a fault of
 * the catalogue never struck, too few algorithms filled anything, or a planted mistake was not
 * found. docs/proofs/methods.md says more.
 */
import { createHash } from 'node:crypto';
import { isPlantedHere } from './plants/processes.ts';
import { tryPlants } from './plants/trying.ts';
import { helpText, readSimulateCall, type SimulateCall } from './simulate/arguments.ts';
import { findIn, runWith } from './simulate/plantedRuns.ts';
import { plantNamed, plantsOf, type SimulatedPlant } from './simulate/plants.ts';
import type { RunResult } from './simulate/run.ts';
import { createCoverage, runSeries } from './simulate/series.ts';

/** Verdicts of one run that are printed; the rest follow from the first. */
const verdictsShown = 5;
const noneFailed = 'no check failed';

/** Between two lines that tell how far a long series is. */
const toldEvery = 500;

function readCall(): SimulateCall {
  if (process.argv.includes('--help')) {
    console.log(helpText);
    process.exit(0);
  }
  try {
    return readSimulateCall(process.argv.slice(2));
  } catch (error) {
    console.error(`simulate: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(2);
  }
}

const call = readCall();
process.exit((await carryOut(call)) ? 0 : 1);

async function carryOut(asked: SimulateCall): Promise<boolean> {
  const { mode } = asked;
  if (asked.allPlants) {
    return (await tryPlants(plantsOf(mode), (plant) => findIn(asked, plant))).length === 0;
  }
  const plant = plantNamed(mode, asked.plant);
  if (!plant || 'change' in plant || isPlantedHere()) return simulate(asked, plant);
  const said = runWith(plant, asked);
  console.log(said);
  return !said.includes('WRONG');
}

async function simulate(asked: SimulateCall, plant: SimulatedPlant | undefined): Promise<boolean> {
  const coverage = createCoverage(asked.mode);
  const digest = createHash('sha256');
  const startedMs = performance.now();
  const failed: RunResult[] = [];
  let runs = 0;
  let crashes = 0;
  const make = plant && 'change' in plant ? plant.change : undefined;
  const isFinding = (verdict: string) => plant?.foundBy?.test(verdict) ?? true;
  await runSeries({ ...asked, make }, (result) => {
    runs += 1;
    crashes += result.crashes;
    coverage.add(result);
    digest.update(result.digest);
    if (asked.showsTrace) console.log(result.trace);
    if (runs % toldEvery === 0 && runs < asked.runs) {
      const eachS = (performance.now() - startedMs) / 1_000 / runs;
      const left = `${(((asked.runs - runs) * eachS) / 60).toFixed(0)} minutes left`;
      console.error(`${runs} of ${asked.runs} runs, ${failed.length} failed, ${left}`);
    }
    if (asked.runs === 1) console.log(`seed ${result.seed}: SHA-256 ${result.digest}`);
    if (result.verdicts.length === 0) return true;
    failed.push(result);
    show(result, asked);
    return !plant || !result.verdicts.some(isFinding);
  });
  const seconds = (performance.now() - startedMs) / 1_000;
  for (const line of coverage.table()) console.log(line);
  console.log(
    `\n${runs} runs, ${crashes} crashes, ${seconds.toFixed(1)} s: ${(runs / seconds).toFixed(1)} ` +
      `runs and ${(crashes / seconds).toFixed(1)} crashes a second`,
  );
  console.log(`SHA-256 of all traces ${digest.digest('hex')}`);
  const missing = asked.profile !== 'none' && !asked.plant ? coverage.missing(asked.runs) : [];
  for (const text of missing) console.log(`WRONG ${text}`);
  const first = failed.flatMap(({ verdicts }) => verdicts).find(isFinding);
  if (first !== undefined) console.log(`first verdict: ${first}`);
  const seeds = failed.map(({ seed }) => seed).join(' ');
  console.log(failed.length > 0 ? `failing seeds: ${seeds}` : noneFailed);
  return failed.length === 0 && missing.length === 0;
}

function show({ seed, verdicts }: RunResult, asked: SimulateCall): void {
  const { mode, orders, profile, plant } = asked;
  console.log(`WRONG seed ${seed}`);
  for (const verdict of verdicts.slice(0, verdictsShown)) console.log(`  ${verdict}`);
  const what = `${mode === 'orders' ? '' : `--${mode} `}--seed=${seed} --runs=1`;
  const rest = `--orders=${orders} --profile=${profile}${plant ? ` --plant=${plant}` : ''}`;
  console.log(`  again: npm run simulate -- ${what} ${rest} --trace`);
}
