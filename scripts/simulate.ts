/**
 * The whole service on a simulated clock, with faults, crashes and an independent checker:
 * `npm run simulate -- [--seed 1] [--runs 100] [--orders 20] [--profile drawn] [--trace]`, or with
 * `--plant <name>` a planted mistake, or with `--plants` all of them, each until it is found.
 *
 * The same seed gives the same trace, byte for byte. Ends with 1 when a check failed, a fault of
 * the catalogue never struck, or a planted mistake was not found. docs/testing.md says more.
 */
import { createHash } from 'node:crypto';
import { readSimulateCall, type SimulateCall } from './simulate/arguments.ts';
import { plants } from './simulate/plants.ts';
import type { RunResult } from './simulate/run.ts';
import { createCoverage, findPlant, runSeries } from './simulate/series.ts';

/** Fewer runs than that may miss a rare fault by chance. */
const coverageRuns = 100;
/** Verdicts of one run that are printed; the rest follow from the first. */
const verdictsShown = 5;

function readCall(): SimulateCall {
  try {
    return readSimulateCall(process.argv.slice(2));
  } catch (error) {
    console.error(`simulate: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(2);
  }
}

const call = readCall();
process.exit((await (call.allPlants ? tryPlants(call) : simulate(call))) ? 0 : 1);

async function simulate(asked: SimulateCall): Promise<boolean> {
  const coverage = createCoverage();
  const digest = createHash('sha256');
  const startedMs = performance.now();
  const failed: string[] = [];
  let runs = 0;
  let crashes = 0;
  const make = plants.get(asked.plant ?? '');
  await runSeries({ ...asked, make }, (result) => {
    runs += 1;
    crashes += result.crashes;
    coverage.add(result);
    digest.update(result.digest);
    if (asked.showsTrace) console.log(result.trace);
    if (asked.runs === 1) console.log(`seed ${result.seed}: SHA-256 ${result.digest}`);
    if (result.verdicts.length === 0) return true;
    failed.push(result.seed);
    show(result, asked);
    return make === undefined;
  });
  const seconds = (performance.now() - startedMs) / 1_000;
  for (const line of coverage.table()) console.log(line);
  console.log(
    `\n${runs} runs, ${crashes} crashes, ${seconds.toFixed(1)} s: ${(runs / seconds).toFixed(1)} ` +
      `runs and ${(crashes / seconds).toFixed(1)} crashes a second`,
  );
  console.log(`SHA-256 of all traces ${digest.digest('hex')}`);
  const needsAll = asked.profile !== 'none' && asked.runs >= coverageRuns && !make;
  const missing = needsAll ? coverage.missing() : [];
  for (const name of missing) console.log(`WRONG ${name} never struck`);
  console.log(failed.length === 0 ? 'no check failed' : `failing seeds: ${failed.join(' ')}`);
  return failed.length === 0 && missing.length === 0;
}

function show({ seed, verdicts }: RunResult, { orders, profile, plant }: SimulateCall): void {
  console.log(`WRONG seed ${seed}`);
  for (const verdict of verdicts.slice(0, verdictsShown)) console.log(`  ${verdict}`);
  const rest = `--orders=${orders} --profile=${profile}${plant ? ` --plant=${plant}` : ''}`;
  console.log(`  again: npm run simulate -- --seed=${seed} --runs=1 ${rest} --trace`);
}

async function tryPlants(asked: SimulateCall): Promise<boolean> {
  let isAllFound = true;
  for (const [name, make] of plants) {
    const finding = await findPlant(make, asked);
    isAllFound &&= finding !== undefined;
    console.log(
      finding
        ? `${name.padEnd(24)} found after ${finding.runs} runs: ${finding.verdict}`
        : `${name.padEnd(24)} NOT FOUND in ${asked.runs} runs`,
    );
  }
  return isAllFound;
}
