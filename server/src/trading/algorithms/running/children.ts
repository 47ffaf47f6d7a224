import type { AppError } from '../../../kit/errors.ts';
import {
  addExact,
  compareExact,
  exactly,
  formatExact,
  meanPrice,
  subtractExact,
  zeroExact,
} from '../../../kit/exact.ts';
import { isOver, rejection } from '../../execution/index.ts';
import type { StoredOrder } from '../../execution/types.ts';
import type { Side } from '../../model/order.ts';
import { symbolParts } from '../../model/symbol.ts';
import type { ChildView } from '../algorithm.ts';
import { legOf, sideOf } from '../legs.ts';
import type { AlgorithmRecord, ChildRecord, LegSums, RunState } from '../types.ts';
import type { Draft } from './draft.ts';

/** Returns the USD value of one unit of an asset, if known, for fees in assets of neither side. */
export type KnownUsd = (asset: string) => number | undefined;

/**
 * Takes in the news of a child's order. Orders report cumulative totals, so the same or an older
 * report changes nothing.
 */
export function hearOrder(draft: Draft, number: number, heard: Heard): void {
  const child = draft.child(number);
  if (!child || (child.orderId !== undefined && child.orderId !== heard.order.id)) return;
  const { order } = heard;
  const grown = grownBy(child, order);
  const isOverNow = isOver(order);
  // A child that is over stays over. Only its fills may still grow.
  if (child.stage === 'over' && !grown) return;
  if (child.orderStatus === order.status && child.orderId === order.id && !grown) return;
  const rejected = order.status === 'rejected' ? rejection(order) : undefined;
  const next: ChildRecord = {
    ...child,
    ...(grown && { ...figuresOf(order), feeQuote: feeQuoteOf(order, { draft, usd: heard.usd }) }),
    stage: isOverNow || child.stage === 'over' ? 'over' : 'live',
    orderId: order.id,
    // An end that was reported before all of its fills were known is corrected by them.
    orderStatus: child.stage === 'over' && !isOverNow ? child.orderStatus : order.status,
    refusedCode: rejected?.code ?? child.refusedCode,
    reason: rejected?.message ?? order.reason ?? child.reason,
    updatedAtMs: draft.atMs,
  };
  draft.put(next);
  if (grown) addUp(draft, child, next);
  tellChild(draft, child, next);
}

export interface Heard {
  readonly order: StoredOrder;
  readonly usd: KnownUsd;
}

/** Marks a child of which nothing was sent: our own checks refused it, or it could not be sent. */
export function refuseChild(draft: Draft, number: number, error: Refused): void {
  const child = draft.child(number);
  if (child?.stage !== 'intended') return;
  draft.put({
    ...child,
    stage: 'over',
    refusedCode: error.code,
    reason: error.message,
    updatedAtMs: draft.atMs,
  });
  draft.tell('child_refused', `${nameOf(child)} was not sent: ${error.message}`);
}

export type Refused = Pick<AppError, 'message'> & { readonly code: string };

/** Returns the exact part of the quantity that is not filled and that no live child may fill. */
export function freeOf(draft: Draft): string {
  const { quantity, run } = draft.record();
  const left = subtractExact(exactly(quantity), exactly(run.filled));
  return formatExact(draft.live().filter(isOwn).map(openOf).reduce(subtractExact, left));
}

/** True for a child that trades the order itself, which progress counts. */
function isOwn({ leg, isClosing }: ChildRecord): boolean {
  return leg === 0 && !isClosing;
}

/** Returns the part of it that may still fill. */
export function openOf({ quantity, filled }: ChildRecord) {
  const open = subtractExact(exactly(quantity), exactly(filled));
  // A venue that fills more than was ordered frees nothing by that.
  return open.digits < 0n ? zeroExact : open;
}

export function toChildView(child: ChildRecord): ChildView {
  const { number, group, purpose, leg, isClosing, accountId } = child;
  const { price, timeInForce, isCancelling } = child;
  return {
    number,
    group,
    purpose,
    leg,
    isClosing,
    accountId,
    price,
    timeInForce,
    isCancelling,
    quantity: Number(child.quantity),
    isOver: child.stage === 'over',
    filled: Number(child.filled),
    refusedCode: child.refusedCode,
    placedAtMs: child.placedAtMs,
    heardAtMs: child.updatedAtMs,
  };
}

function grownBy(child: ChildRecord, order: StoredOrder): boolean {
  const filled = compareExact(exactly(order.filled), exactly(child.filled));
  if (filled !== 0) return filled > 0;
  // A fee may be reported after its fill.
  return order.fee !== child.fee && Number(order.filled) > 0;
}

function figuresOf({ filled, cost, fee, feeAsset }: StoredOrder) {
  return { filled, cost, fee, feeAsset };
}

interface Paying {
  readonly draft: Draft;
  readonly usd: KnownUsd;
}

