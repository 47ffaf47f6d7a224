import { beforeAll, describe, expect, it } from 'vitest';
import { proofOf } from '../support/proof.ts';
import { drawProblem } from './cases.ts';
import { toExact } from './exact.ts';
import { judge } from './judge.ts';
import { lowerBound } from './lowerBound.ts';
import { optimum } from './oracle.ts';
import { leastExcess } from './reach.ts';

/* Compares the bound and the reach with the exhaustive optimum, where that can be calculated. */

const { numRuns, seed = 1 } = proofOf(200);
/** Objectives that differ by less count as equal, as a share of the largest possible costs. */
const tolerance = 1e-9;

function compare(index: number) {
  const problem = drawProblem(`bound ${seed} ${index}`, 'small');
  const exact = toExact(problem);
  const { cost, excess } = judge(problem, optimum(problem, exact), exact);
  const bound = lowerBound(problem, excess, { exact, enough: Number.POSITIVE_INFINITY });
  const scale = exact.toObjective((exact.quantity || exact.unit) * exact.size);
  return {
    index,
    bound,
    difference: (exact.toObjective(cost) - bound.objective) / scale,
    excess: Number(excess / exact.unit),
    reach: leastExcess(exact),
  };
}

let compared: readonly ReturnType<typeof compare>[] = [];
beforeAll(() => {
  compared = Array.from({ length: numRuns }, (_, index) => compare(index));
});

describe('the lower bound', () => {
  it('is never above the optimum', () => {
    expect(compared).toHaveLength(numRuns);
    expect(compared.filter(({ difference }) => difference < -tolerance)).toEqual([]);
  });

  it('is the optimum where it says that a split comes to it, which is nearly everywhere', () => {
    const attained = compared.filter(({ bound }) => bound.isAttained);
    expect(attained.filter(({ difference }) => difference > tolerance)).toEqual([]);
    expect(attained.length / compared.length).toBeGreaterThan(0.95);
  });
});

it('never says that more must be left than the optimum leaves, and is mostly right', () => {
  // Totals are floats of units.
  expect(compared.filter(({ reach, excess }) => reach > excess + 1e-6)).toEqual([]);
  const right = compared.filter(({ reach, excess }) => Math.abs(reach - excess) < 1e-6);
  expect(right.length / compared.length).toBeGreaterThan(0.95);
});

it('ends a total in the level that it uses up, not in the next one', () => {
  const account = { feeBps: 0, minQuantity: 0, maxQuantity: 9, maxValue: 60 };
  const levels = [
    [100, 1],
    [50, 1],
  ] as const;
  const venue = { levels, penaltyBps: 0, step: 0.5, accounts: [account] };
  // One unit of base is worth 100 there, though the next level would make it 50.
  const sale = { side: 'sell', quantity: 1.5, mid: 100, maxVenues: 1, venues: [venue] } as const;
  expect(optimum(sale)).toEqual([[0.5]]);
  expect(leastExcess(toExact(sale))).toBe(2);
});
