import type { Allocation, RouteProblem } from '../../src/trading/routing/allocation/types.ts';
import type { Family } from './cases.ts';
import { type ExactProblem, toExact } from './exact.ts';
import { judge, type Verdict } from './judge.ts';
import { lowerBound } from './lowerBound.ts';
import { optimum } from './oracle.ts';
import { leastExcess } from './reach.ts';

export type Allocate = (problem: RouteProblem) => Allocation;

/** The result of one problem. */
export interface Checked {
  /** Sentences about what is wrong; empty when nothing is. */
  readonly faults: readonly string[];
  /**
   * `optimal`: nothing is better. `bounded`: the bound leaves less than a lot's cost. `told`: a
   * better split exists or may exist, and the answer says by how much at most.
   */
  readonly outcome: 'optimal' | 'bounded' | 'told';
  /**
   * True when a gap is reported though each step divides the next coarser one: the search was given
   * up.
   */
  readonly isGivenUp: boolean;
  /** Difference of the reported objective from the split's true one, as a share of the costs. */
  readonly difference: number;
  /** Improvement by the optimum or the bound, in bps of the quantity, with the same excess. */
  readonly regretBps: number;
  /** The same in costs of a lot. */
  readonly regretLots: number;
}

/** Some problems need more branches than is worth waiting for. */
export const givenUpShareMax: Readonly<Record<Family, number>> = {
  small: 0.001,
  large: 0.001,
  shared: 0.1,
};

/**
 * Rounding error of sums of some hundred floats that are each off by some parts in 10^16, and of
 * slippages that are small differences of prices: as a share of the largest costs that the quantity
 * could have.
 */
const differenceMax = 1e-9;

/** Gives a problem to the router and checks its answer against the oracle or the bound. */
export function check(problem: RouteProblem, family: Family, allocate: Allocate): Checked {
  const exact = toExact(problem);
  const answer = allocate(problem);
  const verdict = judge(problem, answer.quantities, exact);
  const scales = scalesOf(exact);
  const objective = exact.toObjective(verdict.cost);
  const difference = Math.abs(answer.objective - objective) / scales.objective;
  const best = family === 'small' ? bestOf(problem, exact) : boundOf(problem, verdict, exact);
  const isExcessLeast = verdict.excess <= best.excess;
  // An excess above the least has no objective to compare.
  const missed = { regret: Number.POSITIVE_INFINITY, isTrue: family === 'small' };
  const { regret, isTrue } = isExcessLeast ? best.against(verdict) : missed;
  const isOptimal = regret <= differenceMax * scales.objective;
  const isBounded = !isTrue && regret <= scales.lot;
  const faults = [...verdict.faults, ...toldWrong(answer, verdict, exact)];
  if (!(difference <= differenceMax)) {
    faults.push(`tells an objective of ${answer.objective}, it is ${objective}`);
  }
  if (regret < -differenceMax * scales.objective) faults.push('is better than can be');
  const isCovered =
    family === 'small' ? regret <= answer.gap * (1 + differenceMax) : answer.gap > 0;
  if (!(isOptimal || isBounded || isCovered)) {
    const what = isExcessLeast ? `costs ${regret} too much` : `leaves ${verdict.excess} units`;
    faults.push(`${what}, tells a gap of ${answer.gap}`);
  }
  const bps = Math.max(0, Number.isFinite(regret) ? regret : 0);
  return {
    faults,
    difference,
    isGivenUp: answer.gap > 0 && hasChain(exact),
    outcome: isOptimal ? 'optimal' : isBounded ? 'bounded' : 'told',
    regretBps: exact.quantity === 0n ? 0 : bps / exact.toBase(exact.quantity),
    regretLots: scales.lot > 0 ? bps / scales.lot : 0,
  };
}

interface Best {
  readonly excess: bigint;
  readonly against: (verdict: Verdict) => Regret;
}

/** The cost of a split beyond the best one of the same excess. */
interface Regret {
  readonly regret: number;
  /** True when it could be saved; else it is a bound. */
  readonly isTrue: boolean;
}

function bestOf(problem: RouteProblem, exact: ExactProblem): Best {
  const { excess, cost, faults } = judge(problem, optimum(problem, exact), exact);
  if (faults.length > 0) throw new Error(`the oracle is wrong: ${faults.join()}`);
  const against = (verdict: Verdict) => ({
    regret: exact.toObjective(verdict.cost - cost),
    isTrue: true,
  });
  return { excess, against };
}

/** Returns the reach and the bound of problems that are too large to try all splits. */
function boundOf(problem: RouteProblem, verdict: Verdict, exact: ExactProblem): Best {
  const units = Number(verdict.excess) / Number(exact.unit);
  const coarsest = Number(exact.coarsest / exact.unit);
  const isLeast = units === 0 || units - leastExcess(exact) < coarsest;
  return {
    excess: isLeast ? verdict.excess : -1n,
    against: ({ cost, excess }) => {
      const objective = exact.toObjective(cost);
      const enough = objective - 1e-12 * scalesOf(exact).objective;
      const bound = lowerBound(problem, excess, { exact, enough });
      return { regret: objective - bound.objective, isTrue: bound.isAttained };
    },
  };
}

/**
 * Returns a lot's cost: one step of the coarsest venue, at the most expensive unit, not the
 * cheapest.
 */
function scalesOf(exact: ExactProblem): { readonly objective: number; readonly lot: number } {
  const { dearest, cheapest, quantity, unit, coarsest, size } = exact;
  return {
    objective: exact.toObjective((quantity || unit) * size),
    lot: exact.toObjective(coarsest * (dearest - cheapest)),
  };
}

function toldWrong(answer: Allocation, verdict: Verdict, exact: ExactProblem): string[] {
  const allocated = exact.toBase(verdict.allocated);
  const excess = exact.toBase(verdict.excess);
  return [
    ...(answer.allocated === allocated ? [] : [`tells ${answer.allocated} for ${allocated}`]),
    ...(answer.excess === excess ? [] : [`tells an excess of ${answer.excess}, it is ${excess}`]),
    ...(answer.gap >= 0 ? [] : [`tells a gap of ${answer.gap}`]),
  ];
}

/** Returns true when each step divides the next coarser one. */
function hasChain({ venues }: ExactProblem): boolean {
  const steps = venues.map(({ step }) => step).sort((a, b) => (a < b ? -1 : 1));
  return steps.every((step, at) => step % (steps[at - 1] ?? 1n) === 0n);
}
