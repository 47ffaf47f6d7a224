import { beforeAll, describe, expect, it } from 'vitest';
import { allocate } from '../../src/trading/routing/allocation/allocate.ts';
import type { RouteProblem } from '../../src/trading/routing/allocation/types.ts';
import { proofOf } from '../support/proof.ts';
import { drawProblem, type Family } from './cases.ts';
import { type Checked, check, givenUpShareMax } from './checks.ts';
import { toExact } from './exact.ts';
import { judge } from './judge.ts';
import { optimum } from './oracle.ts';

/*
 * Compares the router with an exhaustive search and a proven bound that share no code with it. `npm
 * run prove:router` does the same for many more problems, and plants mistakes.
 */

const seed = proofOf(1).seed ?? 1;
const runs = {
  small: proofOf(500).numRuns,
  large: proofOf(300).numRuns,
  shared: proofOf(25).numRuns,
};
const runsOfChanges = proofOf(120).numRuns;

const unbounded = Number.POSITIVE_INFINITY;

function checkAll(family: Family): readonly (Checked & { readonly index: number })[] {
  return Array.from({ length: runs[family] }, (_, index) => ({
    ...check(drawProblem(`${seed} ${index}`, family), family, allocate),
    index,
  }));
}

const shareOf = (all: readonly Checked[], outcome: Checked['outcome']): number =>
  all.filter((each) => each.outcome === outcome).length / all.length;

describe('of problems whose splits can all be tried, the router', () => {
  let all: ReturnType<typeof checkAll> = [];
  beforeAll(() => {
    all = checkAll('small');
  });

  it('keeps every constraint, finds the optimum, and tells the truth about it', () => {
    expect(all).toHaveLength(runs.small);
    expect(all.filter(({ faults }) => faults.length > 0)).toEqual([]);
  });

  it('leaves a gap, which it tells, only in a few', () => {
    expect(shareOf(all, 'optimal')).toBeGreaterThan(0.97);
  });

  it('hardly ever gives up where each step divides the next coarser one', () => {
    const givenUp = all.filter(({ isGivenUp }) => isGivenUp).length;
    expect(givenUp / all.length).toBeLessThanOrEqual(givenUpShareMax.small);
  });
});

describe('of problems too large for that, the router', () => {
  let all: ReturnType<typeof checkAll> = [];
  beforeAll(() => {
    all = checkAll('large');
  });

  it('keeps every constraint, and is within the cost of one lot of a proven bound', () => {
    expect(all).toHaveLength(runs.large);
    expect(all.filter(({ faults }) => faults.length > 0)).toEqual([]);
  });

  it('is proven to be optimal in nearly all of them', () => {
    expect(shareOf(all, 'optimal')).toBeGreaterThan(0.95);
    expect(shareOf(all, 'told')).toBeLessThan(0.03);
  });
});

describe('of problems with several accounts at a venue that cannot pay for all, the router', () => {
  let all: ReturnType<typeof checkAll> = [];
  beforeAll(() => {
    all = checkAll('shared');
  });

  it('keeps every constraint, and is optimal in nearly all of them', () => {
    expect(all.filter(({ faults }) => faults.length > 0)).toEqual([]);
    expect(shareOf(all, 'optimal')).toBeGreaterThan(0.95);
  });
});

it('finds the optimum where steps do not divide one another', () => {
  const venue = (step: number, depth: number) => ({
    levels: [[101, depth]] as const,
    penaltyBps: 0,
    step,
    accounts: [{ feeBps: 0, minQuantity: 0, maxQuantity: unbounded, maxValue: unbounded }],
  });
  // 0.5 and 0.7 would place it all; the first venue only makes the units finer.
  const venues = [venue(0.3, 0.1), venue(0.5, 9), venue(0.7, 9)];
  const problem: RouteProblem = { side: 'buy', quantity: 1.2, mid: 100, maxVenues: 3, venues };
  expect(check(problem, 'small', allocate)).toMatchObject({ faults: [], outcome: 'optimal' });
  expect(judge(problem, optimum(problem))).toMatchObject({ faults: [], excess: 0n });
});

/** Returns the router's result, as a share of the largest possible costs. */
function madeOf(problem: RouteProblem) {
  const { objective, excess, gap } = allocate(problem);
  const { size, quantity, unit, toObjective } = toExact(problem);
  const scale = toObjective((quantity || unit) * size);
  return { objective: objective / scale, excess, gap };
}

/** Returns problems that the router claims to have solved, before and after a change. */
function compared(change: (problem: RouteProblem) => RouteProblem) {
  return Array.from({ length: runsOfChanges }, (_, index) => {
    const problem = drawProblem(`changed ${seed} ${index}`, index % 2 === 0 ? 'small' : 'large');
    return { index, before: madeOf(problem), after: madeOf(change(problem)) };
  }).filter(({ before, after }) => before.gap === 0 && after.gap === 0);
}

/** Rounding error of sums in another order. */
const rounding = 1e-9;

describe('the objective', () => {
  it('does not depend on the order of venues and accounts', () => {
    const turned = compared((problem) => ({
      ...problem,
      venues: problem.venues
        .map((venue) => ({ ...venue, accounts: venue.accounts.toReversed() }))
        .reverse(),
    }));
    const moved = turned.filter(
      ({ before, after }) =>
        before.excess !== after.excess || Math.abs(before.objective - after.objective) > rounding,
    );
    expect(moved).toEqual([]);
  });

  it('does not depend on the unit of prices', () => {
    // A power of two: the numbers keep their digits.
    const times = 1_024;
    const scaled = compared((problem) => ({
      ...problem,
      mid: problem.mid * times,
      venues: problem.venues.map((venue) => ({
        ...venue,
        levels: venue.levels.map(([price, quantity]) => [price * times, quantity] as const),
        accounts: venue.accounts.map((account) => ({
          ...account,
          maxValue: account.maxValue * times,
        })),
      })),
    }));
    const moved = scaled.filter(
      ({ before, after }) =>
        before.excess !== after.excess || Math.abs(before.objective - after.objective) > rounding,
    );
    expect(moved).toEqual([]);
  });

  it.each([
    [
      'a further venue',
      // As a copy it changes neither the finest and the coarsest step nor the most expensive unit.
      ({ venues, ...rest }: RouteProblem) => ({
        ...rest,
        venues: [...venues, ...venues.slice(-1)],
      }),
    ],
    [
      'one more venue that may be used',
      (problem: RouteProblem) => ({ ...problem, maxVenues: problem.maxVenues + 1 }),
    ],
  ])('is not made worse by %s', (_, change) => {
    const worse = compared(change).filter(({ before, after }) => {
      if (before.excess !== after.excess) return after.excess > before.excess;
      return after.objective > before.objective + rounding;
    });
    expect(worse).toEqual([]);
  });
});
