import { assert } from '../../kit/assert.ts';
import { exactProduct, isProductBelow, onOtherGrid, roundToGrid } from '../../kit/grid.ts';
import type { OrderType, Side } from '../model/order.ts';

/** The rules of a market for the numbers of an order. */
export interface OrderRules {
  readonly priceTick: number;
  /**
   * Maximum number of significant digits of a price; whole numbers may have more. Where there is
   * such a rule, the tick is a power of ten.
   */
  readonly priceDigitsMax?: number;
  /**
   * Step of the quantity in base units, or in contracts when `contractSize` is given; the minimum
   * likewise.
   */
  readonly quantityStep: number;
  readonly quantityMin?: number;
  /** Base units of one contract, for markets that count in contracts. Linear contracts only. */
  readonly contractSize?: number;
  /** Smallest value of an order in the quote currency. */
  readonly notionalMin?: number;
}

/** The part of an order that is rounded to steps. */
interface SteppedOrder {
  readonly type: OrderType;
  readonly side: Side;
  /** Quantity in base units. */
  readonly quantity: number;
  readonly price?: number;
  readonly stopPrice?: number;
}

type SteppedField = 'quantity' | 'price' | 'stopPrice';

/** One number that was changed, and why, in a sentence. */
export interface OrderChange {
  readonly field: SteppedField;
  readonly from: number;
  readonly to: number;
  readonly reason: string;
}

export interface NormaliseRefusal {
  readonly ok: false;
  readonly code: 'BELOW_MINIMUM_ORDER' | 'INVALID_ORDER';
  readonly message: string;
  /** The minimum, when the order is below one. */
  readonly data: Readonly<Record<string, string | number>>;
}

export interface NormalisedOrder<Order> {
  readonly ok: true;
  readonly order: Order;
  /** The quantity in contracts, at a venue that counts in contracts. */
  readonly contracts: number | undefined;
  readonly changes: readonly OrderChange[];
}

/**
 * Rounds the numbers of an order exactly to the market's grids, so that the venue refuses none and
 * the order is the one that will be stored and sent:
 *
 * - the quantity is rounded down to its step, never up
 * - the limit price is rounded away from the market: down for a buy, up for a sell
 * - the stop price is rounded to the nearest tick, up from the middle: neither direction is safer,
 *   so the smallest change is the best
 *
 * The minimum value of an order is checked at its own price, at the lower one of an OCO, else at
 * the reference price. It is not checked for an order without any of them.
 */
export function normaliseOrder<Order extends SteppedOrder>(
  order: Order,
  rules: OrderRules,
  referencePrice?: number,
): NormalisedOrder<Order> | NormaliseRefusal {
  const step = baseStep(rules);
  const quantity = moveQuantity(order.quantity, step);
  const price = movePrice('price', order, rules);
  const stopPrice = movePrice('stopPrice', order, rules);
  for (const moved of [quantity, price, stopPrice]) if (moved && !moved.ok) return moved;
  const moves = [quantity, price, stopPrice].filter((moved) => moved?.ok === true);

  const normalised: Order = { ...order, ...Object.fromEntries(moves.map(toEntry)) };
  const refusal =
    badPair(normalised) ?? belowMinimum(normalised, { ...rules, step, referencePrice });
  if (refusal) return refusal;
  const { contractSize, quantityStep } = rules;
  return {
    ok: true,
    order: normalised,
    contracts:
      contractSize === undefined ? undefined : onOtherGrid(normalised.quantity, step, quantityStep),
    changes: moves.filter(({ from, to }) => from !== to).map(toChange),
  };
}

/**
 * Refuses an OCO unless its legs are on two sides of the market, the limit leg on the better one.
 */
function badPair({ type, side, price, stopPrice }: SteppedOrder): NormaliseRefusal | undefined {
  if (type !== 'oco' || price === undefined || stopPrice === undefined) return undefined;
  if (side === 'buy' ? price < stopPrice : price > stopPrice) return undefined;
  const where = side === 'buy' ? 'below' : 'above';
  return invalid('price', price, `must be ${where} the stop_price ${stopPrice} in a ${side} oco`);
}

interface Move extends OrderChange {
  readonly ok: true;
}

function toEntry({ field, to }: Move) {
  return [field, to] as const;
}

