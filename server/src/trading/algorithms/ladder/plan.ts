import { unreachable } from '../../../kit/assert.ts';
import { exactly, formatExact, multiplyExact, wholeTimes } from '../../../kit/exact.ts';
import { normaliseOrder } from '../../execution/index.ts';
import type { AccountId } from '../../model/account.ts';
import type { Side } from '../../model/order.ts';
import type { AlgorithmView, MarketRules } from '../algorithm.ts';
import { restOf, sumOf } from '../shared/figures.ts';
import type { OpenAccount } from '../shared/openAccounts.ts';
import type { LadderParams } from './params.ts';

/** A planned level of the ladder. */
export interface LadderLevel {
  /** Counts from 1, away from the market. */
  readonly number: number;
  readonly accountId: AccountId;
  /** Wanted price, not yet on a tick. */
  readonly target: number;
  /** Price on the tick of the account's market. */
  readonly price: number;
  /** Base units, on the lot of the account's market. */
  readonly quantity: number;
}

/** Price range of a ladder. */
export interface LadderSpan {
  readonly start: number;
  /** Undefined when the spacing decides it. */
  readonly end: number | undefined;
}

/** Returns the range. Requested prices keep their distance from the mid as it moves. */
export function spanOf(
  { startPrice, endPrice }: LadderParams,
  { mid, initialMid }: { readonly mid: number; readonly initialMid: number },
): LadderSpan {
  const scale = mid / initialMid;
  const start = startPrice === undefined ? mid : startPrice * scale;
  return { start, end: endPrice === undefined ? undefined : endPrice * scale };
}

/** True when the levels would run towards the market. */
export function isWrongWay({ start, end }: LadderSpan, side: Side): boolean {
  if (end === undefined) return false;
  return side === 'buy' ? end > start : end < start;
}

/**
 * Returns levels of the remaining quantity, with accounts in turn (Orderbook §4.3). A quantity that
 * its account would refuse as too small moves to the next nearer level, and levels that are still
 * too small are left out.
 */
export function planLevels(
  params: LadderParams,
  view: AlgorithmView,
  { span, accounts }: { readonly span: LadderSpan; readonly accounts: readonly OpenAccount[] },
): readonly LadderLevel[] {
  const { numLevels, sizeDistribution } = params;
  const lot = Math.max(...accounts.map(({ rules }) => rules.quantityStep));
  const sizes = sizesOf(view.free, lot, weightsOf(sizeDistribution, numLevels));
  const wanted: Wanted[] = [];
  for (const [index, size] of sizes.entries()) {
    const account = accounts[index % accounts.length];
    if (!account) continue;
    const target = heldTo(view, targetOf(params, span, { index, side: view.side }));
    const last = wanted.at(-1);
    // Levels that the limit price or a missing spacing puts at one price become one.
    if (last?.target === target) last.quantity = sumOf([last.quantity, size]);
    else wanted.push({ number: index + 1, account, target, quantity: size });
  }
  return sized(view, wanted);
}

interface Wanted {
  readonly number: number;
  readonly account: OpenAccount;
  readonly target: number;
  quantity: number;
}

/** Sizes each level at its account, from the furthest on. All rests reach the nearest at last. */
function sized(view: AlgorithmView, wanted: readonly Wanted[]): readonly LadderLevel[] {
  const levels: LadderLevel[] = [];
  const sizeAt = (level: LadderLevel, quantity: number) =>
    view.sizeOf(level.accountId, quantity, level.price);
  let carried = restOf(view.free, sumOf(wanted.map(({ quantity }) => quantity)));
  for (const [at, { number, account, target, quantity }] of [...wanted.entries()].reverse()) {
    // A rest that fits no common lot waits for the nearest level.
    const isNearest = at === 0;
    const due = isNearest ? sumOf([quantity, carried]) : quantity;
    const price = priceAt(target, account.rules, view.side);
    const level = { number, accountId: account.id, target, price: price ?? 0, quantity: due };
    const size = price === undefined ? 0 : sizeAt(level, due);
    if (size > 0) levels.unshift({ ...level, quantity: size });
    const left = restOf(due, size);
    const nearer = wanted[at - 1];
    if (isNearest) carried = left;
    else if (nearer) nearer.quantity = sumOf([nearer.quantity, left]);
  }
  return levels.map((level) => {
    if (carried <= 0) return level;
    const size = sizeAt(level, sumOf([level.quantity, carried]));
    if (size <= level.quantity) return level;
    carried = restOf(carried, restOf(size, level.quantity));
    return { ...level, quantity: size };
  });
}

/**
 * Returns the price rounded to 14 digits, so that a price people would write comes out exactly, and
 * on its tick.
 */
function targetOf(
  { numLevels, priceSpacingBps }: LadderParams,
  { start, end }: LadderSpan,
  { index, side }: { readonly index: number; readonly side: Side },
): number {
  const sign = side === 'buy' ? -1 : 1;
  const target =
    end === undefined || numLevels === 1
      ? (start * (10_000 + sign * index * priceSpacingBps)) / 10_000
      : start + ((end - start) * index) / (numLevels - 1);
  return Number(target.toPrecision(14));
}

function heldTo(
  { side, limitPrice = side === 'buy' ? Infinity : 0 }: AlgorithmView,
  price: number,
) {
  return side === 'buy' ? Math.min(price, limitPrice) : Math.max(price, limitPrice);
}

/** Returns the price on the tick, away from the market; undefined if there is no such price. */
export function priceAt(target: number, rules: MarketRules, side: Side): number | undefined {
  const { priceTick, priceDigitsMax } = rules;
  const digits = priceDigitsMax === undefined ? {} : { priceDigitsMax };
  const order = { type: 'limit', side, quantity: 1, price: target } as const;
  const moved = normaliseOrder(order, { priceTick, quantityStep: 1, ...digits });
  return moved.ok ? moved.order.price : undefined;
}

/** Design (ladder): weights grow away from the market, where prices are better. */
function weightsOf(distribution: LadderParams['sizeDistribution'], count: number): bigint[] {
  return Array.from({ length: count }, (_, index) => {
    switch (distribution) {
      case 'equal':
        return 1n;
      case 'linear':
        return BigInt(index + 1);
      case 'exponential':
        return 2n ** BigInt(index + 1);
      default:
        return unreachable(distribution);
    }
  });
}

/** Returns whole lots by weight that sum to all lots. The largest remainders get one more. */
export function sizesOf(quantity: number, lot: number, weights: readonly bigint[]): number[] {
  const lots = wholeTimes(exactly(quantity), exactly(lot));
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  const shares = weights.map((weight) => (lots * weight) / whole);
  const left = Number(lots - shares.reduce((sum, share) => sum + share, 0n));
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (lots * weight) % whole }))
    .sort((one, other) => Number(other.remainder - one.remainder) || one.index - other.index);
  const luckyOnes = new Set(byRemainder.slice(0, left).map(({ index }) => index));
  return shares.map((share, index) => {
    const digits = share + (luckyOnes.has(index) ? 1n : 0n);
    return Number(formatExact(multiplyExact({ digits, scale: 0 }, exactly(lot))));
  });
}
