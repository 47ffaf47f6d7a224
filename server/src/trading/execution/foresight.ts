import { AppError } from '../../kit/errors.ts';
import {
  addExact,
  compareExact,
  type Exact,
  exactly,
  formatExact,
  multiplyExact,
  subtractExact,
  zeroExact,
} from '../../kit/exact.ts';
import { needsStopPrice, needsTrailingDelta, type OrderType, type Side } from '../model/order.ts';
import { symbolParts } from '../model/symbol.ts';
import type { VenueOrder } from '../venues/venuePort.ts';

/** An order on the steps of its market, before it is sent. */
export type ForeseenOrder = Omit<VenueOrder, 'clientId'>;

/** The best prices of a book; a side is undefined where it is empty. */
export interface Top {
  readonly bid: number | undefined;
  readonly ask: number | undefined;
}

/** What an account can use for an order, and what the order could close. */
export interface Means {
  /** Free balance of an asset in the wallet of the market, decimal text; undefined: not told. */
  free(asset: string): string | undefined;
  /** Base units of the position that an order of the side would close, decimal text. */
  readonly closable: string | undefined;
  /** Worth of contracts that one unit of margin carries; undefined where it is not known. */
  readonly leverage: number | undefined;
  /** Share of its value that a resting order holds for its fee. */
  readonly feeRate: number;
  /** True where an order that waits for its trigger holds what it needs. */
  readonly stopsHold: boolean;
}

/** What is proven of a market and an account at one moment; what is not known is undefined. */
export interface Known {
  readonly top: Top | undefined;
  /** True where the exchange trades on this very book: what it does not show is not there. */
  readonly isWholeBook: boolean;
  /** The price that triggers look at is between these. */
  readonly trigger: { readonly low: number; readonly high: number } | undefined;
  readonly means: Means | undefined;
}

/**
 * Returns the refusal that an exchange would surely answer with, from what is known before an order
 * is sent; undefined where it may take the order. Whatever is not known speaks for the order.
 */
export function foresee(order: ForeseenOrder, known: Known): AppError | undefined {
  return (
    nothingToReduce(order, known) ??
    passedTrigger(order, known) ??
    crossingPostOnly(order, known) ??
    nothingToMeet(order, known) ??
    unaffordable(order, known)
  );
}

function nothingToReduce(
  { reduceOnly, symbol, side }: ForeseenOrder,
  { means }: Known,
): AppError | undefined {
  if (!reduceOnly || means?.closable === undefined) return undefined;
  if (compareExact(exactly(means.closable), zeroExact) > 0) return undefined;
  const closes = side === 'buy' ? 'short' : 'long';
  return new AppError('NOTHING_TO_REDUCE', {
    message: `There is no ${closes} position in ${symbol} that a reduce-only ${side} could reduce.`,
    data: { symbol, side },
  });
}

/** Refuses a stop, or a pair with a stop leg, that the market has passed for certain. */
function passedTrigger(
  { type, side, stopPrice }: ForeseenOrder,
  { trigger }: Known,
): AppError | undefined {
  const stop = Number(stopPrice);
  if (!trigger || stopPrice === undefined || !isStop(type)) return undefined;
  const rising = waitsForRise(type, side);
  if (rising ? trigger.low < stop : trigger.high > stop) return undefined;
  const market = rising ? trigger.low : trigger.high;
  const where = rising ? 'above' : 'below';
  return new AppError('ORDER_WOULD_TRIGGER', {
    message:
      `The order would trigger at once: the market is at ${market}, and the stop_price of a ` +
      `${side} ${type} must be ${where} it, not ${stop}.`,
    data: { stop_price: stop, market_price: market },
  });
}

/** True for orders that wait for a trigger, pairs with such a leg included. */
export function isStop(type: OrderType): boolean {
  return needsStopPrice(type) || needsTrailingDelta(type) || type === 'oco';
}

/** True where the trigger is above the market: a stop of a buy, a profit of a sell. */
function waitsForRise(type: OrderType, side: Side): boolean {
  return type.startsWith('take_profit') !== (side === 'buy');
}

function crossingPostOnly(
  { type, side, price, timeInForce }: ForeseenOrder,
  { top }: Known,
): AppError | undefined {
  if (timeInForce !== 'POST_ONLY' || type !== 'limit' || price === undefined) return undefined;
  const best = side === 'buy' ? top?.ask : top?.bid;
  if (best === undefined || !crosses(side, Number(price), best)) return undefined;
  const [name, must] = side === 'buy' ? ['ask', 'below'] : ['bid', 'above'];
  return new AppError('POST_ONLY_WOULD_TAKE', {
    message:
      `The post-only order would take liquidity at once: the best ${name} is ${best}, and the ` +
      `price of a ${side} must be ${must} it, not ${price}.`,
    data: { price: Number(price), [`best_${name}`]: best },
  });
}

