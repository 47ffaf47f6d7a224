import type { PortPlant } from '../../server/test/support/plants/plant.ts';
import { runAlgorithmSeed } from './algorithms/run.ts';
import { catalogue, faultNamesOf, type Mode, notMet, placesOf } from './faults.ts';
import { runOwnersSeed } from './owners/run.ts';
import { runPairSeed } from './pairs/run.ts';
import type { PortsMaker } from './plantedPorts.ts';
import { type RunOptions, type RunResult, runSeed } from './run.ts';

/** Faults that struck at each place, and algorithms that filled anything, over many runs. */
export interface Coverage {
  add(result: RunResult): void;
  /** Returns a line per fault and place, and one on the algorithms. */
  table(): readonly string[];
  /** Returns what this many runs should have shown and did not. */
  missing(runs: number): readonly string[];
}

/** Fewer runs than this may miss a rare fault by chance. */
const faultsRuns = 100;
/** Fewer runs than this may miss a rare place of a fault. */
const placesRuns = 5_000;
/**
 * Minimum share of algorithms that fill something: a market in which most fill nothing proves
 * little.
 */
const filledMin = { orders: 0, owners: 0, algorithms: 0.8, pairs: 0.5 } as const satisfies Record<
  Mode,
  number
>;

export function createCoverage(mode: Mode): Coverage {
  const counts = new Map<string, number>();
  const countOf = (name: string, place: string) => counts.get(`${name} ${place}`) ?? 0;
  const rows = faultNamesOf(mode).flatMap((name) =>
    placesOf(name, mode).map((place) => ({ name, place, title: catalogue[name].title })),
  );
  const isHeld = mode === 'algorithms' || mode === 'pairs';
  let widest = 0;
  let longestMs = 0;
  let started = 0;
  let filled = 0;
  const struckNowhere = (): string[] =>
    faultNamesOf(mode)
      .filter((name) => placesOf(name, mode).every((place) => countOf(name, place) === 0))
      .map((name) => `${name} never struck`);
  const placesMissed = (): string[] =>
    rows
      .filter(({ name, place }) => countOf(name, place) === 0)
      .filter(({ name, place }) => !notMet.has(`${name} ${place}`))
      .map(({ name, place }) => `${name} never struck at "${place}"`);
  return {
    add(result) {
      for (const [key, count] of result.faults) counts.set(key, (counts.get(key) ?? 0) + count);
      started += result.parents.started;
      filled += result.parents.filled;
      widest = Math.max(widest, result.figures?.widest ?? 0);
      longestMs = Math.max(longestMs, result.figures?.longestMs ?? 0);
    },
    table: () => [
      ...rows.map(({ name, place, title }) => {
        const count = `${countOf(name, place)}`;
        return `${name.padEnd(4)} ${place.padEnd(26)} ${count.padStart(8)}  ${title}`;
      }),
      ...[...notMet].map(([place, reason]) => `not to be met: ${place}: ${reason}`),
      ...(isHeld ? [`${started} algorithms, ${filled} filled something`] : []),
      ...(mode === 'pairs'
        ? [
            `legs were at most ${widest.toFixed(3)} of the risk quantity apart, and at most ` +
              `${longestMs / 1_000} s in which both could be traded`,
          ]
        : []),
    ],
    missing(runs) {
      if (runs < faultsRuns) return [];
      const isAllOfThem = isHeld && runs >= placesRuns;
      const isFilled = filled >= started * filledMin[mode];
      return [
        ...(isAllOfThem ? placesMissed() : struckNowhere()),
        ...(isFilled ? [] : [`only ${filled} of ${started} algorithms filled something`]),
      ];
    },
  };
}

export interface SeriesOptions extends Omit<RunOptions, 'seed' | 'plant'> {
  readonly mode: Mode;
  readonly firstSeed: number;
  readonly runs: number;
  readonly make?: PortsMaker | undefined;
}

const runOf = {
  orders: runSeed,
  owners: runOwnersSeed,
  algorithms: runAlgorithmSeed,
  pairs: runPairSeed,
} as const satisfies Readonly<Record<Mode, (options: RunOptions) => Promise<RunResult>>>;

/**
 * Runs consecutive seeds from `firstSeed`; `told` receives each result, and ends the series by
 * returning false.
 */
export async function runSeries(
  { mode, firstSeed, runs, make, ...options }: SeriesOptions,
  told: (result: RunResult) => boolean,
): Promise<void> {
  for (let count = 0; count < runs; count += 1) {
    const result = await runOf[mode]({ ...options, plant: make?.(), seed: `${firstSeed + count}` });
    if (!told(result)) return;
  }
}

/** The result for a planted mistake: number of seeds, the seed, and the verdict. */
export interface Finding {
  readonly runs: number;
  readonly seed: string;
  readonly verdict: string;
}

/** Makes runs with the mistake until one finds it; a run that fails otherwise has not. */
export async function findPlant(
  { change: make, foundBy }: PortPlant<PortsMaker>,
  options: Omit<SeriesOptions, 'make'>,
): Promise<Finding | undefined> {
  let runs = 0;
  let finding: Finding | undefined;
  await runSeries({ ...options, make }, ({ verdicts, seed }) => {
    runs += 1;
    const verdict = verdicts.find((each) => foundBy?.test(each) ?? true);
    if (verdict !== undefined) finding = { runs, seed, verdict };
    return verdict === undefined;
  });
  return finding;
}
