import {
  addExact,
  compareExact,
  type Exact,
  exactly,
  formatExact,
  subtractExact,
  zeroExact,
} from '../../../kit/exact.ts';
import type { LegNumber } from '../algorithm.ts';
import { pairOf, pairOrder } from '../legs.ts';
import type { ChildRecord, LegSums } from '../types.ts';
import { openOf } from './children.ts';
import type { Draft } from './draft.ts';

export interface Way {
  readonly leg: LegNumber;
  readonly isClosing: boolean;
}

/**
 * Returns what may be ordered on a leg of a pair. Whatever happens to live children, its legs never
 * differ by more than the risk quantity, no more is opened than the total and no more is closed
 * than is held. While it is paused or being cancelled, only orders that bring the legs closer are
 * allowed, and orders that close both if a cancel does that.
 */
export function maxQuantityOf(draft: Draft, { leg, isClosing }: Way): string {
  const other = leg === 0 ? 1 : 0;
  const [own, across] = [positionOf(draft, leg), positionOf(draft, other)];
  const apart = isClosing
    ? subtractExact(own.least, across.most)
    : subtractExact(across.least, own.most);
  const bounds = [
    addExact(riskOf(draft, isClosing), apart),
    isClosing ? subtractExact(own.least, own.baseFees) : untaken(draft, leg, own),
  ];
  const max = bounds.reduce((least, each) => (compareExact(each, least) < 0 ? each : least));
  return formatExact(compareExact(max, zeroExact) < 0 ? zeroExact : max);
}

/** Returns how far apart the legs may be after an order. */
function riskOf(draft: Draft, isClosing: boolean): Exact {
  const record = draft.record();
  const pair = pairOf(record);
  const mayRisk =
    record.status === 'RUNNING' ||
    (record.status === 'CANCELLING' && isClosing && pair?.closesOnCancel === true);
  if (!pair || !mayRisk) return zeroExact;
  return exactly(pair.riskQuantity(record.params, pairOrder(record)));
}

/**
 * Returns what may still be opened. The order's own leg counts everything ever opened: a closed
 * part is not taken again.
 */
function untaken(draft: Draft, leg: LegNumber, { most, opened, opening }: Position): Exact {
  const total = exactly(draft.record().quantity);
  const taken = leg === 0 ? addExact(opened, opening) : most;
  return subtractExact(total, taken);
}

/** Returns exactly what a leg holds, less the fees that were paid in it. */
export function heldOf({ opened, closed, baseFees }: LegSums): string {
  return formatExact(
    subtractExact(subtractExact(exactly(opened), exactly(closed)), exactly(baseFees)),
  );
}

interface Position {
  readonly opened: Exact;
  /** Quantity that live children may still open. */
  readonly opening: Exact;
  readonly baseFees: Exact;
  /** Bounds of the position, whatever happens to live children. */
  readonly least: Exact;
  readonly most: Exact;
}

function positionOf(draft: Draft, leg: LegNumber): Position {
  const sums = draft.record().run.legs[leg];
  const [opened, closed] = [exactly(sums?.opened ?? '0'), exactly(sums?.closed ?? '0')];
  const position = subtractExact(opened, closed);
  const live = draft.live().filter((child) => child.leg === leg);
  const opening = sumOpen(live.filter((child) => !child.isClosing));
  const closing = sumOpen(live.filter((child) => child.isClosing));
  return {
    opened,
    opening,
    baseFees: exactly(sums?.baseFees ?? '0'),
    least: subtractExact(position, closing),
    most: addExact(position, opening),
  };
}

function sumOpen(children: readonly ChildRecord[]): Exact {
  return children.map(openOf).reduce(addExact, zeroExact);
}
