import { unreachable } from '../../../kit/assert.ts';
import type { ChildGroup, ChildView, ReportView } from '../algorithm.ts';
import { unsentCode } from '../shared/children.ts';
import { restOf, sumOf } from '../shared/figures.ts';
import type { LadderLevel } from './plan.ts';

/** A refused order is tried again when balance, limit or venue may have changed. */
const retryMs = 5_000;
const retryMsMax = 60_000;
const retriesMax = 5;

/** Returns one number for a placement and a level. Level numbers go up to 20. */
export function groupOf(generation: number, level: Pick<LadderLevel, 'number'>): ChildGroup {
  return generation * 100 + level.number;
}

/** State of a level, derived from its orders. */
export type Standing =
  | { readonly kind: 'live' }
  | { readonly kind: 'filled' }
  /** Refused or cancelled by its venue too often. */
  | { readonly kind: 'failed'; readonly why: string }
  /** An order of `rest` is due. */
  | {
      readonly kind: 'due';
      readonly rest: number;
      readonly atMs: number;
      readonly why: string | undefined;
    };

/** Returns the state of a level. `isResumed`: cancelled orders were cancelled by the pause. */
export function standingOf(
  level: LadderLevel,
  children: readonly ChildView[],
  isResumed: boolean,
): Standing {
  if (children.some(({ isOver }) => !isOver)) return { kind: 'live' };
  const rest = restOf(level.quantity, sumOf(children.map(({ filled }) => filled)));
  if (rest <= 0) return { kind: 'filled' };
  const last = children.at(-1);
  const misses = missesOf(children);
  const isOurs = isResumed && last?.refusedCode === undefined;
  if (!last || misses === 0 || isOurs) return { kind: 'due', rest, atMs: 0, why: undefined };
  const code = last.refusedCode;
  const why = `Level ${level.number} was ${code ? `refused (${code})` : 'cancelled by its venue'}.`;
  if (misses > retriesMax) return { kind: 'failed', why };
  const pauseMs = Math.min(retryMsMax, retryMs * 2 ** (misses - 1));
  return { kind: 'due', rest, atMs: last.placedAtMs + pauseMs, why };
}

/** Returns the number of last orders in a row that filled nothing and were not cancelled by us. */
function missesOf(children: readonly ChildView[]): number {
  const isMiss = ({ filled, isCancelling, refusedCode }: ChildView) =>
    refusedCode === undefined ? filled <= 0 && !isCancelling : refusedCode !== unsentCode;
  const lastHit = children.findLastIndex((child) => !isMiss(child));
  return children.length - 1 - lastHit;
}

type LevelStatus = 'pending' | 'active' | 'partially_filled' | 'filled' | 'cancelled' | 'failed';

/** Returns the status that people see (Orderbook §4.3, state shapes). */
export function statusOf(level: LadderLevel, group: ChildGroup, view: ReportView): LevelStatus {
  const children = view.childrenOf(group);
  const filled = sumOf(children.map((child) => child.filled));
  const last = children.at(-1);
  const standing = standingOf(level, children, false);
  switch (standing.kind) {
    case 'live':
      return filled > 0 ? 'partially_filled' : 'active';
    case 'filled':
    case 'failed':
      return standing.kind;
    case 'due':
      if (!last || last.refusedCode !== undefined) return 'pending';
      return last.filled >= last.quantity ? 'filled' : 'cancelled';
    default:
      return unreachable(standing);
  }
}
