import { markAt, signOf } from './tca/measure.ts';
import type { ReportFill } from './types.ts';

/** The number of fills with a slippage from `fromBps` (included) to `toBps`; positive is a cost. */
export interface SlippageBin {
  /** Undefined: no bound on this side. */
  readonly fromBps: number | undefined;
  readonly toBps: number | undefined;
  readonly fillsCount: number;
}

/** Edges that are fine where most fills are, and coarse where few are. */
const edges = [-50, -20, -10, -5, -2, -1, 0, 1, 2, 5, 10, 20, 50] as const;

/** Counts fills by their slippage against the mark price at the time, where that is known. */
export function createSlippageBins() {
  const counts = Array.from({ length: edges.length + 1 }, () => 0);
  return {
    add(fills: readonly ReportFill[]): void {
      for (const fill of fills) {
        const bps = slippageBps(fill);
        if (bps === undefined) continue;
        const above = edges.findIndex((edge) => bps < edge);
        const at = above < 0 ? edges.length : above;
        counts[at] = (counts[at] ?? 0) + 1;
      }
    },
    /** Returns the bins, ascending; none when nothing was counted. */
    bins(): readonly SlippageBin[] {
      if (counts.every((count) => count === 0)) return [];
      return counts.map((fillsCount, at) => ({
        fromBps: edges[at - 1],
        toBps: edges[at],
        fillsCount,
      }));
    },
  };
}

function slippageBps(fill: ReportFill): number | undefined {
  const mark = markAt(fill, 0);
  return mark === undefined ? undefined : (signOf(fill.side) * (fill.price - mark) * 1e4) / mark;
}
