import type { RouteProblem } from '../../src/trading/routing/allocation/types.ts';
import { type Corner, costAt, hullOf, type Piece, piecesOf, slopeOf } from './curve.ts';
import { type ExactProblem, toExact } from './exact.ts';

/*
 * A proven lower bound of the objective, for problems with too many splits to try.
 *
 * 1. Let quantities be real instead of multiples of steps. Every true split stays allowed.
 * 2. Put the convex hull below each venue's curve (and below "nothing") in the curve's place. No
 *    split becomes more expensive by that.
 * 3. The least sum of convex functions with a given total takes the pieces of all of them in the
 *    order of their slopes. That is the bound, exact to the rounding of floats. The rest within
 *    the tolerance is one more such function.
 * 4. Where a hull lies below its curve at the total it was given (a minimum, an account that is
 *    full, a limit price that leaves less for the cheap account), the venue's range is split
 *    there and both halves are bounded again; the bound of all is the least of the open parts.
 *    Totals strictly between two multiples of the step are in neither half: no split has them.
 *
 * At the start, every largest set of venues that may be used together is a separate part.
 */

export interface Bound {
  /** No split that leaves as much beyond the tolerance has a smaller objective. */
  readonly objective: number;
  /** True when a split reaches it, so that it is the optimum and not only a bound. */
  readonly isAttained: boolean;
}

/** Enough for 99 of 100 large problems, in some milliseconds; the bound always holds. */
const partsMax = 400;

/** Largest distance of a hull below its curve by float rounding, as a share of the costs. */
const roundingShare = 1e-12;
/** Totals are floats of up to 10^8 units: this much of a unit is nothing. */
const rounding = 1e-6;

/** `enough` is a bound that need not be improved. */
export function lowerBound(
  problem: RouteProblem,
  excess: bigint,
  options: { readonly exact?: ExactProblem; readonly enough: number },
): Bound {
  const exact = options.exact ?? toExact(problem);
  const toUnits = (quantity: bigint) => Number(quantity) / Number(exact.unit);
  const dearest = exact.toObjective(exact.dearest * exact.unit);
  const tolerance = toUnits(exact.tolerance);
  const goal: Goal = {
    total: toUnits(exact.quantity - excess),
    // Beyond the tolerance there is no choice: all of it is used up.
    left: hullOf([{ from: excess > 0n ? tolerance : 0, to: tolerance, cost: 0, slope: dearest }], {
      low: 0,
      high: tolerance,
      allowsNothing: excess === 0n,
    }).map(({ total }) => ({ total, cost: total * dearest })),
    scale: exact.toObjective(exact.quantity * exact.size),
    steps: exact.venues.map(({ step }) => toUnits(step)),
  };
  const curves = exact.venues.map((venue) => piecesOf(exact, venue));
  const open = firstParts(curves, { goal, usedMax: exact.maxVenues });
  for (let parts = open.length; ; parts += 2) {
    const at = open.reduce((least, part, index) => {
      return part.bound < (open[least]?.bound ?? Number.POSITIVE_INFINITY) ? index : least;
    }, 0);
    const part = open[at];
    if (!part) return { objective: Number.POSITIVE_INFINITY, isAttained: false };
    const venue = loosest(part, goal);
    const isEnough = part.bound >= options.enough || parts >= partsMax;
    if (venue === undefined || isEnough) {
      return { objective: part.bound, isAttained: venue === undefined };
    }
    open.splice(at, 1, ...halves(part, { venue, goal }));
  }
}

interface Goal {
  /** In units; includes what is left within the tolerance. */
  readonly total: number;
  /** The amount that may be left, as a hull. */
  readonly left: readonly Corner[];
  readonly scale: number;
  /** Steps of the venues, in units. */
  readonly steps: readonly number[];
}

interface Range {
  readonly pieces: readonly Piece[];
  readonly low: number;
  readonly high: number;
  readonly allowsNothing: boolean;
  readonly hull: readonly Corner[];
}

