import type { AccountId } from '../../../model/account.ts';
import type { AlgorithmView, ChildView } from '../../algorithm.ts';
import { without } from '../amounts.ts';
import { lookAgainMs, type Turn } from '../turn.ts';
import { type Difference, smallestOrder } from './legs.ts';

/** Cancels resting orders. Immediate orders end by themselves. */
export function withdraw(turn: Turn, children: readonly ChildView[]): void {
  for (const { number, isCancelling, timeInForce } of children) {
    if (!isCancelling && timeInForce !== 'IOC') turn.act({ kind: 'cancel', number });
  }
}

/**
 * Longest time until late news. An exchange may answer a cancel before it reports a fill that came
 * first. Its streams lag by seconds. A fill that they lose is found by a comparison, and only
 * reported.
 */
const lateNewsMs = 10_000;

/**
 * Returns until when a fill of a cancelled order may still be reported, on the algorithm's clock.
 */
export function withdrawnUntilMs(
  { nowMs, atMs }: AlgorithmView,
  children: readonly ChildView[],
): number {
  const leftMs = children
    .filter(({ timeInForce, filled, quantity }) => timeInForce !== 'IOC' && filled < quantity)
    .map(({ heardAtMs = Number.NEGATIVE_INFINITY }) => heardAtMs + lateNewsMs - atMs);
  return nowMs + Math.max(0, ...leftMs);
}

/** Reports the wait for an order whose outcome is unknown. */
export function waitForOutcome(turn: Turn, children: readonly ChildView[]): void {
  const { nowMs } = turn.view;
  const slow = children.find(
    ({ isCancelling, timeInForce, placedAtMs }) =>
      isCancelling || (timeInForce === 'IOC' && nowMs >= placedAtMs + lookAgainMs),
  );
  if (slow) turn.wait(`The outcome of order ${slow.number} is not known yet: it may still fill.`);
  else turn.keepReason();
}

interface Hedging {
  readonly difference: Difference;
  readonly accountId: AccountId;
  readonly yetToCome: number;
}

/**
 * Returns the quantity to hedge now. Quantities still to come that are too small alone are later
 * hedged together with what is held back for them. Returns 0 when everything should be held back.
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
