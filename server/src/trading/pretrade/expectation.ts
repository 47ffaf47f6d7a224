import { assert, unreachable } from '../../kit/assert.ts';
import { restOf } from './noise.ts';
import type { MergedLevel, SidedMarket } from './sidedMarket.ts';
import type { AnalysedOrder, EligibleBook, Urgency } from './types.ts';

/** A piece of the order, at one venue and one price. */
export interface ExpectedPart {
  readonly book: EligibleBook;
  readonly quantity: number;
  readonly price: number;
  readonly isTaker: boolean;
}

/** The expected fills of an order. Quantities are in base units. */
export interface Expectation {
  readonly quantity: number;
  /** They sum up to the quantity. */
  readonly parts: readonly ExpectedPart[];
  /** The quantity that moves the market against the order. */
  readonly impactQuantity: number;
  /** The resting quantity of a limit order. */
  readonly resting: number;
  /** The quantity that the displayed depth does not hold, and a market order takes anyway. */
  readonly beyondDepth: number;
  /** No part costs more than this price. */
  readonly limitPrice: number | undefined;
}

/**
 * Share of an algorithm's quantity that takes; the rest joins the best price. A patient order can
 * wait for most of its fills, an urgent one crosses the spread for most. It is a convention, since
 * no book tells how often a resting child is filled.
 */
const takingShare: Readonly<Record<Urgency, number>> = { low: 0.25, normal: 0.5, high: 0.75 };

/**
 * Returns the expected fills of an order.
 *
 * - market: walks the merged levels. The part that they do not hold is priced at the worst of them,
 *   since nothing better was shown, and shared among the venues by what each showed.
 * - limit: takes the levels up to its price. The rest waits at its price as maker, and makes no
 *   impact: only the taking part has impact.
 * - algo: its children are small, so each takes or joins the best price. All of it makes impact:
 *   the market notices both halves of a worked order.
 */
export function expectFills(market: SidedMarket, order: AnalysedOrder): Expectation {
  switch (order.type) {
    case 'market':
      return expectMarket(market, order.quantity);
    case 'limit':
      assert(order.limitPrice !== undefined, 'a limit order has a price');
      return expectLimit(market, order.quantity, order.limitPrice);
    case 'algo':
      return expectWorked(market, order.quantity, takingShare[order.urgency]);
    default:
      return unreachable(order.type);
  }
}

/** Expects that all of it joins the best price and waits there, without impact. */
export function expectMaker(market: SidedMarket, quantity: number): Expectation {
  return { ...expectWorked(market, quantity, 0), impactQuantity: 0 };
}

/** Returns how many merged price levels the order takes at once, up to a limit order's price. */
export function levelsToFill(market: SidedMarket, order: AnalysedOrder): number {
  const limitPrice = order.type === 'limit' ? order.limitPrice : undefined;
  return new Set(walk(market, order.quantity, limitPrice).parts.map(({ price }) => price)).size;
}

/** Returns the part of a quantity that the displayed depth does not hold. */
export function beyondDepth(market: SidedMarket, quantity: number): number {
  return restOf(quantity, quantity - market.quantity);
}

function expectMarket(market: SidedMarket, quantity: number): Expectation {
  const { parts, rest } = walk(market, quantity, undefined);
  const worst = market.levels.at(-1)?.price ?? market.bestTaken;
  return {
    quantity,
    parts: [...parts, ...spreadOut(market, rest, { price: worst, isTaker: true })],
    impactQuantity: quantity,
    resting: 0,
    beyondDepth: rest,
    limitPrice: undefined,
  };
}

function expectLimit(market: SidedMarket, quantity: number, limitPrice: number): Expectation {
  const { parts, rest } = walk(market, quantity, limitPrice);
  return {
    quantity,
    parts: [...parts, ...spreadOut(market, rest, { price: limitPrice, isTaker: false })],
    impactQuantity: quantity - rest,
    resting: rest,
    beyondDepth: 0,
    limitPrice,
  };
}

function expectWorked(market: SidedMarket, quantity: number, share: number): Expectation {
  const taken = quantity * share;
  const parts = [
    ...spreadOut(market, taken, { price: market.bestTaken, isTaker: true }),
    ...spreadOut(market, quantity - taken, { price: market.bestJoined, isTaker: false }),
  ];
  return {
    quantity,
    parts,
    impactQuantity: quantity,
    resting: 0,
    beyondDepth: 0,
    limitPrice: undefined,
  };
}

/** Takes levels, best first. */
function walk(
  { levels, side }: SidedMarket,
  quantity: number,
  limitPrice: number | undefined,
): { readonly parts: readonly ExpectedPart[]; readonly rest: number } {
  const isWithin = ({ price }: MergedLevel) =>
    limitPrice === undefined || (side === 'buy' ? price <= limitPrice : price >= limitPrice);
  const parts: ExpectedPart[] = [];
  let left = quantity;
  for (const level of levels) {
    if (left === 0 || !isWithin(level)) break;
    const taken = Math.min(left, level.quantity);
    parts.push({ book: level.book, quantity: taken, price: level.price, isTaker: true });
    left = restOf(quantity, left - taken);
  }
  return { parts, rest: left };
}

/** Shares a quantity among the venues by what each shows: the best guess of future volume. */
function spreadOut(
  market: SidedMarket,
  quantity: number,
  at: { readonly price: number; readonly isTaker: boolean },
): readonly ExpectedPart[] {
  if (quantity === 0) return [];
  return market.view.books
    .map((book) => {
      const shown = book.levels.reduce((sum, [, each]) => sum + each, 0);
      return { book, quantity: (quantity * shown) / market.quantity, ...at };
    })
    .filter((part) => part.quantity > 0);
}