interface Part {
  readonly ranges: readonly Range[];
  readonly bound: number;
  /** The total that each range was given, and the cost of its hull there. */
  readonly given: readonly Corner[];
}

function firstParts(
  curves: readonly (readonly Piece[])[],
  { goal, usedMax }: { readonly goal: Goal; readonly usedMax: number },
): Part[] {
  const parts: Part[] = [];
  const size = Math.min(usedMax, curves.length);
  for (let set = 0; set < 1 << curves.length; set += 1) {
    const isUsed = (at: number) => (set & (1 << at)) !== 0;
    if (curves.filter((_, at) => isUsed(at)).length !== size) continue;
    const ranges = curves.map((pieces, at) =>
      toRange(pieces, { low: 0, high: isUsed(at) ? goal.total : -1, allowsNothing: true }),
    );
    parts.push(...boundedParts(ranges, goal));
  }
  return parts;
}

function toRange(
  pieces: readonly Piece[],
  range: { readonly low: number; readonly high: number; readonly allowsNothing: boolean },
): Range {
  return { ...range, pieces, hull: hullOf(pieces, range) };
}

/** Returns the part with its bound; nothing when its ranges cannot add up to the total. */
function boundedParts(ranges: readonly Range[], goal: Goal): Part[] {
  const hulls = [...ranges.map(({ hull }) => hull), goal.left];
  const given = hulls.flatMap(([first]) => (first ? [{ ...first }] : []));
  if (given.length < hulls.length) return [];
  let missing = goal.total - given.reduce((sum, { total }) => sum + total, 0);
  if (missing < -rounding) return [];
  const edges = hulls.flatMap((hull, owner) =>
    hull.slice(1).flatMap((corner, index) => {
      const start = hull[index];
      if (!start) return [];
      return [{ owner, slope: slopeOf(start, corner), length: corner.total - start.total }];
    }),
  );
  edges.sort((a, b) => a.slope - b.slope);
  for (const { owner, slope, length } of edges) {
    const taken = Math.max(0, Math.min(missing, length));
    const own = given[owner];
    if (!own || taken === 0) continue;
    given[owner] = { total: own.total + taken, cost: own.cost + taken * slope };
    missing -= taken;
  }
  if (missing > rounding) return [];
  return [{ ranges, given, bound: given.reduce((sum, { cost }) => sum + cost, 0) }];
}

/** Returns the venue whose hull lies furthest below its curve; undefined when none does. */
function loosest({ ranges, given }: Part, { scale, steps }: Goal): number | undefined {
  const found = { venue: -1, gap: scale * roundingShare };
  for (const [venue, { pieces, hull }] of ranges.entries()) {
    const { total = 0, cost = 0 } = given[venue] ?? {};
    // The cost at a corner is a true one.
    if (hull.some((corner) => Math.abs(corner.total - total) < rounding)) continue;
    const count = total / (steps[venue] ?? 1);
    const isOnStep = Math.abs(count - Math.round(count)) < rounding;
    const gap = isOnStep ? costAt(pieces, total) - cost : Number.POSITIVE_INFINITY;
    if (gap > found.gap) Object.assign(found, { venue, gap });
  }
  return found.venue < 0 ? undefined : found.venue;
}

function halves(
  { ranges, given }: Part,
  { venue, goal }: { readonly venue: number; readonly goal: Goal },
): Part[] {
  const range = ranges[venue];
  const { total = 0 } = given[venue] ?? {};
  const step = goal.steps[venue] ?? 1;
  if (!range) return [];
  const below = Math.floor(total / step + rounding) * step;
  const above = Math.ceil(total / step - rounding) * step;
  const { pieces, low, high, allowsNothing } = range;
  return [
    toRange(pieces, { low, high: below, allowsNothing }),
    toRange(pieces, { low: Math.max(low, above), high, allowsNothing: false }),
  ].flatMap((half) => boundedParts(ranges.with(venue, half), goal));
}
