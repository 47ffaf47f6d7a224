import { createSeededRandom } from '../../../server/src/kit/random.ts';
import { allocate } from '../../../server/src/trading/routing/allocation/allocate.ts';
import type { RouteProblem } from '../../../server/src/trading/routing/allocation/types.ts';
import { type BenchResult, median } from '../result.ts';
import { type LimitResult, spreadOf } from '../vaults/spread.ts';
import { madeUpProblem, type Shape, sortedTake } from './problems.ts';

const problemsEach = 2_000;
const warmUp = 500;
/** Promised milliseconds at four venues of 100 levels. */
const limitMs = 0.5;
/** ccxt's stated p50 for its router at 60 venues of 50 levels, one hop, on its own machine. */
const ccxtMs = 0.22;

const four: Shape = { venues: 4, levels: 100, maxVenues: 4, isBound: false };
const shapes: readonly (readonly [name: string, shape: Shape])[] = [
  ['4 venues × 100 levels', four],
  ['4 venues × 100 levels, at most 3 venues', { ...four, maxVenues: 3 }],
  ['4 venues × 100 levels, at most 2, minimums and balances', boundTo(2)],
  ['6 venues × 100 levels, at most 3', { ...four, venues: 6, maxVenues: 3 }],
];

function boundTo(maxVenues: number): Shape {
  return { ...four, maxVenues, isBound: true };
}

/** Measures how long a split takes, by shape. */
export function benchAllocation(): LimitResult[] {
  return shapes.map(([name, shape]) => ({
    name: `split over ${name}`,
    unit: 'ms',
    limit: limitMs,
    ...spreadOf(timesOf(problemsOf(shape), allocate)),
  }));
}

/** Compares with one sorted list of all levels, which knows no lots, minimums or limits. */
export function benchAgainstSorting(): BenchResult[] {
  const wide: Shape = { venues: 60, levels: 50, maxVenues: 60, isBound: false };
  const named = [...shapes.slice(0, 1), ['60 venues × 50 levels', wide] as const];
  const results = named.map(([name, shape]) => {
    const problems = problemsOf(shape);
    // In turns, so that a slow moment of the machine affects both.
    const [ours, theirs] = [allocate, sortedTake].map((solve) => median(timesOf(problems, solve)));
    return compared(`split over ${name}, p50`, 'all levels sorted', { ours, theirs });
  });
  const ours = results.at(-1)?.ours ?? Number.NaN;
  const published = { ours, theirs: ccxtMs };
  return [
    ...results,
    compared('split over 60 venues × 50 levels, p50', 'ccxt router (published)', published),
  ];
}

function compared(
  name: string,
  peer: string,
  {
    ours = Number.NaN,
    theirs = Number.NaN,
  }: { ours?: number | undefined; theirs?: number | undefined },
): BenchResult {
  return { name, ours, peer, theirs, unit: 'ms', ratio: theirs / ours };
}

function problemsOf(shape: Shape): RouteProblem[] {
  const random = createSeededRandom(`bench ${JSON.stringify(shape)}`);
  const count = shape.venues > 10 ? problemsEach / 4 : problemsEach;
  return Array.from({ length: count }, () => madeUpProblem(random, shape));
}

function timesOf(problems: readonly RouteProblem[], solve: (problem: RouteProblem) => unknown) {
  for (const problem of problems.slice(0, warmUp)) solve(problem);
  return problems.map((problem) => {
    const startMs = performance.now();
    solve(problem);
    return performance.now() - startMs;
  });
}
