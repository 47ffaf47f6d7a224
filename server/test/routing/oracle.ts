import type { RouteProblem } from '../../src/trading/routing/allocation/types.ts';
import { type ExactAccount, type ExactProblem, type ExactVenue, toExact } from './exact.ts';

/*
 * The exhaustive optimum of a problem of the router, in three simple steps:
 *
 * 1. Every total of a venue, step by step of its book, has one limit price. At that price each
 *    account that is used has a minimum and a maximum. The fees are linear, so the best split of
 *    the total among the accounts that are used gives each its minimum and fills the cheapest
 *    first; all sets of accounts are tried.
 * 2. best[used][total] is the least cost of a total of `used` venues, venue after venue,
 *    over all totals in units of the finest step.
 * 3. The optimum is the total that leaves least beyond the tolerance, then the cheapest one.
 *
 * Limits are compared in whole numbers. Costs are added as floats only to choose. The result is
 * its quantities, and `judge` calculates its cost exactly.
 */

/** A total of one venue: its cost and how its accounts share it. */
interface Share {
  readonly cost: number;
  readonly slices: readonly bigint[];
}

/** Returns the quantities of an optimum, by venue and account. */
export function optimum(
  problem: RouteProblem,
  exact: ExactProblem = toExact(problem),
): readonly (readonly number[])[] {
  const size = Number(exact.quantity / exact.unit);
  const shares = exact.venues.map((venue) => sharesOf(exact, venue));
  const usedMax = Math.min(exact.maxVenues, exact.venues.length);
  const width = size + 1;
  let best = new Float64Array((usedMax + 1) * width).fill(Number.POSITIVE_INFINITY);
  best[0] = 0;
  const choices = exact.venues.map((venue, index) => {
    const round = addVenue(best, {
      usedMax,
      width,
      jump: Number(venue.step / exact.unit),
      shares: shares[index] ?? [],
    });
    best = round.best;
    return round.choice;
  });
  let at = cheapest(exact, { best, usedMax, width });
  const totals = exact.venues.map(() => 0);
  for (let index = exact.venues.length - 1; index >= 0; index -= 1) {
    const steps = choices[index]?.[at] ?? 0;
    totals[index] = steps;
    const jump = Number((exact.venues[index]?.step ?? 0n) / exact.unit);
    if (steps > 0) at -= width + steps * jump;
  }
  return exact.venues.map(({ accounts }, index) => {
    const { slices } = shares[index]?.[totals[index] ?? 0] ?? {};
    return accounts.map((_, account) => exact.toBase(slices?.[account] ?? 0n));
  });
}

interface Round {
  readonly usedMax: number;
  readonly width: number;
  /** Units of one step. */
  readonly jump: number;
  /** Indexed by steps. */
  readonly shares: readonly (Share | undefined)[];
}

function addVenue(
  best: Float64Array,
  { usedMax, width, jump, shares }: Round,
): { best: Float64Array<ArrayBuffer>; choice: Int32Array } {
  const next = Float64Array.from(best);
  const choice = new Int32Array(best.length);
  for (const [steps, share] of shares.entries()) {
    if (share === undefined) continue;
    const taken = steps * jump;
    // Row after row: a total with this many used venues leads to the next row's greater total.
    for (let from = 0; from < usedMax * width; from += 1) {
      if ((from % width) + taken >= width) continue;
      const to = from + width + taken;
      const cost = (best[from] ?? 0) + share.cost;
      if (cost >= (next[to] ?? 0)) continue;
      next[to] = cost;
      choice[to] = steps;
    }
  }
  return { best: next, choice };
}

interface Table {
  readonly best: Float64Array;
  readonly usedMax: number;
  readonly width: number;
}

/** Returns the index in the table of the best of all totals. */
function cheapest(exact: ExactProblem, { best, usedMax, width }: Table): number {
  const tolerance = Number(exact.tolerance / exact.unit);
  const dearest = exact.toObjective(exact.dearest * exact.unit);
  const found = { at: 0, excess: Number.POSITIVE_INFINITY, cost: Number.POSITIVE_INFINITY };
  for (let used = 0; used <= usedMax; used += 1) {
    for (let total = 0; total < width; total += 1) {
      const at = used * width + total;
      const within = Math.min(width - 1 - total, tolerance);
      const excess = width - 1 - total - within;
      const cost = (best[at] ?? 0) + within * dearest;
      if (cost === Number.POSITIVE_INFINITY || excess > found.excess) continue;
      if (excess < found.excess || cost < found.cost) Object.assign(found, { at, excess, cost });
    }
  }
  return found.at;
}

/** Returns the best share of every total of a venue, by steps; undefined if it is not allowed. */
function sharesOf(exact: ExactProblem, venue: ExactVenue): (Share | undefined)[] {
  const { step, levels, depth, accounts } = venue;
  const most = depth < exact.quantity ? depth : exact.quantity;
  const shares: (Share | undefined)[] = [undefined];
  let level = 0;
  // Sums over the levels before the one that a total ends in.
  let before = 0n;
  let costBefore = 0n;
  for (let total = step; total <= most; total += step) {
    for (let full = levels[level]; full && before + full.quantity < total; full = levels[level]) {
      before += full.quantity;
      costBefore += full.quantity * full.slippage;
      level += 1;
    }
    const { price = 0n, slippage = 0n } = levels[level] ?? {};
    const split = bestSplit(accounts, { total, price, step });
    const cost = costBefore + (total - before) * slippage;
    shares.push(split && { cost: exact.toObjective(cost + split.fees), slices: split.slices });
  }
  return shares;
}

interface Total {
  readonly total: bigint;
  /** The limit price. */
  readonly price: bigint;
  readonly step: bigint;
}

interface Split {
  readonly fees: bigint;
  readonly slices: readonly bigint[];
}

function bestSplit(accounts: readonly ExactAccount[], total: Total): Split | undefined {
  let best: Split | undefined;
  for (let set = 1; set < 1 << accounts.length; set += 1) {
    const split = splitOf(accounts, set, total);
    if (split && (best === undefined || split.fees < best.fees)) best = split;
  }
  return best;
}

/** Splits among the accounts in the set, each of which gets something. */
function splitOf(
  accounts: readonly ExactAccount[],
  set: number,
  { total, price, step }: Total,
): Split | undefined {
  const used = accounts.flatMap((account, at) => {
    if ((set & (1 << at)) === 0) return [];
    const most = [total];
    if (account.max !== undefined) most.push(account.max);
    if (account.maxValue !== undefined) most.push(account.maxValue / price);
    const highest = most.reduce((a, b) => (b < a ? b : a));
    const lowest = ((account.min + step - 1n) / step) * step;
    const low = lowest > step ? lowest : step;
    return [{ at, fee: account.fee, low, high: highest - (highest % step) }];
  });
  let left = total - used.reduce((sum, { low }) => sum + low, 0n);
  if (left < 0n || used.some(({ low, high }) => low > high)) return undefined;
  const slices = accounts.map(() => 0n);
  let fees = 0n;
  for (const { at, fee, low, high } of used.sort((a, b) => (a.fee < b.fee ? -1 : 1))) {
    const more = left < high - low ? left : high - low;
    left -= more;
    slices[at] = low + more;
    fees += (low + more) * fee;
  }
  return left === 0n ? { fees, slices } : undefined;
}
