import type { AccountId } from '../../model/account.ts';
import type { AlgorithmView, ChildView } from '../algorithm.ts';
import { without } from '../amounts.ts';
import { lookAgainMs, type Turn } from '../turn.ts';
import { type Difference, smallestOrder } from './legs.ts';

/** Cancels what rests; immediate orders end by themselves. */
export function withdraw(turn: Turn, children: readonly ChildView[]): void {
  for (const { number, isCancelling, timeInForce } of children) {
    if (!isCancelling && timeInForce !== 'IOC') turn.act({ kind: 'cancel', number });
  }
}

/**
 * An exchange may answer a cancel before it tells of a fill that came first. Its streams lag by
 * seconds; what they lose is found by a comparison, and only told.
 */
const lateNewsMs = 10_000;

/** On the algorithm's clock, until when a fill of what was withdrawn may still be told. */
export function withdrawnUntilMs(
  { nowMs, atMs }: AlgorithmView,
  children: readonly ChildView[],
): number {
  const leftMs = children
    .filter(({ timeInForce, filled, quantity }) => timeInForce !== 'IOC' && filled < quantity)
    .map(({ heardAtMs = Number.NEGATIVE_INFINITY }) => heardAtMs + lateNewsMs - atMs);
  return nowMs + Math.max(0, ...leftMs);
}

/** Says what is waited for when an order's outcome is not known. */
export function waitForOutcome(turn: Turn, children: readonly ChildView[]): void {
  const { nowMs } = turn.view;
  const slow = children.find(
    ({ isCancelling, timeInForce, placedAtMs }) =>
      isCancelling || (timeInForce === 'IOC' && nowMs >= placedAtMs + lookAgainMs),
  );
  if (slow) turn.wait(`The outcome of order ${slow.number} is not known yet: it may still fill.`);
  else turn.hush();
}

interface Hedging {
  readonly difference: Difference;
  readonly accountId: AccountId;
  readonly yetToCome: number;
}

/**
 * What is hedged now so that what is to come, which alone would be too small, can be hedged with
 * what is held back for it; 0 when all of it is to be held back.
 */
export function hedgeNow(
  view: AlgorithmView,
  { difference, accountId, yetToCome }: Hedging,
): number {
  const { quantity, behind } = difference;
  if (yetToCome <= 0) return quantity;
  const smallest = smallestOrder(view, behind, { accountId, most: quantity, isClosing: false });
  if (smallest === undefined || yetToCome >= smallest) return quantity;
  const now = without(quantity, [without(smallest, [yetToCome])]);
  return now >= smallest ? now : 0;
}
