import { assert } from '../../kit/assert.ts';
import { exactly, multiplyExact, roundUpExact, wholeTimes } from '../../kit/exact.ts';
import { isProductBelow, onOtherGrid } from '../../kit/grid.ts';
import type { BuyingPower } from '../execution/index.ts';
import type { FeeRecord } from '../fees/types.ts';
import { finestStep } from '../model/market.ts';
import type { MarketType, Side } from '../model/order.ts';
import type { Level } from '../orderbook/types.ts';
import type { ListedMarket } from '../venues/marketPort.ts';

/** Trading §8: minimum router slice, USD 10. */
const sliceMicroUsdMin = 10_000_000;

/** The prices that slices are measured with, and the worth of the quote. */
export interface Measure {
  readonly side: Side;
  readonly marketType: MarketType;
  /** Prices of the best and the worst level that may be taken. */
  readonly near: number;
  readonly far: number;
  /** USD of one unit of the quote. */
  readonly quoteUsd: number;
  /** True when slices only reduce positions: no minimum value applies to them. */
  readonly reduceOnly?: boolean | undefined;
}

/** The largest possible slice: base units, and quote units at its limit price. */
export interface Ceiling {
  readonly maxQuantity: number;
  readonly maxValue: number;
}

const unbounded: Ceiling = {
  maxQuantity: Number.POSITIVE_INFINITY,
  maxValue: Number.POSITIVE_INFINITY,
};

export function lowest(...ceilings: readonly Ceiling[]): Ceiling {
  return {
    maxQuantity: Math.min(...ceilings.map(({ maxQuantity }) => maxQuantity)),
    maxValue: Math.min(...ceilings.map(({ maxValue }) => maxValue)),
  };
}

/**
 * Returns the fee that an exchange sets aside for an order: the higher one, for it may not check
 * whether the order can rest, and no rebate before it is earned.
 */
export function asideBps({ makerBps, takerBps }: Pick<FeeRecord, 'makerBps' | 'takerBps'>): number {
  return Math.max(0, makerBps, takerBps);
}

/** Returns what a balance pays for, including the fee where it may be charged on top. */
export function balanceCeiling(
  { free, leverage }: BuyingPower,
  feeBps: number,
  measure: Measure,
): Ceiling {
  if (measure.marketType === 'spot' && measure.side === 'sell') {
    return { ...unbounded, maxQuantity: free };
  }
  const fee = Math.max(0, feeBps) / 10_000;
  return worthCeiling((free * leverage) / (1 + leverage * fee), measure);
}

/** Returns the ceiling of an order that only reduces a position of this many base units. */
export function positionCeiling(closable: number): Ceiling {
  return { ...unbounded, maxQuantity: closable };
}

/** Returns what a limit in dollars allows. */
export function usdCeiling(microUsd: number, measure: Measure): Ceiling {
  return worthCeiling(microUsd / 1e6 / measure.quoteUsd, measure);
}

/**
 * A buy is worth most at its limit price. A sell may fill above its price and is valued at the best
 * bid, whatever its limit price.
 */
function worthCeiling(worth: number, { side, near }: Measure): Ceiling {
  if (side === 'buy') return { ...unbounded, maxValue: worth };
  return { ...unbounded, maxQuantity: worth / near };
}

/** Returns the most base units, not rounded to a step yet, that levels and a ceiling allow. */
export function mostWithin(levels: readonly Level[], ceiling: Ceiling): number {
  let offered = 0;
  let most = 0;
  for (const [price, quantity] of levels) {
    offered += quantity;
    // A quantity below that of the levels before it has a better limit price, and is counted there.
    most = Math.max(most, Math.min(offered, ceiling.maxValue / price));
  }
  return Math.min(most, ceiling.maxQuantity);
}

/**
 * Returns the smallest slice on the market's step that no check refuses as too small: the venue's
 * own minimums and the router's, at the lowest price at which an order within the levels may be
 * valued. Venues value an order at its own price; we value a sell at the best bid if that is more.
 */
export function leastQuantity(market: ListedMarket, step: number, measure: Measure): number {
  const { side, near, far, quoteUsd, reduceOnly = false } = measure;
  const { quantityMin = 0, notionalMin = 0 } = market;
  const ownPrice = side === 'buy' ? near : far;
  const smallest = leastLots(step, Math.max(quantityMin, step), (each) => each < quantityMin);
  if (reduceOnly) return lotsOf(smallest, step);
  const lots = Math.max(
    smallest,
    leastLots(step, notionalMin / ownPrice, (quantity) =>
      isProductBelow(quantity, ownPrice, notionalMin),
    ),
    leastLots(step, sliceMicroUsdMin / 1e6 / quoteUsd / near, (quantity) =>
      isBelowSliceMin(quantity, near, quoteUsd),
    ),
  );
  return lotsOf(lots, step);
}

/** Above the rounding error of floats: only quotients this near a whole number are checked. */
const nearWhole = 1e-9;

/** Returns the lots of at least a quantity, checked exactly where floats cannot decide. */
function leastLots(step: number, about: number, isBelow: (quantity: number) => boolean): number {
  const lots = about / step;
  const nearest = Math.round(lots);
  if (Math.abs(lots - nearest) > nearWhole * Math.max(1, lots)) return Math.ceil(lots);
  return isBelow(lotsOf(nearest, step)) ? nearest + 1 : nearest;
}

/** Rounding error by which a quotient of floats may be below its true whole number. */
const lotNoise = 1e-12;

/** Returns the most whole lots within a ceiling that was calculated in floats. */
export function lotsWithin(ceiling: number, step: number): number {
  return lotsOf(Math.floor((ceiling / step) * (1 + lotNoise)), step);
}

/** Returns the most whole lots in a quantity as given: not a part in 10^16 beyond it. */
export function wholeLotsOf(quantity: number, step: number): number {
  return lotsOf(Number(wholeTimes(exactly(quantity), exactly(step))), step);
}

/** Every double has 15 exact decimal digits; the digits after them are rounding error. */
const sureDigits = 15;

export function lotsOf(lots: number, step: number): number {
  return Number((lots * step).toPrecision(sureDigits));
}

/** Calculates as execution values an order: rounded up to a millionth of a dollar. */
function isBelowSliceMin(quantity: number, price: number, quoteUsd: number): boolean {
  const worth = [quantity, price, quoteUsd].map(exactly).reduce(multiplyExact);
  return roundUpExact(worth, 6) < BigInt(sliceMicroUsdMin);
}

/** Above this many lots, floats that went through some arithmetic cannot tell neighbours apart. */
const lotsMax = 1e11;

/** Returns the step of quantities; ten or more steps together if the order has too many. */
export function stepOf({ quantityStep = finestStep }: ListedMarket, quantity: number): number {
  let step = quantityStep;
  while (quantity / step > lotsMax) {
    const coarser = onOtherGrid(10, 1, step);
    assert(coarser !== undefined, `ten times ${step} can be written`);
    step = coarser;
  }
  return step;
}
