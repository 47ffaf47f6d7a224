import type { WireLevel } from '../bookPort.ts';

/** Levels a side: the documents ask for depth 100, and a few more keep it full between updates. */
export const levelsPerSide = 120;

/** One side of a book in ticks and lots, best first; every level is in use. */
export interface LadderSide {
  readonly ticks: Float64Array;
  readonly lots: Float64Array;
}

/** A whole book, overwritten in place: thousands of books come per second. */
export interface Ladder {
  readonly bids: LadderSide;
  readonly asks: LadderSide;
}

/** The value of one tick and one lot: decimals of the price and of the quantity. */
export interface Steps {
  readonly tickDecimals: number;
  readonly lotDecimals: number;
}

export function createLadder(): Ladder {
  return { bids: createSide(), asks: createSide() };
}

function createSide(): LadderSide {
  return { ticks: new Float64Array(levelsPerSide), lots: new Float64Array(levelsPerSide) };
}

/** Returns every level of a side, as a feed sends it. */
export function wholeSide(side: LadderSide, steps: Steps): WireLevel[] {
  const levels: WireLevel[] = [];
  for (let i = 0; i < levelsPerSide; i += 1) {
    levels.push(wireLevel(side.ticks[i] ?? 0, side.lots[i] ?? 0, steps));
  }
  return levels;
}

/**
 * Returns the difference between two states of a side: new and changed levels, and 0 for removed
 * ones.
 * @param away 1 where prices grow away from the mid (asks), -1 for bids.
 */
export function changedLevels(
  change: { readonly from: LadderSide; readonly to: LadderSide; readonly away: 1 | -1 },
  steps: Steps,
): WireLevel[] {
  const { from, to, away } = change;
  const levels: WireLevel[] = [];
  let old = 0;
  let fresh = 0;
  while (old < levelsPerSide || fresh < levelsPerSide) {
    const oldTick = old < levelsPerSide ? (from.ticks[old] ?? 0) * away : Number.POSITIVE_INFINITY;
    const newTick =
      fresh < levelsPerSide ? (to.ticks[fresh] ?? 0) * away : Number.POSITIVE_INFINITY;
    if (oldTick < newTick) {
      levels.push(wireLevel(oldTick * away, 0, steps));
      old += 1;
      continue;
    }
    const lots = to.lots[fresh] ?? 0;
    if (newTick < oldTick || from.lots[old] !== lots) {
      levels.push(wireLevel(newTick * away, lots, steps));
    }
    if (newTick === oldTick) old += 1;
    fresh += 1;
  }
  return levels;
}

/** Dividing by a power of ten gives the double nearest to the decimal: exactly on the grid. */
function wireLevel(ticks: number, lots: number, steps: Steps): WireLevel {
  return [ticks / 10 ** steps.tickDecimals, lots / 10 ** steps.lotDecimals];
}