function toChange({ field, from, to, reason }: Move): OrderChange {
  return { field, from, to, reason };
}

/** Returns the step of the quantity in base units. */
function baseStep({ quantityStep, contractSize = 1 }: OrderRules): number {
  const step = exactProduct(quantityStep, contractSize);
  assert(step !== undefined, `${quantityStep} contracts of ${contractSize} have an exact size`);
  return step;
}

function moveQuantity(from: number, step: number): Move | NormaliseRefusal {
  const field = 'quantity';
  if (!isPositive(from)) return invalid(field, from, 'must be above 0');
  const to = roundToGrid(from, step, 'down');
  if (to === undefined) return invalid(field, from, `has too many digits for the step ${step}`);
  return { ok: true, field, from, to, reason: `rounded down to the quantity step ${step}` };
}

function movePrice(
  field: 'price' | 'stopPrice',
  order: SteppedOrder,
  rules: OrderRules,
): Move | NormaliseRefusal | undefined {
  const from = order[field];
  if (from === undefined) return undefined;
  if (!isPositive(from)) return invalid(field, from, 'must be above 0');
  const rounding = field === 'stopPrice' ? 'nearest' : order.side === 'buy' ? 'down' : 'up';
  const tick = tickAt(from, rules);
  const to = roundToGrid(from, tick, rounding);
  if (to === undefined) return invalid(field, from, `has too many digits for the tick ${tick}`);
  if (to === 0) return invalid(field, from, `is less than the tick ${tick}`);
  const how = rounding === 'nearest' ? 'to the nearest' : `${rounding} to the`;
  return { ok: true, field, from, to, reason: `rounded ${how} price tick ${tick}` };
}

/**
 * Returns the tick at a price. A limit on digits makes it coarser, but at most 1. A price that is
 * rounded up to a power of ten is on the next, coarser tick as well.
 */
export function tickAt(
  price: number,
  {
    priceTick,
    priceDigitsMax,
  }: { readonly priceTick: number; readonly priceDigitsMax?: number | undefined },
): number {
  if (priceDigitsMax === undefined) return priceTick;
  const exponent = Number(price.toExponential().split('e')[1]);
  return Math.max(priceTick, Number(`1e${Math.min(0, exponent - priceDigitsMax + 1)}`));
}

interface Minimums extends OrderRules {
  readonly step: number;
  readonly referencePrice: number | undefined;
}

function belowMinimum(order: SteppedOrder, minimums: Minimums): NormaliseRefusal | undefined {
  const { step, quantityMin = 0, contractSize = 1, notionalMin } = minimums;
  const wanted = exactProduct(quantityMin, contractSize);
  assert(wanted !== undefined, `${quantityMin} contracts of ${contractSize} have an exact size`);
  const minimum = roundToGrid(Math.max(wanted, step), step, 'up');
  assert(minimum !== undefined, `the minimum ${wanted} can be written on the step ${step}`);
  const { quantity } = order;
  if (quantity < minimum) return below('quantity', quantity, minimum);

  const price = valuedAt(order) ?? minimums.referencePrice;
  if (notionalMin === undefined || price === undefined) return undefined;
  if (!isProductBelow(quantity, price, notionalMin)) return undefined;
  return below('value', exactProduct(quantity, price) ?? quantity * price, notionalMin);
}

/** Returns the price at which the venue values the order, when it has one. */
function valuedAt({ type, price, stopPrice }: SteppedOrder): number | undefined {
  if (type !== 'oco' || price === undefined || stopPrice === undefined) return price ?? stopPrice;
  return Math.min(price, stopPrice);
}

function below(what: 'quantity' | 'value', given: number, minimum: number): NormaliseRefusal {
  return {
    ok: false,
    code: 'BELOW_MINIMUM_ORDER',
    message: `Error - The order ${what} ${given} is below the minimum of ${minimum}.`,
    data: { minimum_of: what, minimum, given },
  };
}

function invalid(field: SteppedField, given: number, why: string): NormaliseRefusal {
  const name = field === 'stopPrice' ? 'stop_price' : field;
  return {
    ok: false,
    code: 'INVALID_ORDER',
    message: `Error - ${name} ${given} ${why}.`,
    data: { field: name, given: String(given) },
  };
}

function isPositive(value: number): boolean {
  return Number.isFinite(value) && value > 0;
}
