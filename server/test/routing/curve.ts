import type { ExactAccount, ExactProblem, ExactVenue } from './exact.ts';

/*
 * The cost of a venue as straight pieces between multiples of its step: the lower bound and the
 * reach are made of them. The amount that a true split gives a venue lies on a piece or above one,
 * since each piece has all multiples of one set of used accounts and one limit price, at the least
 * cost of such a total.
 */

/** A straight piece; totals in units of the finest step, costs in bps × base units. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  /** Cost at `from`. */
  readonly cost: number;
  readonly slope: number;
}

/** Returns all pieces of a venue except the one of nothing, in no order. */
export function piecesOf(exact: ExactProblem, venue: ExactVenue): Piece[] {
  const pieces: Piece[] = [];
  let before = 0n;
  let costBefore = 0n;
  for (const { price, quantity, slippage } of venue.levels) {
    if (before >= exact.quantity) break;
    const reached = before + quantity;
    const level = {
      before,
      price,
      slippage,
      costAt: (total: bigint) => costBefore + (total - before) * slippage,
      end: reached < exact.quantity ? reached : exact.quantity,
    };
    for (let set = 1; set < 1 << venue.accounts.length; set += 1) {
      const used = venue.accounts.filter((_, at) => (set & (1 << at)) !== 0);
      pieces.push(...piecesAt(exact, { used, step: venue.step, level }));
    }
    before = reached;
    costBefore += quantity * slippage;
  }
  return pieces;
}

interface At {
  readonly used: readonly ExactAccount[];
  readonly step: bigint;
  readonly level: {
    readonly before: bigint;
    readonly end: bigint;
    readonly price: bigint;
    readonly slippage: bigint;
    readonly costAt: (total: bigint) => bigint;
  };
}

/**
 * Returns totals that end in one level, with all accounts of the set in use, the cheapest filled
 * first.
 */
function piecesAt(exact: ExactProblem, { used, step, level }: At): Piece[] {
  const ranges = used.map(({ fee, min, max, maxValue }) => {
    const most = [exact.quantity, ...(max === undefined ? [] : [max])];
    if (maxValue !== undefined) most.push(maxValue / level.price);
    const low = min > step ? min : step;
    return {
      fee,
      low: ((low + step - 1n) / step) * step,
      high: (most.reduce((a, b) => (b < a ? b : a)) / step) * step,
    };
  });
  if (ranges.some(({ low, high }) => low > high)) return [];
  const pieces: Piece[] = [];
  let from = ranges.reduce((sum, { low }) => sum + low, 0n);
  let fees = ranges.reduce((sum, { low, fee }) => sum + low * fee, 0n);
  const toUnits = (quantity: bigint) => Number(quantity) / Number(exact.unit);
  for (const { fee, low, high } of ranges.sort((a, b) => (a.fee < b.fee ? -1 : 1))) {
    const to = from + high - low;
    // The multiples of the step that end in this level; its own start ends in the one before.
    const start = from > level.before ? from : (level.before / step) * step + step;
    const end = to < level.end ? to : (level.end / step) * step;
    if (start <= end) {
      pieces.push({
        from: toUnits(start),
        to: toUnits(end),
        cost: exact.toObjective(level.costAt(start) + fees + (start - from) * fee),
        slope: exact.toObjective((level.slippage + fee) * exact.unit),
      });
    }
    from = to;
    fees += (high - low) * fee;
  }
  return pieces;
}

/** A corner of a lower hull. */
export interface Corner {
  readonly total: number;
  readonly cost: number;
}

/**
 * Returns the convex function below all pieces within a range and, if nothing is allowed, below
 * nothing.
 */
export function hullOf(
  pieces: readonly Piece[],
  range: { readonly low: number; readonly high: number; readonly allowsNothing: boolean },
): Corner[] {
  const corners: Corner[] = range.allowsNothing ? [{ total: 0, cost: 0 }] : [];
  for (const { from, to, cost, slope } of pieces) {
    const start = Math.max(from, range.low);
    const end = Math.min(to, range.high);
    if (start > end) continue;
    corners.push({ total: start, cost: cost + (start - from) * slope });
    corners.push({ total: end, cost: cost + (end - from) * slope });
  }
  corners.sort((a, b) => a.total - b.total || b.cost - a.cost);
  const hull: Corner[] = [];
  for (const corner of corners) {
    for (let last = hull.at(-1); last; last = hull.at(-1)) {
      const previous = hull.at(-2);
      const isSame = last.total === corner.total;
      if (!isSame && (!previous || slopeOf(previous, last) < slopeOf(last, corner))) break;
      hull.pop();
    }
    hull.push(corner);
  }
  return hull;
}

export const slopeOf = (a: Corner, b: Corner): number => (b.cost - a.cost) / (b.total - a.total);

/** Returns the least cost of a total; Infinity where there is no piece. */
export function costAt(pieces: readonly Piece[], total: number): number {
  let best = total === 0 ? 0 : Number.POSITIVE_INFINITY;
  for (const { from, to, cost, slope } of pieces) {
    if (total >= from && total <= to) best = Math.min(best, cost + (total - from) * slope);
  }
  return best;
}
