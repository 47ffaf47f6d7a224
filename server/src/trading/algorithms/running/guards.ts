import { roundToGrid } from '../../../kit/grid.ts';
import { tickAt } from '../../execution/index.ts';
import type { Side } from '../../model/order.ts';
import type { MarketRules } from '../algorithm.ts';

/** Trading §8, which also holds for children (Design: USD 10 minimum). */
export const minimumUsd = 10;

/** Returns the price within the limit price, unrounded. Design: a child is never beyond it. */
export function withinLimit(side: Side, price: number, limitPrice: number | undefined): number {
  if (limitPrice === undefined) return price;
  return side === 'buy' ? Math.min(price, limitPrice) : Math.max(price, limitPrice);
}

/** Returns the price on the tick, rounded away from the market: never beyond the intended price. */
export function onTick(side: Side, price: number, rules: MarketRules): number | undefined {
  const tick = tickAt(price, rules);
  const rounded = roundToGrid(price, tick, side === 'buy' ? 'down' : 'up');
  return rounded === undefined || rounded <= 0 ? undefined : rounded;
}

export interface Sizing {
  readonly quantity: number;
  readonly price: number;
  /** USD of one unit of the quote. When undefined, execution checks the minimum again. */
  readonly quoteUsd: number | undefined;
}

/** Returns the part of a quantity that can be ordered: on the lot, and 0 when below a minimum. */
export function tradable({ quantity, price, quoteUsd }: Sizing, rules: MarketRules): number {
  if (!(quantity > 0)) return 0;
  const { quantityStep, quantityMin, notionalMin } = rules;
  const rounded = roundToGrid(quantity, quantityStep, 'down');
  if (rounded === undefined || rounded < quantityMin) return 0;
  const notional = rounded * price;
  if (notional < notionalMin) return 0;
  return quoteUsd !== undefined && notional * quoteUsd < minimumUsd ? 0 : rounded;
}
