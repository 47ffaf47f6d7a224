/** A cost to be spent in a window, and the bounds that it has to fit in. */
export interface PlannedSpend {
  readonly cost: number;
  readonly capacity: number;
  /** The reserve of each payer: it counts as if the payer had spent that much already. */
  readonly kept: readonly number[];
}

/** The spending in a window, by payers that are numbered from zero. */
export interface SpendLog {
  /** The time for which a spending counts. */
  readonly holdMs: number;
  spend(payer: number, cost: number, nowMs: number): void;
  /** By payer. */
  spent(nowMs: number): readonly number[];
  /** Returns when there is room, if nobody else spends. */
  freeAtMs(spend: PlannedSpend, nowMs: number): number;
}

/**
 * Halves and fifths of a call do not add up to whole ones to the last bit, and less than a
 * millionth of a call counts as none.
 */
const roundingMax = 1e-6;

/** Returns what is left after the cost and all reserves; below zero there is no room. */
export function freeOf(spent: readonly number[], { cost, capacity, kept }: PlannedSpend): number {
  let free = capacity - cost + roundingMax;
  for (const [payer, sum] of spent.entries()) free -= Math.max(sum, kept[payer] ?? 0);
  return free;
}
