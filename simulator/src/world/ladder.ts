import { type Chance, hashOf } from './chance.ts';

/** Form of the two sides of a book. Prices are in ticks, quantities in lots. */
export interface LadderShape {
  /** Distance between two possible prices. */
  readonly stepTicks: number;
  readonly levelsPerSide: number;
  /** Typical quantity at the best price; levels further out have more. */
  readonly lotsAtTouch: number;
  /** Minimum quantity of a level. */
  readonly lotsMin: number;
}

export type LadderLevel = readonly [ticks: number, lots: number];

/** Both sides, best levels first. */
export interface LadderBook {
  readonly bids: readonly LadderLevel[];
  readonly asks: readonly LadderLevel[];
}

/** A book that changes in a few places at a time, as real ones do. */
export interface Ladder {
  /** Moves the middle there, and changes a few levels. */
  move(midTicks: number): void;
  book(): LadderBook;
}

/** Levels a side that change their quantity at a time, most often those near the best prices. */
const changesMax = 3;
const nearness = 2;
/** Range of a level's quantity, as a share of the mean at its distance. */
const shareMin = 0.4;
const shareRange = 1.2;
/** Extra quantity of the last level, in multiples of the first level's. */
const growth = 2;

/**
 * Makes a ladder, whose possible prices are fixed rungs. When the middle moves by a rung, a level
 * comes and one goes on each side, and all others stay where they are.
 */
export function createLadder(name: string, shape: LadderShape, chance: Chance): Ladder {
  const { stepTicks, levelsPerSide } = shape;
  let center = 0;
  let bids: readonly number[] = [];
  let asks: readonly number[] = [];
  // Each rung has its own offset within its step, so that prices do not look evenly spaced.
  const ticksOf = (rung: number) =>
    rung * stepTicks + (stepTicks === 1 ? 0 : hashOf(`${name} ${rung}`) % stepTicks);
  const draw = (distance: number) => drawnLots(shape, distance, chance);
  const shifted = (side: readonly number[], by: number) => {
    const isNear = by > 0;
    const count = Math.min(Math.abs(by), levelsPerSide);
    const come = Array.from({ length: count }, (_, at) =>
      draw(isNear ? at : levelsPerSide - count + at),
    );
    return isNear
      ? [...come, ...side.slice(0, levelsPerSide - count)]
      : [...side.slice(count), ...come];
  };
  return {
    move(midTicks) {
      const next = Math.floor(midTicks / stepTicks);
      const by = bids.length === 0 ? levelsPerSide : next - center;
      center = next;
      bids = changed(shifted(bids, by), chance, draw);
      asks = changed(shifted(asks, asks.length === 0 ? levelsPerSide : -by), chance, draw);
    },
    book: () => ({
      bids: bids.map((lots, at) => [ticksOf(center - at), lots]),
      asks: asks.map((lots, at) => [ticksOf(center + 1 + at), lots]),
    }),
  };
}

function changed(
  side: readonly number[],
  chance: Chance,
  draw: (distance: number) => number,
): readonly number[] {
  const next = [...side];
  for (let left = chance.below(changesMax + 1); left > 0; left -= 1) {
    const at = Math.floor(side.length * chance.next() ** nearness);
    next[at] = draw(at);
  }
  return next;
}

function drawnLots(shape: LadderShape, distance: number, chance: Chance): number {
  const mean = shape.lotsAtTouch * (1 + (growth * distance) / shape.levelsPerSide);
  const lots = Math.round(mean * (shareMin + shareRange * chance.next()));
  return Math.max(lots, shape.lotsMin);
}
