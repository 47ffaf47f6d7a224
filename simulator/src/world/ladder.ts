import { type Chance, hashOf } from './chance.ts';

/** How the two sides of a book are built. Prices in ticks, quantities in lots. */
export interface LadderShape {
  /** From one rung of possible prices to the next. */
  readonly stepTicks: number;
  readonly levelsPerSide: number;
  /** About as much lies at the best price; further out there is more. */
  readonly lotsAtTouch: number;
  /** No level has less. */
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
  /** Moves the middle there, and lets a few levels change. */
  move(midTicks: number): void;
  book(): LadderBook;
}

/** Levels a side that get another quantity at a time; those near the best prices most often. */
const changesMax = 3;
const nearness = 2;
/** What a level has, of what lies at its distance in the mean. */
const shareMin = 0.4;
const shareRange = 1.2;
/** The last level has so many times more than the first, beyond it. */
const growth = 2;

/**
 * Every price is a rung of its own, fixed for ever: when the middle moves by a rung, one level
 * comes and one goes a side, and all others stay where they are.
 */
export function createLadder(name: string, shape: LadderShape, chance: Chance): Ladder {
  const { stepTicks, levelsPerSide } = shape;
  let center = 0;
  let bids: readonly number[] = [];
  let asks: readonly number[] = [];
  // Within its step every rung has its own place, so that prices do not look ruled.
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
