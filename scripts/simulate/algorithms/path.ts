import type { VenueId } from '../../../server/src/trading/model/venue.ts';
import type { WireLevel } from '../../../server/src/trading/venues/bookPort.ts';
import type { Chance } from '../chance.ts';
import type { BookName, SimListing } from './listings.ts';

/** Prices and levels of each step, the same for every incarnation. */
export interface Path {
  mid(book: BookName, step: number): number;
  sides(book: BookName, step: number): Sides;
}

export interface Sides {
  readonly bids: WireLevel[];
  readonly asks: WireLevel[];
}

export interface PathDeps {
  readonly chance: Chance;
  readonly listings: readonly SimListing[];
  /** Minimum and maximum base units at a level. */
  readonly depth: readonly [low: number, high: number];
  /** Share by which a market's price is above the others'; 0 by default. */
  readonly premium?: ((book: BookName, step: number) => number) | undefined;
}

export const simUsd = 50_000;
const levelsEach = 12;
/** Largest move of the price: with this, resting orders near the market fill within minutes. */
const moveBps = 4;

export function createPath({ chance, listings, depth: deepness, premium }: PathDeps): Path {
  const mids: number[] = [simUsd];
  const midAt = (step: number): number => {
    while (mids.length <= step) {
      const last = mids.at(-1) ?? simUsd;
      mids.push(last * (1 + chance.between(-moveBps, moveBps) / 10_000));
    }
    return mids[step] ?? simUsd;
  };
  const venues = [...new Set(listings.map(({ venue }) => venue))];
  const drawn = (low: number, high: number) =>
    new Map<VenueId, number>(venues.map((venue) => [venue, chance.between(low, high) / 10_000]));
  const shift = drawn(-1, 1);
  const halfSpread = drawn(0.2, 1.5);
  const depth = chance.between(...deepness);
  const mid = (book: BookName, step: number) =>
    midAt(step) * (1 + (shift.get(book.venue) ?? 0)) * (1 + (premium?.(book, step) ?? 0));
  const side = (book: BookName, step: number, away: 1 | -1): WireLevel[] => {
    const { venue, symbol } = book;
    const listed = listings.find((each) => each.venue === venue && each.symbol === symbol);
    const tick = listed?.priceTick ?? 0.01;
    const best = mid(book, step) * (1 + away * (halfSpread.get(venue) ?? 0));
    return Array.from({ length: levelsEach }, (_, level): WireLevel => {
      const price = best * (1 + (away * level * 1.5) / 10_000);
      const onTick = Math[away === 1 ? 'ceil' : 'floor'](price / tick);
      // The shares are uneven, and the same at every look.
      const share = ((step * 7 + level * 13) % 10) + 1;
      return [Number((onTick * tick).toFixed(2)), Number(((depth * share) / 10).toFixed(5))];
    });
  };
  return {
    mid,
    sides: (book, step) => ({ bids: side(book, step, -1), asks: side(book, step, 1) }),
  };
}
