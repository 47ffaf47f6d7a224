import type { TimeInForce } from '../../../model/order.ts';
import { isInverse } from '../../../model/symbol.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import { isRising } from '../../shared/live/passedStop.ts';
import { told } from '../../shared/live/shapes.ts';
import type { VenueOrder } from '../../venuePort.ts';
import { positionFields } from './legs.ts';
import type { Listed } from './rows.ts';

const timesInForce: Readonly<Record<TimeInForce, string>> = {
  GTC: 'GTC',
  IOC: 'IOC',
  FOK: 'FOK',
  POST_ONLY: 'PostOnly',
};

/**
 * Returns the body of POST /v5/order/create. Quantity and prices are on the market's steps already.
 */
export function toRequest(order: VenueOrder, market: Listed): Readonly<Record<string, unknown>> {
  const isSpot = order.marketType === 'spot';
  const isLimit = order.type === 'limit' || order.type.endsWith('_limit');
  return {
    ...market,
    side: order.side === 'buy' ? 'Buy' : 'Sell',
    orderType: isLimit ? 'Limit' : 'Market',
    qty: order.quantity,
    orderLinkId: order.clientId,
    ...(isLimit
      ? {
          price: told(order.price, 'price'),
          timeInForce: timesInForce[order.timeInForce],
        }
      : // A market buy would be for so much of the quote.
        isSpot && { marketUnit: 'baseCoin' }),
    ...(isConditional(order) && triggerOf(order)),
    // Spot has no positions.
    ...(order.reduceOnly && !isSpot && { reduceOnly: true }),
    ...positionFields(order),
  };
}

export function isConditional({ type }: VenueOrder): boolean {
  return type.startsWith('stop_loss') || type.startsWith('take_profit');
}

/** On spot the venue infers the direction, and a plain conditional order locks no funds. */
function triggerOf({ type, side, stopPrice, marketType }: VenueOrder) {
  const triggerPrice = told(stopPrice, 'stop price');
  if (marketType === 'spot') return { triggerPrice, orderFilter: 'StopOrder' };
  return { triggerPrice, triggerDirection: isRising(type, side) ? 1 : 2 };
}

/** Throws for orders that the venue cannot execute. */
export function refuseImpossible({ type, symbol, marketType }: VenueOrder): void {
  if (isInverse(symbol)) {
    // No number of contracts is an exact quantity of the base.
    throw new DialectRefusal(`Bybit counts ${symbol} in contracts of the quote currency only.`);
  }
  if (type === 'oco' || (type === 'trailing_stop' && marketType === 'spot')) {
    throw new DialectRefusal(`Bybit takes no ${type} orders on ${marketType} markets.`);
  }
}
