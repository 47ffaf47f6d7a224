import type { Model, VenueModel } from './model.ts';
import {
  addRun,
  cheapest,
  costOfFirst,
  createRuns,
  inBlocks,
  lotsOf,
  mergeRuns,
  type Runs,
} from './runs.ts';
import { divide, type Supply, type SupplyAt, type VenueBranch } from './supply.ts';

/** A branch of the search. */
export interface Branch {
  readonly venues: readonly VenueBranch[];
}

/** The best split of a branch, where slices may be off their steps and below their minimum. */
export interface Split {
  /** Lots, by venue of the model and account of it. */
  readonly lots: readonly (readonly number[])[];
  /** Units left beyond the tolerance. */
  readonly excess: number;
  /** See `Allocation.objective`. */
  readonly objective: number;
}

/**
 * Minimises over all splits of a branch, exactly. Costs are convex and separable, so the cheapest
 * lots are the best when all lots have one size. If there are several sizes of which each divides
 * the next, the joint supply of the finer ones is convex as well. As many finer lots are taken as
 * the wanted quantity is off the coarser grid, and the others are merged with the coarser ones as
 * blocks of their size.
 *
 * The part that is left takes part as one more source of the finest size. Its first units cost as
 * much as the most expensive displayed unit, those beyond the tolerance more than anything else. So
 * the least possible excess comes before any cost.
 */
export function bestOf(model: Model, branch: Branch, supplyAt: SupplyAt): Split | undefined {
  const sources: Source[] = [];
  let wanted = model.wanted;
  for (const [place, venue] of model.venues.entries()) {
    const said = branch.venues[place];
    const supply = said && supplyAt(venue, said);
    const source = supply && sourceOf(venue, supply, said.beyondBlocks);
    if (!source) return undefined;
    sources.push(source);
    wanted -= source.fixed * venue.lotUnits;
  }
  return wanted < 0 ? undefined : splitOf(model, sources, mergeClasses(model, sources, wanted));
}

/** A venue in the merge of its class. */
interface Source {
  readonly supply: Supply;
  /** Lots that it takes in any case. */
  readonly fixed: number;
  /** Lots of one block, which is the unit of the merge: 1 unless its blocks are decided on. */
  readonly blockLots: number;
  readonly blocks: Runs;
}

function sourceOf(
  { stepLots, blockSteps }: VenueModel,
  supply: Supply,
  beyondBlocks: number | undefined,
): Source | undefined {
  const { fixed, runs } = supply;
  if (beyondBlocks === undefined || blockSteps === undefined) {
    return { supply, fixed, blockLots: 1, blocks: runs };
  }
  const blockLots = stepLots * blockSteps;
  const odd = (((beyondBlocks - fixed) % blockLots) + blockLots) % blockLots;
  if (odd > lotsOf(runs)) return undefined;
  return { supply, fixed: fixed + odd, blockLots, blocks: inBlocks(runs, odd, blockLots) };
}

/** Returns how many blocks each venue supplies of the wanted units. */
function mergeClasses(model: Model, sources: readonly Source[], wanted: number): number[] {
  const { classes, venues } = model;
  const stages: { readonly runs: Runs[]; readonly places: number[]; readonly skip: number }[] = [];
  const unitsOf = (place: number): number =>
    (venues[place]?.lotUnits ?? 0) * (sources[place]?.blockLots ?? 0);
  let left = wanted;
  let lower: Runs = unplaced(model, sources, wanted);
  for (const [index, size] of classes.entries()) {
    const places = [...sources.keys()].filter((place) => unitsOf(place) === size);
    const runs = [...places.map((place) => sources[place]?.blocks ?? empty), lower];
    const next = classes[index + 1];
    if (next === undefined) {
      stages.push({ runs, places, skip: left / size });
      break;
    }
    const skip = (left % next) / size;
    stages.push({ runs, places, skip });
    lower = inBlocks(mergeRuns(runs, left / size), skip, next / size);
    left -= skip * size;
  }
  return countsOf(model, stages);
}

/** Works from the coarsest class down: the finer ones supply what it takes from them. */
function countsOf(
  { classes, venues }: Model,
  stages: readonly { runs: Runs[]; places: number[]; skip: number }[],
): number[] {
  const counts = venues.map(() => 0);
  let blocks = 0;
  for (let index = stages.length - 1; index >= 0; index -= 1) {
    const { runs = [], places = [], skip = 0 } = stages[index] ?? {};
    const ratio = (classes[index + 1] ?? 0) / (classes[index] ?? 1);
    const taken = cheapest(runs, skip + blocks * ratio);
    for (const [i, place] of places.entries()) counts[place] = taken[i] ?? 0;
    blocks = taken[places.length] ?? 0;
  }
  return counts;
}

const empty = createRuns();

/** Returns what may be left, as a source of single units that is always large enough. */
function unplaced(model: Model, sources: readonly Source[], wanted: number): Runs {
  const runs = createRuns();
  addRun(runs, Math.min(model.tolerance, wanted), model.dearest);
  let most = Math.abs(model.dearest);
  for (const [place, { supply }] of sources.entries()) {
    const last = supply.runs.costs.at(-1) ?? 0;
    most = Math.max(most, Math.abs(last) / (model.venues[place]?.lotUnits ?? 1));
  }
  // A higher cost than a whole order of the most expensive lots could save.
  addRun(runs, wanted, (most + 1) * 1e6 * Math.max(1, wanted));
  return runs;
}

function splitOf(model: Model, sources: readonly Source[], blocks: readonly number[]): Split {
  let placed = 0;
  let objective = 0;
  const lots = model.venues.map((venue, place) => {
    const source = sources[place];
    if (!source) return [];
    const { supply, fixed, blockLots } = source;
    const all = fixed + (blocks[place] ?? 0) * blockLots;
    placed += all * venue.lotUnits;
    objective += supply.fixedCost + costOfFirst(supply.runs, all - supply.fixed);
    return divide(venue, supply, all);
  });
  const left = model.wanted - placed;
  const excess = Math.max(0, left - model.tolerance);
  return { lots, excess, objective: objective + (left - excess) * model.dearest };
}
