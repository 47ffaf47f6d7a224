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
import { isPlanted, runPlanted, tryHostPlants } from './simulate/algorithms/tryPlants.ts';
import { helpText, readSimulateCall, type SimulateCall } from './simulate/arguments.ts';
import { brokenBy } from './simulate/owners/plants.ts';
import type { PlantMaker } from './simulate/plant.ts';
import { plantsIn } from './simulate/plants.ts';
import type { RunResult } from './simulate/run.ts';
import { createCoverage, findPlant, runSeries } from './simulate/series.ts';

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
  const { mode, plant, allPlants } = asked;
  const own = plantsIn(mode);
  if (allPlants) return own ? tryPlants(asked, own) : tryHostPlants(asked);
  if (own || plant === undefined || isPlanted(asked)) return simulate(asked);
  const said = runPlanted(asked, plant);
  console.log(said);
  return !said.includes('WRONG');
}

async function simulate(asked: SimulateCall): Promise<boolean> {
  const coverage = createCoverage(asked.mode);
  const digest = createHash('sha256');
  const startedMs = performance.now();
  const failed: RunResult[] = [];
  let runs = 0;
  let crashes = 0;
  const make = plantsIn(asked.mode)?.get(asked.plant ?? '');
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
    return asked.plant === undefined;
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
  const [first] = failed;
  if (first) console.log(`first verdict: ${first.verdicts[0]}`);
  console.log(first ? `failing seeds: ${failed.map(({ seed }) => seed).join(' ')}` : noneFailed);
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

async function tryPlants(
  asked: SimulateCall,
  plants: ReadonlyMap<string, PlantMaker>,
): Promise<boolean> {
  let isAllFound = true;
  for (const [name, make] of plants) {
    const own = brokenBy.get(name);
    const finding = await findPlant(make, asked, (verdict) => own?.test(verdict) ?? true);
    isAllFound &&= finding !== undefined;
    console.log(
      finding
        ? `${name.padEnd(27)} found after ${finding.runs} runs, at seed ${finding.seed}: ` +
            finding.verdict
        : `${name.padEnd(27)} NOT FOUND in ${asked.runs} runs`,
    );
  }
  return isAllFound;
}
