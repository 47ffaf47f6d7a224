import { marketTypeOf, oppositeOf, type Side } from '../model/order.ts';
import type { LegNumber, LegTerms, PairOrder, PairRules } from './algorithm.ts';
import { algorithms } from './registry.ts';
import { isEnded } from './running/lifecycle.ts';
import type { AlgorithmRecord, ChildRecord, LegSums } from './types.ts';

type Order = Pick<AlgorithmRecord, 'type' | 'params' | 'symbol' | 'side' | 'quantity'> &
  Pick<AlgorithmRecord, 'accountIds'>;

/** Returns the rules of a pair; undefined for algorithms that trade the order alone. */
export function pairOf({ type }: Pick<AlgorithmRecord, 'type'>): PairRules<unknown> | undefined {
  return algorithms[type].pair;
}

export function pairOrder({ symbol, side, accountIds, quantity }: Order): PairOrder {
  return { symbol, side, accountIds, quantity: Number(quantity) };
}

/** Returns the one leg, or both of a pair. The first one trades the order itself. */
export function legsOf(record: Order): readonly LegTerms[] {
  const pair = pairOf(record);
  const { symbol, side, accountIds } = record;
  return pair?.legs(record.params, pairOrder(record)) ?? [{ symbol, side, accountIds }];
}

export function legOf(record: Order, leg: LegNumber): LegTerms {
  return legsOf(record)[leg] ?? record;
}

/** Returns the side of a child: the side that opens its leg, or the opposite one. */
export function sideOf(record: Order, child: Pick<ChildRecord, 'leg' | 'isClosing'>): Side {
  const { side } = legOf(record, child.leg);
  return child.isClosing ? oppositeOf(side) : side;
}

/**
 * True for a child that only makes a position smaller: one that closes what its algorithm opened,
 * or one that opens nothing because the algorithm itself reduces. Undoing a reduction opens.
 */
export function isReducing(
  record: Order & Pick<AlgorithmRecord, 'reduceOnly'>,
  child: Pick<ChildRecord, 'leg' | 'isClosing'>,
): boolean {
  if (marketTypeOf(legOf(record, child.leg).symbol) === 'spot') return false;
  return child.isClosing !== record.reduceOnly;
}

/** True while its clock runs. A pair's runs until its end: an unhedged position does not wait. */
export function isTimed(record: Pick<AlgorithmRecord, 'type' | 'status'>): boolean {
  const { status } = record;
  return status === 'RUNNING' || (pairOf(record) !== undefined && !isEnded(status));
}

const nothing: LegSums = {
  opened: '0',
  closed: '0',
  openedCost: '0',
  closedCost: '0',
  baseFees: '0',
};

/** Returns the sums before anything was traded. */
export function noSums(record: Pick<AlgorithmRecord, 'type'>): readonly LegSums[] {
  return pairOf(record) ? [nothing, nothing] : [];
}
