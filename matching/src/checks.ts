import type { OrderRequest } from './order.ts';
import type { Reason } from './reasons.ts';
import { type Instrument, notionalOf, type OrderType, priceTicks, quantityLots } from './rules.ts';

/** An order request in whole steps; a field that was not given is undefined. */
export interface Steps {
  readonly lots: number;
  readonly price: number | undefined;
  readonly stop: number | undefined;
  readonly stopLimit: number | undefined;
}

export function stepsOf(instrument: Instrument, request: OrderRequest): Steps {
  const ticks = (text: string | undefined) =>
    text === undefined ? undefined : priceTicks(instrument, text);
  return {
    lots: quantityLots(instrument, request.quantity) ?? 0,
    price: ticks(request.price),
    stop: ticks(request.stopPrice),
    stopLimit: ticks(request.stopLimitPrice),
  };
}

/** Types of orders that need a limit price. */
export const priced: readonly OrderType[] = [
  'limit',
  'stop_loss_limit',
  'take_profit_limit',
  'oco',
];
/** Types of orders that need a stop price. A trailing stop needs a distance instead. */
const stopTypes: readonly OrderType[] = [
  'stop_loss',
  'stop_loss_limit',
  'take_profit',
  'take_profit_limit',
  'oco',
];

export function isTriggerType(type: OrderType): boolean {
  return type === 'trailing_stop' || (stopTypes.includes(type) && type !== 'oco');
}

/** Returns why an instrument refuses an order: an unsupported form, or a missing field. */
export function formRefusal(
  { rules, isSpot }: Instrument,
  request: OrderRequest,
): Reason | undefined {
  const { type, timeInForce = 'GTC', trailingPpm } = request;
  if (!rules.orderTypes.includes(type)) return 'NOT_SUPPORTED';
  if (!rules.timeInForce.includes(timeInForce)) return 'NOT_SUPPORTED';
  // An order that cannot rest cannot be post-only, and an OCO's limit leg has to rest.
  if (timeInForce === 'POST_ONLY' && !priced.includes(type)) return 'NOT_SUPPORTED';
  if (type === 'oco' && (timeInForce === 'IOC' || timeInForce === 'FOK')) return 'NOT_SUPPORTED';
  if (request.reduceOnly === true && isSpot) return 'NOT_SUPPORTED';
  if (priced.includes(type) && request.price === undefined) return 'PRICE_REQUIRED';
  if (stopTypes.includes(type) && request.stopPrice === undefined) return 'STOP_PRICE_REQUIRED';
  if (type === 'oco' && request.stopOrderId === undefined) return 'STOP_ORDER_ID_REQUIRED';
  if (type === 'trailing_stop' && !isTrailingDelta(trailingPpm)) return 'TRAILING_DELTA_REQUIRED';
  return undefined;
}

function isTrailingDelta(ppm: number | undefined): boolean {
  return ppm !== undefined && Number.isSafeInteger(ppm) && ppm > 0 && ppm < 1_000_000;
}

/** Returns why prices or quantity are refused: off the grid, out of bounds, or a bad OCO pair. */
export function gridRefusal(
  instrument: Instrument,
  request: OrderRequest,
  { lots, price, stop, stopLimit }: Steps,
): Reason | undefined {
  const isOff = (text: string | undefined, ticks: number | undefined) =>
    text !== undefined && ticks === undefined;
  if (lots === 0 || isOff(request.price, price) || isOff(request.stopPrice, stop)) {
    return 'OFF_GRID';
  }
  if (isOff(request.stopLimitPrice, stopLimit)) return 'OFF_GRID';
  if (lots < instrument.minLots) return 'BELOW_MINIMUM';
  if (lots > instrument.maxLots) return 'ABOVE_MAXIMUM';
  const lowest = lowestPrice(request.type, { price, stop, stopLimit });
  if (request.reduceOnly !== true && lowest !== undefined) {
    if (notionalOf(instrument, lowest, lots) < instrument.minNotional) return 'BELOW_MINIMUM';
  }
  if (request.type !== 'oco' || price === undefined || stop === undefined) return undefined;
  const isOrdered = request.side === 'buy' ? price < stop : price > stop;
  return isOrdered ? undefined : 'BAD_PAIR';
}

/**
 * Returns the lower price of an OCO's legs, or the price that another order's notional is checked
 * at. A market order has none: its price comes from the book.
 */
function lowestPrice(
  type: OrderType,
  { price, stop, stopLimit }: Omit<Steps, 'lots'>,
): number | undefined {
  switch (type) {
    case 'market':
      return undefined;
    case 'limit':
    case 'stop_loss_limit':
    case 'take_profit_limit':
      return price;
    case 'stop_loss':
    case 'take_profit':
    case 'trailing_stop':
      return stop;
    case 'oco':
      return Math.min(price ?? 0, stopLimit ?? stop ?? 0);
  }
}
