import {
  addExact,
  compareExact,
  type Exact,
  exactly,
  formatExact,
  negateExact,
  subtractExact,
  zeroExact,
} from '../../../kit/exact.ts';
import type { VenueFill } from '../../venues/venuePort.ts';
import {
  type AssetChange,
  derivativeChanges,
  flat,
  magnitude,
  partOf,
  sizeOf,
  smaller,
  type TrackedPosition,
} from './effects.ts';

// Profit at average cost depends on the order of the fills, and lists of them are sorted by a time
// in milliseconds. Fills that are known to come first are applied first; for the rest the range
// over all possible orders is computed.

/** Fills of one position whose order the venue does not tell: usually only one fill. */
export type FillGroup = readonly [VenueFill, ...VenueFill[]];

/** Largest group of which all orders are tried: at most 720. The prices bound a greater group. */
const triedMax = 6;

/** Groups the fills, oldest first, in the venue's order. */
export function groupsInOrder(fills: readonly VenueFill[]): readonly FillGroup[] {
  const groups: [VenueFill, ...VenueFill[]][] = [];
  for (const fill of [...fills].sort(byPlace)) {
    const last = groups.at(-1);
    if (last && byPlace(last[0], fill) === 0) last.push(fill);
    else groups.push([fill]);
  }
  return groups;
}

/**
 * Returns the changes of a group in its listed order, and how much another order may change them.
 */
export function groupChanges(
  group: FillGroup,
  held: TrackedPosition = flat,
): {
  readonly changes: readonly AssetChange[];
  readonly position: TrackedPosition;
  /** Maximum error of the profit. */
  readonly doubt: Exact;
} {
  const changes: AssetChange[] = [];
  let { units, cost } = held;
  for (const fill of group) {
    const moved = derivativeChanges(fill, { units, cost });
    changes.push(...moved.changes);
    ({ units, cost } = moved.position);
  }
  const before = exactly(held.doubt ?? '0');
  const isPlain = isOrderMute(group, { before: held, after: { units, cost } });
  const after = isPlain
    ? keptDoubt(held, units)
    : addExact(sideOf(held.units) === sideOf(units) ? before : zeroExact, rangeOf(group, held));
  // The error of a profit is the error of the cost before and after it. When a part of the units is
  // closed, the same part of the doubt goes into the profit.
  const doubt = isPlain ? subtractExact(before, after) : addExact(before, after);
  const own = after.digits === 0n ? {} : { doubt: formatExact(after) };
  return { changes, position: { units, cost, ...own }, doubt };
}

function byPlace(a: VenueFill, b: VenueFill): number {
  if (a.atMs !== b.atMs) return a.atMs - b.atMs;
  if (a.symbol !== b.symbol) return a.symbol < b.symbol ? -1 : 1;
  // Fills of one hedge-mode leg do not change the other leg.
  if (a.leg !== b.leg) return a.leg === 'long' ? -1 : 1;
  const difference = BigInt(a.sequence ?? 0) - BigInt(b.sequence ?? 0);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/**
 * Returns true when every order gives the same result: all fills are on one side, and none reverses
 * the position.
 */
function isOrderMute(
  group: FillGroup,
  { before, after }: { readonly before: TrackedPosition; readonly after: TrackedPosition },
): boolean {
  const [{ side }] = group;
  if (group.length === 1) return true;
  if (group.some((fill) => fill.side !== side)) return false;
  return sideOf(before.units) * sideOf(after.units) >= 0;
}

/** Returns the doubt that is left when a part of the units is closed. */
function keptDoubt({ units, doubt = '0' }: TrackedPosition, now: string): Exact {
  if (doubt === '0' || sideOf(units) !== sideOf(now)) return zeroExact;
  const [before, after] = [magnitude(exactly(units)), magnitude(exactly(now))];
  return partOf(exactly(doubt), smaller(before, after), before);
}

/** Returns how much the cost after a group may differ from the one of the listed order. */
function rangeOf(group: FillGroup, held: TrackedPosition): Exact {
  if (group.length > triedMax) return priceRange(group, held);
  const { low, high } = costRange(group, held);
  const listed = exactly(group.reduce((next, fill) => moved(fill, next), held).cost);
  return greatest([subtractExact(high, listed), subtractExact(listed, low)]);
}

interface Range {
  readonly low: Exact;
  readonly high: Exact;
}

/** Returns the least and the greatest cost over all orders. */
function costRange(fills: readonly VenueFill[], held: TrackedPosition): Range {
  if (fills.length === 0) return { low: exactly(held.cost), high: exactly(held.cost) };
  const ranges = fills.map((fill, at) => costRange(fills.toSpliced(at, 1), moved(fill, held)));
  const lows = ranges.map(({ low }) => negateExact(low));
  return { low: negateExact(greatest(lows)), high: greatest(ranges.map(({ high }) => high)) };
}

function moved(fill: VenueFill, held: TrackedPosition): TrackedPosition {
  return derivativeChanges(fill, held).position;
}

/**
 * Returns the range of the cost from the prices alone. In any order the rest was entered at a mean
 * of the prices on its side. So its cost is between those of the whole rest at the best and at the
 * worst of them. As long as the position is not reversed, only the closed part makes a difference.
 */
function priceRange(group: FillGroup, held: TrackedPosition): Exact {
  const total = group.reduce((sum, fill) => addExact(sum, signedUnits(fill)), exactly(held.units));
  const side = Math.sign(Number(total.digits));
  const left = magnitude(total);
  const closed = group
    .map(signedUnits)
    .filter(({ digits }) => Math.sign(Number(digits)) !== side)
    .reduce((sum, each) => addExact(sum, magnitude(each)), zeroExact);
  const entered = group.filter((fill) => sideOf(formatExact(signedUnits(fill))) === side);
  const own = magnitude(exactly(held.units));
  const isSameSide = sideOf(held.units) === side;
  const neverTurns = isSameSide && compareExact(closed, own) <= 0;
  const at = neverTurns ? smaller(closed, left) : left;
  const costs = [
    ...entered.map(sizeOf).map(({ units, worth }) => partOf(worth, at, units)),
    ...(isSameSide ? [partOf(magnitude(exactly(held.cost)), at, own)] : []),
  ];
  if (costs.length === 0) return zeroExact;
  return addExact(greatest(costs), greatest(costs.map(negateExact)));
}

function signedUnits(fill: VenueFill): Exact {
  const { units } = sizeOf(fill);
  return fill.side === 'buy' ? units : negateExact(units);
}

function sideOf(units: string): number {
  return Math.sign(Number(exactly(units).digits));
}

function greatest(values: readonly Exact[]): Exact {
  return values.reduce((most, value) => (compareExact(value, most) > 0 ? value : most));
}