/**
 * Returns the fees of an order in the quote of the algorithm. A fee in an asset of unknown value
 * counts as 0.
 */
function feeQuoteOf(order: StoredOrder, { draft, usd }: Paying): string {
  const own = symbolParts(order.symbol);
  const { quote } = symbolParts(draft.record().symbol);
  const fee = Number(order.fee);
  if (order.feeAsset === undefined || fee === 0) return '0';
  if (order.feeAsset === quote) return order.fee;
  const isBase = order.feeAsset === own.base;
  const [asset, amount] = isBase ? [own.quote, fee * meanPriceOf(order)] : [order.feeAsset, fee];
  if (asset === quote) return String(amount);
  const [assetUsd, quoteUsd] = [usd(asset), usd(quote)];
  return assetUsd === undefined || !quoteUsd ? '0' : String((amount * assetUsd) / quoteUsd);
}

function meanPriceOf({ average, cost, filled }: StoredOrder): number {
  if (average !== undefined) return average;
  return meanPrice(exactly(cost), exactly(filled)) ?? 0;
}

function addUp(draft: Draft, before: ChildRecord, after: ChildRecord): void {
  const { run } = draft.record();
  const isFirst = compareExact(exactly(before.filled), exactly('0')) === 0;
  if (isOwn(after)) {
    draft.changeRun({
      filled: moved(run.filled, before.filled, after.filled),
      cost: moved(run.cost, before.cost, after.cost),
    });
  }
  draft.changeRun({
    legs: movedLegs(draft.record(), before, after),
    feesQuote: moved(run.feesQuote, before.feeQuote, after.feeQuote),
    fees: movedFees(run.fees, before, after),
    childrenFilled: run.childrenFilled + (isFirst && Number(after.filled) > 0 ? 1 : 0),
  });
}

function movedLegs(
  record: AlgorithmRecord,
  before: ChildRecord,
  after: ChildRecord,
): RunState['legs'] {
  const { base } = symbolParts(record.symbol);
  const buys = legOf(record, after.leg).side === 'buy';
  const feeIn = ({ feeAsset, fee }: ChildRecord) => (buys && feeAsset === base ? fee : '0');
  return record.run.legs.map((sums, leg): LegSums => {
    if (leg !== after.leg) return sums;
    const baseFees = moved(sums.baseFees, feeIn(before), feeIn(after));
    const [filled, cost] = after.isClosing
      ? (['closed', 'closedCost'] as const)
      : (['opened', 'openedCost'] as const);
    return {
      ...sums,
      baseFees,
      [filled]: moved(sums[filled], before.filled, after.filled),
      [cost]: moved(sums[cost], before.cost, after.cost),
    };
  });
}

function moved(sum: string, before: string, after: string): string {
  return formatExact(addExact(subtractExact(exactly(sum), exactly(before)), exactly(after)));
}

function movedFees(
  fees: RunState['fees'],
  before: ChildRecord,
  after: ChildRecord,
): RunState['fees'] {
  const sums = new Map(fees.map(({ asset, amount }) => [asset, amount]));
  if (before.feeAsset !== undefined) {
    sums.set(before.feeAsset, moved(sums.get(before.feeAsset) ?? '0', before.fee, '0'));
  }
  if (after.feeAsset !== undefined) {
    sums.set(after.feeAsset, moved(sums.get(after.feeAsset) ?? '0', '0', after.fee));
  }
  return [...sums].map(([asset, amount]) => ({ asset, amount }));
}

function tellChild(draft: Draft, before: ChildRecord, after: ChildRecord): void {
  const side = sideOf(draft.record(), after);
  if (compareExact(exactly(after.filled), exactly(before.filled)) > 0) {
    const kind = before.stage === 'over' ? 'late_fill' : 'child_filled';
    draft.tell(kind, `${nameOf(after)} ${doneWords(side)} ${fillWords(before, after)}.`);
  }
  if (after.stage !== 'over' || before.stage === 'over') return;
  if (after.refusedCode !== undefined) {
    draft.tell('child_refused', `${nameOf(after)} was rejected: ${after.reason ?? 'no reason'}`);
  } else if (after.filled !== after.quantity) {
    const { filled, quantity, orderStatus } = after;
    draft.tell(
      'child_over',
      `${nameOf(after)} ended ${orderStatus} with ${filled} of ${quantity} filled.`,
    );
  }
}

function fillWords(before: ChildRecord, after: ChildRecord): string {
  const quantity = moved('0', before.filled, after.filled);
  const cost = moved('0', before.cost, after.cost);
  return `${quantity} at ${meanPrice(exactly(cost), exactly(quantity)) ?? 0}`;
}

function doneWords(side: Side): string {
  return side === 'buy' ? 'bought' : 'sold';
}

export function nameOf({ number, purpose, accountId }: ChildRecord): string {
  return `Child ${number} (${purpose}, ${accountId})`;
}
