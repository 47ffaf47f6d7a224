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
  type HeldPosition,
  magnitude,
  partOf,
  sizeOf,
  smaller,
} from './effects.ts';

// Profit at average cost depends on the order of the fills, and lists of them are sorted by a time
// in milliseconds. What is known to come first is applied first; of the rest the range of all
// orders is known.

/** Fills of one position whose order the venue does not tell: most often one alone. */
export type FillGroup = readonly [VenueFill, ...VenueFill[]];

/** Orders of a group that are tried: 720 at most. A greater group is bounded by its prices. */
const triedMax = 6;

/** Oldest first, as the venue orders them. */
export function groupsInOrder(fills: readonly VenueFill[]): readonly FillGroup[] {
  const groups: [VenueFill, ...VenueFill[]][] = [];
  for (const fill of [...fills].sort(byPlace)) {
    const last = groups.at(-1);
    if (last && byPlace(last[0], fill) === 0) last.push(fill);
    else groups.push([fill]);
  }
  return groups;
}

/** What a group moves in the order it is listed in, and what another order may make of it. */
export function groupChanges(
  group: FillGroup,
  held: HeldPosition = flat,
): {
  readonly changes: readonly AssetChange[];
  readonly position: HeldPosition;
  /** How far the profit may be off. */
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
  // A profit is off by what the cost before and after it are off by. A part of a doubt that is
  // closed with its units is off by that part.
  const doubt = isPlain ? subtractExact(before, after) : addExact(before, after);
  const own = after.digits === 0n ? {} : { doubt: formatExact(after) };
  return { changes, position: { units, cost, ...own }, doubt };
}

function byPlace(a: VenueFill, b: VenueFill): number {
  if (a.atMs !== b.atMs) return a.atMs - b.atMs;
  if (a.symbol !== b.symbol) return a.symbol < b.symbol ? -1 : 1;
  // Fills of one leg of hedge mode move nothing of the other one.
  if (a.leg !== b.leg) return a.leg === 'long' ? -1 : 1;
  const difference = BigInt(a.sequence ?? 0) - BigInt(b.sequence ?? 0);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/** Whether every order comes to the same: all on one side, and none turns the position round. */
function isOrderMute(
  group: FillGroup,
  { before, after }: { readonly before: HeldPosition; readonly after: HeldPosition },
): boolean {
  const [{ side }] = group;
  if (group.length === 1) return true;
  if (group.some((fill) => fill.side !== side)) return false;
  return sideOf(before.units) * sideOf(after.units) >= 0;
}

/** What is left of a doubt when a part of the units is closed. */
function keptDoubt({ units, doubt = '0' }: HeldPosition, now: string): Exact {
  if (doubt === '0' || sideOf(units) !== sideOf(now)) return zeroExact;
  const [before, after] = [magnitude(exactly(units)), magnitude(exactly(now))];
  return partOf(exactly(doubt), smaller(before, after), before);
}

/** How far the cost after a group may be off the one in the listed order. */
function rangeOf(group: FillGroup, held: HeldPosition): Exact {
  if (group.length > triedMax) return priceRange(group, held);
  const { low, high } = costRange(group, held);
  const listed = exactly(group.reduce((next, fill) => moved(fill, next), held).cost);
  return greatest([subtractExact(high, listed), subtractExact(listed, low)]);
}

interface Range {
  readonly low: Exact;
  readonly high: Exact;
}

/** The least and the greatest cost over all orders. */
function costRange(fills: readonly VenueFill[], held: HeldPosition): Range {
  if (fills.length === 0) return { low: exactly(held.cost), high: exactly(held.cost) };
  const ranges = fills.map((fill, at) => costRange(fills.toSpliced(at, 1), moved(fill, held)));
  const lows = ranges.map(({ low }) => negateExact(low));
  return { low: negateExact(greatest(lows)), high: greatest(ranges.map(({ high }) => high)) };
}

function moved(fill: VenueFill, held: HeldPosition): HeldPosition {
  return derivativeChanges(fill, held).position;
}

/**
 * Whatever the order, what is left was entered at a mean of the prices on its side. So its cost is
 * between those of all of it at the best and at the worst of them; and as long as nothing turns
 * round, only what is closed makes a difference.
 */
function priceRange(group: FillGroup, held: HeldPosition): Exact {
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
