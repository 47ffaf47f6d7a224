import type { CcxtOrder } from '../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { noteTaken } from '../../shared/live/taken.ts';
import type { OrderRef, VenueOrder, VenueOrderState } from '../../venuePort.ts';
import { cancelConditional, conditionalState } from './conditionals.ts';
import { positionFields } from './legs.ts';
import { isNotFound, nameOf } from './lookup.ts';
import { submitPair } from './oco.ts';
import { isConditional } from './orderTypes.ts';
import { stateOf } from './states.ts';

/** Sends the order and returns the state in the answer. */
export async function submitOrder(call: DialectCall, order: VenueOrder): Promise<VenueOrderState> {
  if (order.type === 'oco') return submitPair(call, order);
  const { symbol, marketType } = order;
  const made = await create(call, order);
  noteTaken(call, order, made.id);
  const market = { symbol, marketType };
  const isAsleep = marketType !== 'spot' && isConditional(order.type);
  return isAsleep ? conditionalState(call, made, market) : stateOf(call, made, market);
}

export async function cancelOrder(call: DialectCall, ref: OrderRef): Promise<void> {
  const { client } = call;
  try {
    const [id, name] = nameOf(ref);
    await client.cancelOrder(id, ref.symbol, { ...name });
  } catch (error) {
    if (ref.marketType === 'spot' || !isNotFound(error)) throw error;
    await cancelConditional(call, ref);
  }
}

/** Sends one request. The quantity and the prices are on the market's steps already. */
function create({ client }: DialectCall, order: VenueOrder): Promise<CcxtOrder> {
  const { symbol, side, type, quantity, price, stopPrice, trailingDelta } = order;
  const isLimit = type === 'limit' || type.endsWith('_limit');
  const isPostOnly = order.timeInForce === 'POST_ONLY';
  // The venue's default is until cancelled, and ccxt sends that itself where it must be sent.
  const isTimed = isLimit && !isPostOnly && order.timeInForce !== 'GTC';
  const params = {
    clientOrderId: order.clientId,
    ...(isLimit && isPostOnly && { postOnly: true }),
    ...(isTimed && { timeInForce: order.timeInForce }),
    ...(type.startsWith('stop_loss') && { stopLossPrice: stopPrice }),
    ...(type.startsWith('take_profit') && { takeProfitPrice: stopPrice }),
    ...(type === 'trailing_stop' && { trailingPercent: trailingDelta }),
    ...positionFields(order),
  };
  // A market order with a price would be read as one for an amount of the quote.
  const limitPrice = isLimit && price !== undefined ? Number(price) : undefined;
  const plainType = isLimit ? 'limit' : 'market';
  return client.createOrder(symbol, plainType, side, Number(quantity), limitPrice, params);
}