/** Refuses a market order where the book has nothing on the other side. */
function nothingToMeet(
  { type, side, symbol }: ForeseenOrder,
  { top, isWholeBook }: Known,
): AppError | undefined {
  if (type !== 'market' || !isWholeBook || !top) return undefined;
  if ((side === 'buy' ? top.ask : top.bid) !== undefined) return undefined;
  const none = side === 'buy' ? 'asks' : 'bids';
  return new AppError('INVALID_ORDER', {
    message:
      `Error - A market ${side} has nothing to trade against: the order book of ${symbol} shows ` +
      `no ${none} now. Try again shortly, or send a limit order.`,
    data: { symbol, side },
  });
}

function crosses(side: Side, price: number, best: number): boolean {
  return side === 'buy' ? price >= best : price <= best;
}

/** Refuses what the account could not pay at the best prices there are. */
function unaffordable(order: ForeseenOrder, { top, means }: Known): AppError | undefined {
  if (!means || order.reduceOnly) return undefined;
  if (!means.stopsHold && isStop(order.type)) return undefined;
  const { base, settle } = symbolParts(order.symbol);
  if (settle === undefined && order.side === 'sell') {
    return shortOf({ asset: base, free: means.free(base), needed: exactly(order.quantity) });
  }
  const price = leastPrice(order, top);
  if (price === undefined) return undefined;
  return settle === undefined
    ? unpaid(order, price, means)
    : uncovered(order, price, { ...means, settle });
}

/** What a spot buy costs at least. */
function unpaid(order: ForeseenOrder, price: LeastPrice, means: Means): AppError | undefined {
  const { quote } = symbolParts(order.symbol);
  const value = multiplyExact(exactly(order.quantity), exactly(price.at));
  const needed = addExact(value, feeOf(value, price, means));
  return shortOf({ asset: quote, free: means.free(quote), needed });
}

function feeOf(value: Exact, { rests }: LeastPrice, { feeRate }: Means): Exact {
  return rests ? multiplyExact(value, exactly(feeRate)) : zeroExact;
}

/** The margin that the part of an order takes which opens a position. */
function uncovered(
  { quantity }: ForeseenOrder,
  price: LeastPrice,
  means: Means & { readonly settle: string },
): AppError | undefined {
  const { leverage, closable, settle } = means;
  const free = means.free(settle);
  if (leverage === undefined || closable === undefined || free === undefined) return undefined;
  const opening = subtractExact(exactly(quantity), exactly(closable));
  if (compareExact(opening, zeroExact) <= 0) return undefined;
  // What closes a position at once gives back its margin, which may pay for the rest.
  const closes = compareExact(exactly(closable), zeroExact) > 0;
  if (closes && !price.rests) return undefined;
  const value = multiplyExact(opening, exactly(price.at));
  // All is multiplied by the leverage instead of divided, so that no digit is lost.
  const fee = multiplyExact(feeOf(value, price, means), exactly(leverage));
  const needed = addExact(value, fee);
  if (compareExact(needed, multiplyExact(exactly(free), exactly(leverage))) <= 0) return undefined;
  const required = Number((Number(formatExact(needed)) / leverage).toPrecision(8));
  return new AppError('INSUFFICIENT_MARGIN', {
    message:
      `The free balance does not cover the order: at a leverage of ${leverage} it needs ` +
      `${required} ${settle}, and ${free} ${settle} are free.`,
    data: { currency: settle, required, available: Number(free), leverage },
  });
}

interface Need {
  readonly asset: string;
  readonly free: string | undefined;
  readonly needed: Exact;
}

function shortOf({ asset, free, needed }: Need): AppError | undefined {
  if (free === undefined || compareExact(needed, exactly(free)) <= 0) return undefined;
  const required = formatExact(needed);
  return new AppError('INSUFFICIENT_BALANCE', {
    message:
      `The free balance does not cover the order: it needs ${required} ${asset}, and ${free} ` +
      `${asset} are free.`,
    data: { currency: asset, required: Number(required), available: Number(free) },
  });
}

interface LeastPrice {
  readonly at: number;
  /** It rests at that price, and holds the worst fee until it fills. */
  readonly rests: boolean;
}

/** The price at which an order costs its account the least; undefined where that is not known. */
function leastPrice(
  { type, side, price, stopPrice, timeInForce }: ForeseenOrder,
  top: Top | undefined,
): LeastPrice | undefined {
  switch (type) {
    case 'market': {
      const met = side === 'buy' ? top?.ask : top?.bid;
      return met === undefined ? undefined : { at: met, rests: false };
    }
    case 'limit': {
      const own = Number(price);
      const met = side === 'buy' ? top?.ask : top?.bid;
      if (met === undefined) return undefined;
      if (crosses(side, own, met)) return { at: Math.min(own, met), rests: false };
      return { at: own, rests: timeInForce === 'GTC' || timeInForce === 'POST_ONLY' };
    }
    case 'stop_loss_limit':
    case 'take_profit_limit':
      return { at: Math.min(Number(price), Number(stopPrice)), rests: false };
    case 'stop_loss':
    case 'take_profit':
      return { at: Number(stopPrice), rests: false };
    case 'oco':
      return { at: Math.min(Number(price), Number(stopPrice)), rests: false };
    case 'trailing_stop':
      return undefined;
  }
}
