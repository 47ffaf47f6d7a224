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

/** An order rounded to the steps of its market, before it is sent. */
export type ForeseenOrder = Omit<VenueOrder, 'clientId'>;

/** The best prices of a book; undefined for an empty side. */
export interface Top {
  readonly bid: number | undefined;
  readonly ask: number | undefined;
}

/** The funds of an account for an order, and the position that it could close. */
export interface Funds {
  /**
   * Returns the free balance of an asset in the wallet of the market as decimal text; undefined
   * when it is unknown.
   */
  free(asset: string): string | undefined;
  /** Size of the position that an order of the side would close, in base units, decimal text. */
  readonly closable: string | undefined;
  /** Value of contracts per unit of margin; undefined when it is unknown. */
  readonly leverage: number | undefined;
  /** Part of its value that a resting order holds for its fee. */
  readonly feeRate: number;
  /** True when an order that waits for its trigger already holds its funds. */
  readonly stopsHold: boolean;
}

/** The proven facts about a market and an account at one moment; undefined for unknown ones. */
export interface Known {
  readonly top: Top | undefined;
  /**
   * True when the exchange fills orders against exactly this book, so that it has no other orders.
   */
  readonly isWholeBook: boolean;
  /** The price that triggers look at lies between these. */
  readonly trigger: { readonly low: number; readonly high: number } | undefined;
  readonly means: Funds | undefined;
}

/**
 * Returns the refusal that an exchange would certainly answer with, from what is known before the
 * order is sent; undefined when it may accept the order. Unknown facts never refuse an order.
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

/** Refuses a stop, or an OCO with a stop leg, whose trigger the market has certainly passed. */
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

/** Returns true for orders that wait for a trigger, including OCOs with such a leg. */
export function isStop(type: OrderType): boolean {
  return needsStopPrice(type) || needsTrailingDelta(type) || type === 'oco';
}

/** Returns true when the trigger is above the market: a buy stop or a sell take-profit. */
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

/** Refuses a market order when the other side of the book is empty. */
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

/** Refuses an order that the account could not pay even at the best prices. */
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

/** Refuses a spot order when the free balance is below its least cost. */
function unpaid(order: ForeseenOrder, price: LeastPrice, means: Funds): AppError | undefined {
  const { quote } = symbolParts(order.symbol);
  const value = multiplyExact(exactly(order.quantity), exactly(price.at));
  const needed = addExact(value, feeOf(value, price, means));
  return shortOf({ asset: quote, free: means.free(quote), needed });
}

function feeOf(value: Exact, { rests }: LeastPrice, { feeRate }: Funds): Exact {
  return rests ? multiplyExact(value, exactly(feeRate)) : zeroExact;
}

/** Refuses an order when the free margin does not cover the part that opens a position. */
function uncovered(
  { quantity }: ForeseenOrder,
  price: LeastPrice,
  means: Funds & { readonly settle: string },
): AppError | undefined {
  const { leverage, closable, settle } = means;
  const free = means.free(settle);
  if (leverage === undefined || closable === undefined || free === undefined) return undefined;
  const opening = subtractExact(exactly(quantity), exactly(closable));
  if (compareExact(opening, zeroExact) <= 0) return undefined;
  // An order that closes a position at once releases its margin, which may pay for the rest.
  const closes = compareExact(exactly(closable), zeroExact) > 0;
  if (closes && !price.rests) return undefined;
  const value = multiplyExact(opening, exactly(price.at));
  // Everything is multiplied by the leverage instead of divided, so that no digit is lost.
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
  /** True when the order rests at that price and holds the highest fee until it fills. */
  readonly rests: boolean;
}

/**
 * Returns the price at which an order costs its account the least; undefined when it is unknown.
 */
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
