import type { TimeInForce } from '../../../model/order.ts';
import { isInverse } from '../../../model/symbol.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { DialectRefusal, failureOf } from '../../shared/live/failures.ts';
import { beforehand, isRising, refusePassed } from '../../shared/live/passedStop.ts';
import { required } from '../../shared/live/shapes.ts';
import { rememberOrderId } from '../../shared/live/taken.ts';
import { readPositive, valueAt } from '../../shared/wireFields.ts';
import type { OrderRef, VenueOrder, VenueOrderState } from '../../venuePort.ts';
import {
  type OrderCancel,
  type OrderCreate,
  orderCancel,
  orderCreate,
  tickers,
} from './endpoints.ts';
import { bybitErrors } from './errors.ts';
import { positionIndexOf } from './legs.ts';
import { recordById } from './orderLists.ts';
import { type Listed, listedOf, rowsOf } from './rows.ts';
import { cancelTrailing, isSleepingTrailing, submitTrailing } from './trailing.ts';

/** Sends the order, once; returns undefined when the answer is only an acknowledgement. */
export async function submitOrder(
  call: DialectCall,
  order: VenueOrder,
): Promise<VenueOrderState | undefined> {
  refuseImpossible(order);
  if (order.type === 'trailing_stop') return submitTrailing(call, order);
  const market = listedOf(call, order.symbol);
  if (order.marketType === 'spot' && isConditional(order)) {
    // Spot orders name no direction: one whose price is already passed would wait for the price
    // to return.
    refusePassed(order, await beforehand(bybitErrors, lastPrice(call, market)));
  }
  const answer = await orderCreate(call.client, toRequest(order, market));
  rememberOrderId(call, order, valueAt(answer, 'result', 'orderId'));
  // The answer is only an id: the state of the order is reported separately.
  return undefined;
}

export async function cancelOrder(call: DialectCall, ref: OrderRef): Promise<void> {
  const { category, symbol } = listedOf(call, ref.symbol);
  const isSpot = category === 'spot';
  const cancel = (orderFilter: OrderCancel['orderFilter']) =>
    orderCancel(call.client, {
      category,
      symbol,
      orderLinkId: ref.clientId,
      orderFilter,
    });
  try {
    // On spot, plain and conditional orders are cancelled separately.
    await cancel(isSpot ? 'Order' : undefined);
  } catch (error) {
    if (failureOf(error, bybitErrors).kind !== 'notFound') throw error;
    if (isSpot) await cancel('StopOrder');
    else await cancelUnnamed(call, ref, error);
  }
}

async function lastPrice(call: DialectCall, market: Listed): Promise<number> {
  const [ticker] = rowsOf(await tickers(call.client, market));
  return required(readPositive(ticker?.lastPrice), 'last price of a market');
}

/** Cancels a trailing stop, or another program's order, by the venue's id: our id names neither. */
async function cancelUnnamed(call: DialectCall, ref: OrderRef, failure: unknown): Promise<void> {
  const { symbol, venueOrderId } = ref;
  if (venueOrderId === undefined) throw failure;
  const record = await recordById(call, symbol, venueOrderId);
  if (!record) throw failure;
  if (isSleepingTrailing(record)) await cancelTrailing(call, record, ref);
  else {
    const market = listedOf(call, symbol);
    await orderCancel(call.client, {
      category: market.category,
      symbol: market.symbol,
      orderId: venueOrderId,
    });
  }
}

const timesInForce: Readonly<Record<TimeInForce, OrderCreate['timeInForce']>> = {
  GTC: 'GTC',
  IOC: 'IOC',
  FOK: 'FOK',
  POST_ONLY: 'PostOnly',
};

/** Quantity and prices are on the market's steps already. */
function toRequest(order: VenueOrder, { category, symbol }: Listed): OrderCreate {
  const isSpot = order.marketType === 'spot';
  const isLimit = order.type === 'limit' || order.type.endsWith('_limit');
  const waits = isConditional(order);
  return {
    category,
    symbol,
    side: order.side === 'buy' ? 'Buy' : 'Sell',
    orderType: isLimit ? 'Limit' : 'Market',
    qty: order.quantity,
    orderLinkId: order.clientId,
    price: isLimit ? required(order.price, 'price') : undefined,
    timeInForce: isLimit ? timesInForce[order.timeInForce] : undefined,
    // A market buy would be for so much of the quote.
    marketUnit: isSpot && !isLimit ? 'baseCoin' : undefined,
    triggerPrice: waits ? required(order.stopPrice, 'stop price') : undefined,
    // On spot a plain conditional order locks no funds, and the venue infers the direction.
    orderFilter: waits && isSpot ? 'StopOrder' : undefined,
    triggerDirection: waits && !isSpot ? directionOf(order) : undefined,
    // Spot has no positions.
    reduceOnly: order.reduceOnly && !isSpot ? true : undefined,
    positionIdx: positionIndexOf(order),
  };
}

function isConditional({ type }: VenueOrder): boolean {
  return type.startsWith('stop_loss') || type.startsWith('take_profit');
}

function directionOf({ type, side }: VenueOrder): 1 | 2 {
  return isRising(type, side) ? 1 : 2;
}

/** Throws for orders that the venue cannot execute. */
function refuseImpossible({ type, symbol, marketType }: VenueOrder): void {
  if (isInverse(symbol)) {
    // No number of contracts is an exact quantity of the base.
    throw new DialectRefusal(`Bybit counts ${symbol} in contracts of the quote currency only.`);
  }
  if (type === 'oco' || (type === 'trailing_stop' && marketType === 'spot')) {
    throw new DialectRefusal(`Bybit takes no ${type} orders on ${marketType} markets.`);
  }
}
