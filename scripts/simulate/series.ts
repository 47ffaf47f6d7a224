import { catalogue, type FaultName, faultNames } from './faults.ts';
import type { PlantMaker } from './plant.ts';
import { type RunOptions, type RunResult, runSeed } from './run.ts';

/** Which faults struck where, over many runs. */
export interface Coverage {
  add(result: RunResult): void;
  /** A line per fault and place. */
  table(): readonly string[];
  /** Faults that struck nowhere. */
  missing(): readonly FaultName[];
}

export function createCoverage(): Coverage {
  const counts = new Map<string, number>();
  const countOf = (name: FaultName, place: string) => counts.get(`${name} ${place}`) ?? 0;
  const rows = faultNames.flatMap((name) =>
    catalogue[name].places.map((place) => ({ name, place, title: catalogue[name].title })),
  );
  return {
    add({ faults }) {
      for (const [key, count] of faults) counts.set(key, (counts.get(key) ?? 0) + count);
    },
    table: () =>
      rows.map(({ name, place, title }) => {
        const count = `${countOf(name, place)}`;
        return `${name.padEnd(4)} ${place.padEnd(24)} ${count.padStart(8)}  ${title}`;
      }),
    missing: () =>
      faultNames.filter((name) =>
        catalogue[name].places.every((place) => countOf(name, place) === 0),
      ),
  };
}

export interface SeriesOptions extends Omit<RunOptions, 'seed' | 'plant'> {
  readonly firstSeed: number;
  readonly runs: number;
  readonly make?: PlantMaker | undefined;
}

/** Seeds in a row from `firstSeed`; `told` hears of each, and ends the series by saying false. */
export async function runSeries(
  { firstSeed, runs, make, ...options }: SeriesOptions,
  told: (result: RunResult) => boolean,
): Promise<void> {
  for (let count = 0; count < runs; count += 1) {
    const result = await runSeed({ ...options, plant: make?.(), seed: `${firstSeed + count}` });
    if (!told(result)) return;
  }
}

/** How a planted mistake was found: after how many seeds, and by what; undefined if it was not. */
export interface Finding {
  readonly runs: number;
  readonly verdict: string;
}

export async function findPlant(
  make: PlantMaker,
  options: Omit<SeriesOptions, 'make'>,
): Promise<Finding | undefined> {
  let runs = 0;
  let finding: Finding | undefined;
  await runSeries({ ...options, make }, ({ verdicts: [verdict] }) => {
    runs += 1;
    if (verdict !== undefined) finding = { runs, verdict };
    return verdict === undefined;
  });
  return finding;
}
