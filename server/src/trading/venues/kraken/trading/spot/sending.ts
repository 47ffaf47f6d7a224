import type { CcxtClient, CcxtOrder } from '../../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../../shared/live/dialect.ts';
import { encodeRequest } from '../../../shared/live/encodeRequest.ts';
import { DialectRefusal } from '../../../shared/live/failures.ts';
import type { StampRequest } from '../../../shared/live/signing.ts';
import { rememberOrderId } from '../../../shared/live/taken.ts';
import type { OrderRef, VenueOrder } from '../../../venuePort.ts';
import type { OrderCancel, OrderDeadline, OrderTerms } from './endpoints.ts';
import { untilEnded } from './reports.ts';

/** After this time the venue no longer accepts the order; it requires at least two seconds. */
export const spotDeadlineMs = 5_000;

/** Only orders have a deadline. */
export const stampSpotOrder: StampRequest<CcxtClient> = ({ path }, client) => {
  if (path !== 'AddOrder') return undefined;
  return {
    deadline: new Date(client.milliseconds() + spotDeadlineMs).toISOString(),
  } satisfies OrderDeadline;
};

/** Sends the order, once; the answer is only an acknowledgement. */
export async function submitOrder(call: DialectCall, order: VenueOrder): Promise<undefined> {
  // By its id an order is found at once with one call; the lists come later and cost more.
  rememberOrderId(call, order, (await sendSpotOrder(call, order)).id);
  return undefined;
}

export async function cancelOrder(call: DialectCall, ref: OrderRef): Promise<void> {
  const asked = encodeRequest<OrderCancel>({ clientOrderId: ref.clientId });
  await call.client.cancelOrder(undefined, ref.symbol, asked);
  await untilEnded(call, ref);
}

/** Sends the order; the answer is its id and nothing else. */
async function sendSpotOrder({ client }: DialectCall, order: VenueOrder): Promise<CcxtOrder> {
  refuseImpossible(order);
  const { symbol, side, type, quantity, price, stopPrice, timeInForce } = order;
  const isLimit = type === 'limit' || type.endsWith('_limit');
  const isPostOnly = timeInForce === 'POST_ONLY';
  const terms = encodeRequest<OrderTerms>({
    clientOrderId: order.clientId,
    // The fee of a sell is taken in the base by default: then less would be left to sell.
    oflags: 'fciq',
    postOnly: isLimit && isPostOnly ? true : undefined,
    timeInForce: isLimit && !isPostOnly ? timeInForce : undefined,
    stopLossPrice: type.startsWith('stop_loss') ? stopPrice : undefined,
    takeProfitPrice: type.startsWith('take_profit') ? stopPrice : undefined,
  });
  const limitPrice = isLimit && price !== undefined ? Number(price) : undefined;
  const plainType = isLimit ? 'limit' : 'market';
  return client.createOrder(symbol, plainType, side, Number(quantity), limitPrice, terms);
}

function refuseImpossible({ type, timeInForce }: VenueOrder): void {
  if (type === 'trailing_stop' || type === 'oco') {
    throw new DialectRefusal(`kraken takes no ${type} orders on spot.`);
  }
  // The flag of AddOrder is only for limit orders, and so is fill-or-kill.
  const isRefused = type.endsWith('_limit') && timeInForce === 'FOK';
  if (isRefused || (type !== 'limit' && timeInForce === 'POST_ONLY')) {
    throw new DialectRefusal(`kraken takes no ${type} orders that are ${timeInForce} on spot.`);
  }
}
