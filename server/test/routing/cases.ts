import { createSeededRandom, type Random } from '../../src/kit/random.ts';
import type {
  RouteAccount,
  RouteProblem,
  RouteVenue,
} from '../../src/trading/routing/allocation/types.ts';

/**
 * Random problems of the router, one for each seed. `small` ones have at most some thousand units
 * of the finest step, so that all splits can be tried; `large` ones up to 10^8 of them. `shared`
 * ones are as large, with several accounts at each venue that are limited by their balances.
 */
export const families = ['small', 'large', 'shared'] as const;
export type Family = (typeof families)[number];

export function drawProblem(seed: string, family: Family): RouteProblem {
  const random = createSeededRandom(`${family} ${seed}`);
  const dice = createDice(random);
  const unit = dice.pick([1, 1, 0.1, 0.1, 0.01, 0.001, 0.0001, 1e-8, 0.05, 0.25, 1_000]);
  const units = sizeOf(dice, family);
  const mid = dice.pick([100, 0.3, 1, 2_500.5, 64_123.45, 0.00001234, 0.1, 7.7]);
  const side = dice.pick(['buy', 'sell'] as const);
  const count = dice.pick([1, 2, 2, 3, 3, 4, 4]);
  const steps = drawSteps(dice, count);
  const market: Market = {
    side,
    mid,
    unit,
    units,
    fees: drawFees(dice),
    // Some books are much deeper than the quantity, and some end before it.
    depth: dice.pick([0.2, 0.4, 0.4, 0.9, 1.5, 3, 10]),
    // Books with similar prices, so that many share the quantity.
    pace: dice.pick([0.1, 1, 1, 5, 40]),
    isEven: dice.chance(0.5),
    isPlain: family !== 'shared' && dice.chance(0.3),
    isShared: family === 'shared',
  };
  const dust = dice.chance(0.15) ? dice.pick([0.5, 0.3, 0.25]) : 0;
  return {
    side,
    quantity: times(unit, units + dust),
    mid,
    maxVenues: dice.pick([1, 2, 3, 4, 4]),
    venues: steps.map((step) => drawVenue(dice, market, step)),
  };
}

const unbounded = Number.POSITIVE_INFINITY;

interface Market {
  readonly side: 'buy' | 'sell';
  readonly mid: number;
  readonly unit: number;
  /** The quantity. */
  readonly units: number;
  readonly fees: readonly number[];
  readonly depth: number;
  readonly pace: number;
  readonly isEven: boolean;
  /** True without limits of accounts. */
  readonly isPlain: boolean;
  /** True with several accounts at each venue, limited by what they can pay. */
  readonly isShared: boolean;
}

interface Dice {
  /** Both ends are included. */
  readonly whole: (low: number, high: number) => number;
  readonly chance: (share: number) => boolean;
  readonly pick: <T>(values: readonly T[]) => T;
  readonly between: (low: number, high: number) => number;
}

function createDice(random: Random): Dice {
  const whole = (low: number, high: number) => Math.floor(random.between(low, high + 1));
  return {
    whole,
    chance: (share) => random.next() < share,
    pick: (values) => {
      const value = values[whole(0, values.length - 1)];
      if (value === undefined) throw new Error('there is nothing to pick');
      return value;
    },
    between: (low, high) => random.between(low, high),
  };
}

function sizeOf(dice: Dice, family: Family): number {
  if (family !== 'small') return Math.round(10 ** dice.between(5, 8));
  const kind = dice.whole(0, 99);
  if (kind < 4) return 0;
  if (kind < 40) return dice.whole(1, 40);
  if (kind < 97) return dice.whole(20, 300);
  return dice.whole(500, 2_000);
}

/** Draws steps, in units. */
function drawSteps(dice: Dice, count: number): number[] {
  const family = dice.pick([
    [1],
    [1],
    [1, 10],
    [1, 10, 100],
    [1, 2, 4, 8],
    [5, 10],
    [2, 5],
    [2, 3],
    [3, 5, 7],
  ]);
  return Array.from({ length: count }, () => dice.pick(family));
}

function drawFees(dice: Dice): readonly number[] {
  if (dice.chance(0.2)) return [dice.pick([0, 5, 10])];
  return [-2, -0.5, 0, 1, 2, 4.5, 5, 7.5, 10, 10, 26, 0.1, 0.3];
}

