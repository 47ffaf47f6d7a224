import type { BookLevel } from '../../src/trading/venues/bookPort.ts';
import type { OrderType, Side } from './matrix.ts';

/** A book of both sides. */
export interface Sides {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** Prices by their names on the wire. */
export interface Prices {
  readonly price?: number;
  readonly stop_price?: number;
  readonly trailing_delta?: number;
}

/* Every plan starts from a market with 4 at 100 and 101, whose mid is 100.5. */

/** The prices of an order of a type, and the books that bring it to its end. */
export interface OrderPlan {
  readonly prices: Prices;
  /** Fills all of it, at this price. */
  readonly filling: Sides;
  readonly fillPrice: number;
  /** Fills 0.4 of it. */
  readonly thin: Sides;
  /** State of the rest then: an order that became a market order ends. */
  readonly restIs: 'open' | 'expired';
  /** Comes near the order, but does not reach it. */
  readonly near: Sides;
}

/** The books for a stop limit that triggers before its limit price is reached. */
export interface TriggerPlan {
  /** Triggers it; its limit price is not reached yet. */
  readonly reaching: Sides;
  /** Reaches its limit price, and would not trigger anything any more. */
  readonly after: Sides;
}

/** Quantity of every order that rests. */
export const restingQuantity = 1;

/** Beyond the best levels the next one is too far for any market order. */
function at(bid: number, ask: number, quantity = 10): Sides {
  return {
    bids: [
      [bid, quantity],
      [bid * 0.7, 10],
    ],
    asks: [
      [ask, quantity],
      [ask * 1.3, 10],
    ],
  };
}

const atFourTenths = (bid: number, ask: number) => at(bid, ask, 0.4);

/** The plans of buys. */
const plans: Readonly<Record<Exclude<OrderType, 'market'>, OrderPlan>> = {
  limit: {
    prices: { price: 95 },
    filling: at(93, 94),
    fillPrice: 95,
    thin: atFourTenths(93, 94),
    restIs: 'open',
    near: at(94, 96),
  },
  stop_loss: {
    prices: { stop_price: 110 },
    filling: at(110, 111),
    fillPrice: 111,
    thin: atFourTenths(110, 111),
    restIs: 'expired',
    near: at(109, 110),
  },
  stop_loss_limit: {
    prices: { stop_price: 110, price: 112 },
    filling: at(110, 111),
    fillPrice: 111,
    thin: atFourTenths(110, 111),
    restIs: 'open',
    near: at(109, 110),
  },
  take_profit: {
    prices: { stop_price: 90 },
    filling: at(89, 90),
    fillPrice: 90,
    thin: atFourTenths(89, 90),
    restIs: 'expired',
    near: at(90, 91),
  },
  take_profit_limit: {
    prices: { stop_price: 90, price: 92 },
    filling: at(89, 90),
    fillPrice: 90,
    thin: atFourTenths(89, 90),
    restIs: 'open',
    near: at(90, 91),
  },
  // Two percent above a mid of 100.5 is 102.51.
  trailing_stop: {
    prices: { trailing_delta: 2 },
    filling: at(103, 104),
    fillPrice: 104,
    thin: atFourTenths(103, 104),
    restIs: 'expired',
    near: at(102, 103),
  },
  oco: {
    prices: { price: 95, stop_price: 110 },
    filling: at(93, 94),
    fillPrice: 95,
    thin: atFourTenths(93, 94),
    restIs: 'open',
    near: at(109, 110),
  },
};

const triggers: Partial<Readonly<Record<OrderType, TriggerPlan>>> = {
  stop_loss_limit: { reaching: at(110, 113), after: at(108, 109) },
  take_profit_limit: { reaching: at(86, 93), after: at(91, 91.5) },
};

/** The stop leg of a pair, set off and filled. */
const stopLeg = { filling: at(110, 111), fillPrice: 111 };

/** Down two percent and more, and back by as much: a trailing stop has followed. */
const trail = { away: at(94, 95), near: at(96, 96.5), back: at(97, 97.5), fillPrice: 97.5 };

/** Mirrors a price at the market's mid: a sell is a buy seen in this mirror. */
const mirrored = (price: number) => Math.round((201 - price) * 100) / 100;

export function onSide(side: Side, price: number): number {
  return side === 'buy' ? price : mirrored(price);
}

function sidesOn(side: Side, { bids, asks }: Sides): Sides {
  if (side === 'buy') return { bids, asks };
  const turned = (levels: readonly BookLevel[]) =>
    levels.map(([price, quantity]): BookLevel => [mirrored(price), quantity]);
  return { bids: turned(asks), asks: turned(bids) };
}

export function planOf(type: Exclude<OrderType, 'market'>, side: Side): OrderPlan {
  const plan = plans[type];
  const { price, stop_price, trailing_delta } = plan.prices;
  return {
    ...plan,
    prices: {
      ...(price !== undefined && { price: onSide(side, price) }),
      ...(stop_price !== undefined && { stop_price: onSide(side, stop_price) }),
      ...(trailing_delta !== undefined && { trailing_delta }),
    },
    filling: sidesOn(side, plan.filling),
    fillPrice: onSide(side, plan.fillPrice),
    thin: sidesOn(side, plan.thin),
    near: sidesOn(side, plan.near),
  };
}

/** Undefined for types that are no stop limits. */
export function triggerPlanOf(type: OrderType, side: Side): TriggerPlan | undefined {
  const plan = triggers[type];
  if (!plan) return undefined;
  return { reaching: sidesOn(side, plan.reaching), after: sidesOn(side, plan.after) };
}

export function stopLegPlan(side: Side): Pick<OrderPlan, 'filling' | 'fillPrice'> {
  return {
    filling: sidesOn(side, stopLeg.filling),
    fillPrice: onSide(side, stopLeg.fillPrice),
  };
}

export function trailPlan(side: Side) {
  return {
    away: sidesOn(side, trail.away),
    near: sidesOn(side, trail.near),
    back: sidesOn(side, trail.back),
    fillPrice: onSide(side, trail.fillPrice),
  };
}

/** Returns a book thinner than an order of one. */
export function thinBook(side: Side): Sides {
  return sidesOn(side, atFourTenths(100, 101));
}

/** Returns the market in which a resting order at the best price of its side is filled. */
export function comingTo(side: Side): Sides {
  return sidesOn(side, at(98, 99));
}
