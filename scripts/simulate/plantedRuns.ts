import { fileURLToPath } from 'node:url';
import type { TextPlant } from '../../server/test/support/plants/plant.ts';
import { runPlanted } from '../plants/processes.ts';
import type { Finding } from '../plants/trying.ts';
import type { SimulateCall } from './arguments.ts';
import type { SimulatedPlant } from './plants.ts';
import { findPlant } from './series.ts';

/** Returns the output of the runs, made by a process with the mistake in its files. */
export function runWith(plant: TextPlant, call: SimulateCall): string {
  return runPlanted(plant, [
    fileURLToPath(new URL('../simulate.ts', import.meta.url)),
    ...(call.mode === 'orders' ? [] : [`--${call.mode}`]),
    `--plant=${plant.name}`,
    `--seed=${call.firstSeed}`,
    `--runs=${call.runs}`,
    `--orders=${call.orders}`,
    `--profile=${call.profile}`,
    ...(call.showsTrace ? ['--trace'] : []),
  ]);
}

/** Makes the runs of the call with the mistake until one finds it. */
export async function findIn(call: SimulateCall, plant: SimulatedPlant): Promise<Finding> {
  const found = 'changes' in plant ? findText(call, plant) : await findPlant(plant, call);
  if (!found) return { verdict: undefined, after: `${call.runs} runs` };
  return { verdict: found.verdict, after: `after ${found.runs} runs, at seed ${found.seed}` };
}

function findText(call: SimulateCall, plant: TextPlant) {
  const said = runWith(plant, call);
  const [, runs] = /^(\d+) runs/m.exec(said) ?? [];
  const [, verdict] = /^first verdict: (.*)$/m.exec(said) ?? [];
  const [, seed] = /^failing seeds: .*?(\d+)$/m.exec(said) ?? [];
  return verdict === undefined ? undefined : { runs, verdict, seed };
}
