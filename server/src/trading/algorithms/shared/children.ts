import type { AlgorithmView, ChildView } from '../algorithm.ts';
import { without } from './amounts.ts';
import { nothingDue, type ReportedReason } from './turn.ts';

/**
 * Maximum number of refusals in a row: after these the market is moving away from the price, and
 * later is better.
 */
export const postingsMax = 3;

/** Returns what each child has filled or may still fill. The rest of a slice excludes these. */
export function committed(children: readonly ChildView[]): number[] {
  return children.map(({ isOver, filled, quantity }) => (isOver ? filled : quantity));
}

/** Code of a child that was never sent, for whatever reason: nobody refused it. */
export const unsentCode = 'NOT_SENT';

/** True for a refusal that another price does not cure. */
export function hasOtherRefusal(children: readonly ChildView[]): boolean {
  const passing: readonly (string | undefined)[] = [undefined, 'POST_ONLY_WOULD_TAKE', unsentCode];
  return children.some(({ refusedCode }) => !passing.includes(refusedCode));
}

/** True when nobody could trade the rest, and nothing is live that could fill. */
export function isOnlyDustLeft(view: AlgorithmView): boolean {
  return view.live.length === 0 && (view.remaining <= 0 || view.isDust(view.remaining));
}

/** Dust is judged at the worst price and on the lot, but an order may have a better price. */
const priceRoom = 1.25;

/** True for an order that would leave a rest of the whole that nobody could trade. */
export function leavesDust(quantity: number, whole: number, view: AlgorithmView): boolean {
  const rest = without(whole, [quantity]);
  return rest > 0 && view.isDust(rest) && !view.isDust(quantity * priceRoom);
}

/** True when all that is left is already resting, and could not be ordered again once cancelled. */
export function isRestingDust({ live, remaining, isDust }: AlgorithmView): boolean {
  const rests = live.some(({ timeInForce }) => timeInForce !== 'IOC');
  return rests && live.every(({ isCancelling }) => !isCancelling) && isDust(remaining);
}

/** Says why an order ended unfilled. One that got nothing says what it waited for. */
export function shortfall(
  { filled, quantity }: AlgorithmView,
  { waiting }: ReportedReason,
): string {
  // Cut, not rounded: a shortfall is never called 100 %.
  const pct = Math.floor((filled / quantity) * 10_000) / 100;
  const short = `The time is over: ${pct} % of the quantity was filled.`;
  const isSaid = filled > 0 || waiting === undefined || waiting === nothingDue;
  return isSaid ? short : `${short} ${waiting}`;
}
