import type { AlgorithmView, ChildGroup, ChildView, LegNumber } from '../../algorithm.ts';
import { lookAgainMs } from '../turn.ts';

/** Time and clip of the last order placed on a leg. */
interface LastTry {
  readonly leg: LegNumber;
  readonly triedAtMs: number;
  readonly group: ChildGroup;
}

/**
 * Returns when a leg may get the next order that makes the legs equal: a second after the last one,
 * or at once if that one filled at least half. So the rest halves each time. A market that gives
 * only a little of each order is asked once a second, and no burst is longer than some ten orders.
 */
export function mayEqualiseAtMs(view: AlgorithmView, last: LastTry): number {
  const child = newestOf(view, last);
  const isThatTry = child !== undefined && child.placedAtMs >= last.triedAtMs;
  return isThatTry && gotEnough(child) ? 0 : last.triedAtMs + lookAgainMs;
}

function gotEnough({ isOver, filled, quantity }: ChildView): boolean {
  return isOver && filled > 0 && filled >= quantity / 2;
}

/**
 * Returns the newest child. Clips begin at least a second apart, so an order of an earlier clip
 * than the last two is older than that.
 */
function newestOf(view: AlgorithmView, { leg, group }: LastTry): ChildView | undefined {
  return [group, group - 1]
    .flatMap((clip) => view.childrenOf(clip).filter((child) => child.leg === leg))
    .reduce<ChildView | undefined>(
      (newest, child) => (newest && newest.number > child.number ? newest : child),
      undefined,
    );
}