function drawVenue(dice: Dice, market: Market, step: number): RouteVenue {
  const levels = drawLevels(dice, market);
  const venue = { market, step, levels };
  const accounts = market.isShared ? dice.whole(2, 5) : dice.pick([1, 1, 1, 2, 2, 3]);
  return {
    levels,
    penaltyBps: dice.pick([0, 0, 0.1, 2.5, 10, Number(dice.between(0, 10).toFixed(2))]),
    step: times(market.unit, step),
    accounts: Array.from({ length: accounts }, () => drawAccount(dice, venue)),
  };
}

function drawLevels(dice: Dice, market: Market): (readonly [number, number])[] {
  const count = dice.pick([1, 2, 3, 3, 5, 10, 20, 100, dice.whole(1, 100)]);
  const sign = market.side === 'buy' ? 1 : -1;
  // Below 0: the venue crosses the others, and slippage is a gain.
  let bps = market.isEven ? 1 : dice.pick([0.5, 1, 1, 3, 8, -2, -15]);
  const isLoose = dice.chance(0.4);
  const pace = market.isEven ? market.pace : dice.pick([0.1, 1, 1, 5, 40]);
  const shape = dice.pick([0, 1, 3]);
  // With one digit, levels often add up to whole steps. With too many they end so near to one,
  // within a part in 10^12 of the depth, that float arithmetic may take it for whole.
  const digits = dice.pick(market.units > 10_000 ? [1, 1, 2] : [1, 1, 4, 6]);
  const mean = (Math.max(1, market.units) * market.depth) / count;
  return Array.from({ length: count }, () => {
    const weight = dice.between(0.05, 1) ** shape * (shape + 1);
    const wide = Math.max(isLoose ? 0.05 : 1, mean * weight);
    // Off every step, or on the finest one.
    const quantity = isLoose ? Number(wide.toFixed(digits)) : Math.round(wide);
    const price = Number((market.mid * (1 + (sign * bps) / 10_000)).toPrecision(8));
    // The same price is repeated now and then.
    if (!dice.chance(0.15)) bps += Number((dice.between(0.01, 2) * pace).toFixed(2));
    return [price, times(market.unit, quantity)] as const;
  });
}

interface DrawnVenue {
  readonly market: Market;
  /** In units. */
  readonly step: number;
  readonly levels: readonly (readonly [number, number])[];
}

function drawAccount(dice: Dice, { market, step, levels }: DrawnVenue): RouteAccount {
  const { unit, units, isPlain, isShared, mid } = market;

  const feeBps = dice.pick(market.fees);
  const part = (low: number, high: number) =>
    times(unit, Number((units * dice.between(low, high)).toPrecision(6)));
  // All accounts of a few venues together can pay for about as much as is wanted.
  const payable = () => Number((part(0.02, 0.3) * mid).toPrecision(9));
  // It has so few digits that its value is exact as well.
  const whole = (low: number, high: number) =>
    times(unit, Number(Math.round(units * dice.between(low, high)).toPrecision(6)));
  const minQuantity = dice.pick([
    0,
    0,
    times(unit, step),
    times(unit, dice.whole(1, 4) * step),
    times(unit, dice.whole(1, 9) + 0.5),
    part(0.05, 0.4),
    whole(0.8, 1.05),
  ]);
  const maxQuantity = dice.pick([unbounded, unbounded, unbounded, part(0.1, 0.9), whole(0.2, 0.7)]);
  const [price] = dice.pick(levels);
  const maxValue = dice.pick([
    unbounded,
    unbounded,
    Number((part(0.1, 0.9) * price).toPrecision(9)),
    // Exactly the cost of a part of the quantity at the price of a level.
    Number((price * whole(0.2, 0.8)).toPrecision(15)),
  ]);
  if (isShared) return { feeBps, minQuantity: 0, maxQuantity: unbounded, maxValue: payable() };
  if (isPlain) return { feeBps, minQuantity: 0, maxQuantity: unbounded, maxValue: unbounded };
  return { feeBps, minQuantity, maxQuantity, maxValue };
}

/** Returns a product without the error of binary fractions, as it would be written down. */
const times = (a: number, b: number): number => Number((a * b).toPrecision(15));
