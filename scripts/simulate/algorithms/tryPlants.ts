import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SimulateCall } from '../arguments.ts';
import { plantedIn } from './hostPlants.ts';
import { plantsOf } from './plantsOf.ts';

/** True in a process that contains the mistake of the call. */
export function isPlanted({ plant }: SimulateCall): boolean {
  return plant === undefined || process.env[plantedIn] === plant;
}

/**
 * Returns the output of a process with the mistake: mistakes are planted as the service is loaded.
 */
export function runPlanted(call: SimulateCall, plant: string): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--import',
      pathOf('./plantOnLoad.ts'),
      pathOf('../../simulate.ts'),
      `--${call.mode}`,
      `--plant=${plant}`,
      `--seed=${call.firstSeed}`,
      `--runs=${call.runs}`,
      `--orders=${call.orders}`,
      `--profile=${call.profile}`,
      ...(call.showsTrace ? ['--trace'] : []),
    ],
    { encoding: 'utf8', env: { ...process.env, [plantedIn]: plant }, maxBuffer: 2 ** 30 },
  );
  if (status === null || (status !== 0 && !stdout.includes('WRONG'))) throw new Error(stderr);
  return stdout;
}

/** Returns true when every planted mistake is found within the requested runs. */
export function tryHostPlants(call: SimulateCall): boolean {
  let isAllFound = true;
  const { mode } = call;
  for (const { name } of mode === 'orders' || mode === 'owners' ? [] : plantsOf(mode)) {
    const said = runPlanted(call, name);
    const [, runs, verdict] = /^(\d+) runs[\s\S]*?first verdict: (.*)$/m.exec(said) ?? [];
    isAllFound &&= verdict !== undefined;
    console.log(
      verdict === undefined
        ? `${name.padEnd(32)} NOT FOUND in ${call.runs} runs`
        : `${name.padEnd(32)} found after ${runs} runs: ${verdict}`,
    );
  }
  return isAllFound;
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
