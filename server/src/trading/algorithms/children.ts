import type { AlgorithmView, ChildView } from './algorithm.ts';
import { nothingDue, type Told } from './turn.ts';

/** A market that refuses this many in a row runs away from the price: later is better. */
export const postingsMax = 3;

/** Of each child what is filled of it or still may be; what is left of a slice is without these. */
export function committed(children: readonly ChildView[]): number[] {
  return children.map(({ isOver, filled, quantity }) => (isOver ? filled : quantity));
}

/** Of a child that never left, for whatever reason: nobody refused it. */
export const unsentCode = 'NOT_SENT';

/** A refusal that another price does not mend. */
export function hasOtherRefusal(children: readonly ChildView[]): boolean {
  const passing: readonly (string | undefined)[] = [undefined, 'POST_ONLY_WOULD_TAKE', unsentCode];
  return children.some(({ refusedCode }) => !passing.includes(refusedCode));
}

/** What remains nobody could trade, and nothing is live that could fill. */
export function isOnlyDustLeft(view: AlgorithmView): boolean {
  return view.live.length === 0 && (view.remaining <= 0 || view.isDust(view.remaining));
}

/** Says why an order ended unfilled; one that got nothing says what it waited for. */
export function shortfall({ filled, quantity }: AlgorithmView, { waiting }: Told): string {
  // Cut, not rounded: what is short is never called 100 %.
  const pct = Math.floor((filled / quantity) * 10_000) / 100;
  const short = `The time is over: ${pct} % of the quantity was filled.`;
  const isSaid = filled > 0 || waiting === undefined || waiting === nothingDue;
  return isSaid ? short : `${short} ${waiting}`;
}
