import type { AlgorithmView, ChildGroup, ChildView, LegNumber } from '../algorithm.ts';
import { lookAgainMs } from '../turn.ts';

/** When something was last placed on a leg, and in which clip. */
interface LastTry {
  readonly leg: LegNumber;
  readonly triedAtMs: number;
  readonly group: ChildGroup;
}

/**
 * When a leg may be given the next order that makes the legs equal: a second after the last one, or
 * at once when that one got at least half. So what is left halves each time: a market that gives a
 * little of each order is asked once a second, and no burst is longer than some ten orders.
 */
export function mayEqualiseAtMs(view: AlgorithmView, last: LastTry): number {
  const child = newestOf(view, last);
  const isThatTry = child !== undefined && child.placedAtMs >= last.triedAtMs;
  return isThatTry && gotEnough(child) ? 0 : last.triedAtMs + lookAgainMs;
}

function gotEnough({ isOver, filled, quantity }: ChildView): boolean {
  return isOver && filled > 0 && filled >= quantity / 2;
}

/** Clips begin a second apart at least: an order of one before the last two is older than that. */
function newestOf(view: AlgorithmView, { leg, group }: LastTry): ChildView | undefined {
  return [group, group - 1]
    .flatMap((clip) => view.childrenOf(clip).filter((child) => child.leg === leg))
    .reduce<ChildView | undefined>(
      (newest, child) => (newest && newest.number > child.number ? newest : child),
      undefined,
    );
}
