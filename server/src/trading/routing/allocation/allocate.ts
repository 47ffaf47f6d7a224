import { exactly } from '../../../kit/exact.ts';
import type { Side } from '../../model/order.ts';
import { branchesAgainst, payableSplit, wholeBranch } from './branching.ts';
import { type Model, modelOf } from './model.ts';
import { type Branch, bestOf, type Split } from './relaxed.ts';
import { createSupplies } from './supply.ts';
import type { Allocation, RouteProblem } from './types.ts';

/**
 * Maximum number of branches that are examined. Six venues with an account each need one or two
 * dozen. A problem that needs more is answered with the best split found, and a bound of what it
 * may miss.
 */
const branchesMax = 2_000;
/**
 * Maximum number of accounts examined over all branches: a branch of many accounts takes longer. As
 * many take about forty milliseconds, during which the process does nothing else.
 */
const looksMax = 24_000;
/** Number of branches between two dives; most searches are over before the first. */
const divesEvery = 150;
/** Maximum depth of a dive: more levels than there are accounts and venues to decide on. */
const depthMax = 60;
/** Objectives whose relative difference is smaller count as equal. */
const objectiveTolerance = 1e-12;

/**
 * Splits a quantity over venues at the least cost: branch and bound over which accounts take part,
 * each branch solved exactly as a convex problem (`bestOf`). A branch is cut off when even without
 * its minimums and venue limit it is no better than the best split so far, so the answer is the
 * optimum (docs/routing.md has the proof).
 */
export function allocate(problem: RouteProblem): Allocation {
  const model = modelOf(problem);
  if (!model) return nothing(problem);
  const best = search(model, problem.side);
  return allocationOf(problem, model, best);
}

interface Open {
  readonly branch: Branch;
  /** Result of its parent: nothing in the branch is better. */
  readonly bound: Pick<Split, 'excess' | 'objective'>;
}

function search(model: Model, side: Side): Split & { readonly gap: number } {
  const supplyAt = createSupplies(side);
  let best: Split = nothingOf(model);
  const isWorse = ({ excess, objective }: Open['bound']): boolean => {
    if (excess !== best.excess) return excess > best.excess;
    return objective >= best.objective - Math.abs(best.objective) * objectiveTolerance;
  };
  /** Returns the branches of a branch that may hold something better, the most likely first. */
  const look = (branch: Branch): readonly Open[] => {
    const split = bestOf(model, branch, supplyAt);
    if (!split || isWorse(split)) return [];
    const branches = branchesAgainst(model, branch, { split, side });
    const found = branches ? payableSplit(model, branch, { split, side }) : split;
    if (found && !isWorse(found)) best = found;
    if (!branches || isWorse(split)) return [];
    return branches.map((each) => ({ branch: each, bound: split }));
  };
  /** Follows the most likely branches down, so that a long search has a good split early. */
  const dive = (from: Branch): void => {
    let [next] = look(from);
    for (let depth = 0; next && depth < depthMax; depth += 1) [next] = look(next.branch);
  };

  const bound = { excess: 0, objective: Number.NEGATIVE_INFINITY };
  const open: Open[] = [{ branch: wholeBranch(model), bound }];
  const accounts = model.venues.reduce((sum, venue) => sum + venue.accounts.length, 0);
  const most = Math.min(branchesMax, looksMax / Math.max(1, accounts));
  for (let looks = 0; looks < most; looks += 1) {
    const next = mostPromising(open);
    if (!next) break;
    if (looks % divesEvery === divesEvery - 1) dive(next.branch);
    if (isWorse(next.bound)) continue;
    open.push(...look(next.branch).toReversed());
  }
  return { ...best, gap: Math.max(0, ...open.map((left) => missedIn(left.bound, best))) };
}

/**
 * Removes the branch with the best bound; of equals the latest, which is the deepest. This way no
 * branch is examined whose bound is worse than the optimum.
 */
function mostPromising(open: Open[]): Open | undefined {
  let best = open.length - 1;
  for (let at = best - 1; at >= 0; at -= 1) {
    if (isBetter(open[at]?.bound, open[best]?.bound)) best = at;
  }
  return open.splice(best, 1)[0];
}

function isBetter(a: Open['bound'] | undefined, b: Open['bound'] | undefined): boolean {
  if (!a || !b) return false;
  if (a.excess !== b.excess) return a.excess < b.excess;
  return a.objective < b.objective - Math.abs(b.objective) * objectiveTolerance;
}

/** Returns what a branch that was not examined could still save. */
function missedIn(bound: Open['bound'], best: Split): number {
  if (bound.excess !== best.excess) {
    return bound.excess < best.excess ? Number.POSITIVE_INFINITY : 0;
  }
  return best.objective - bound.objective;
}

function nothingOf({ venues, wanted, tolerance, dearest }: Model): Split {
  const excess = Math.max(0, wanted - tolerance);
  return {
    lots: venues.map(({ accounts }) => accounts.map(() => 0)),
    excess,
    objective: (wanted - excess) * dearest,
  };
}

function allocationOf(
  problem: RouteProblem,
  model: Model,
  { lots, excess, objective, gap }: Split & { readonly gap: number },
): Allocation {
  const quantities = problem.venues.map(({ accounts }) => accounts.map(() => 0));
  let units = 0;
  for (const [place, venue] of model.venues.entries()) {
    for (const [account, taken] of (lots[place] ?? []).entries()) {
      const index = venue.accounts[account]?.index;
      const row = quantities[venue.index];
      if (taken === 0 || index === undefined || !row) continue;
      units += taken * venue.lotUnits;
      row[index] = amountOf(taken, venue.lot);
    }
  }
  return {
    quantities,
    allocated: amountOf(units, model.unit),
    excess: amountOf(excess, model.unit),
    objective,
    gap,
  };
}

function nothing({ quantity }: RouteProblem): Allocation {
  return { quantities: [], allocated: 0, excess: quantity, objective: 0, gap: 0 };
}

/** Returns the product of count and step, exact to the last digit that a float has. */
function amountOf(count: number, step: number): number {
  return Number((count * step).toFixed(Math.min(digitsMax, exactly(step).scale)));
}

/** The most that `toFixed` takes. */
const digitsMax = 100;
