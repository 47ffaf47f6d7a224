import type { CcxtOrder } from '../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { encodeRequest } from '../../shared/live/encodeRequest.ts';
import { rememberOrderId } from '../../shared/live/taken.ts';
import type { OrderRef, VenueOrder, VenueOrderState } from '../../venuePort.ts';
import { cancelConditional, conditionalState } from './conditionals.ts';
import type { OrderName, OrderTerms } from './endpoints.ts';
import { positionSideOf, reduceOnlyOf } from './legs.ts';
import { isNotFound, nameOf } from './lookup.ts';
import { submitPair } from './oco.ts';
import { isConditional } from './orderTypes.ts';
import { stateOf } from './states.ts';

/** Sends the order and returns the state in the answer. */
export async function submitOrder(call: DialectCall, order: VenueOrder): Promise<VenueOrderState> {
  if (order.type === 'oco') return submitPair(call, order);
  const { symbol, marketType } = order;
  const made = await create(call, order);
  rememberOrderId(call, order, made.id);
  const market = { symbol, marketType };
  const isAsleep = marketType !== 'spot' && isConditional(order.type);
  return isAsleep ? conditionalState(call, made, market) : stateOf(call, made, market);
}

export async function cancelOrder(call: DialectCall, ref: OrderRef): Promise<void> {
  const { client } = call;
  try {
    const [id, name] = nameOf(ref);
    await client.cancelOrder(id, ref.symbol, encodeRequest<OrderName>(name));
  } catch (error) {
    if (ref.marketType === 'spot' || !isNotFound(error)) throw error;
    await cancelConditional(call, ref);
  }
}

/** Sends one request. The quantity and the prices are on the market's steps already. */
function create({ client }: DialectCall, order: VenueOrder): Promise<CcxtOrder> {
  const { symbol, side, type, quantity, price, stopPrice, timeInForce } = order;
  const isLimit = type === 'limit' || type.endsWith('_limit');
  // The venue's default is until cancelled, and ccxt sends that itself where it must be sent.
  const isTimed = timeInForce === 'IOC' || timeInForce === 'FOK';
  const terms = encodeRequest<OrderTerms>({
    clientOrderId: order.clientId,
    postOnly: isLimit && timeInForce === 'POST_ONLY' ? true : undefined,
    timeInForce: isLimit && isTimed ? timeInForce : undefined,
    stopLossPrice: type.startsWith('stop_loss') ? stopPrice : undefined,
    takeProfitPrice: type.startsWith('take_profit') ? stopPrice : undefined,
    trailingPercent: type === 'trailing_stop' ? order.trailingDelta : undefined,
    positionSide: positionSideOf(order),
    reduceOnly: reduceOnlyOf(order),
  });
  // A market order with a price would be read as one for an amount of the quote.
  const limitPrice = isLimit && price !== undefined ? Number(price) : undefined;
  const plainType = isLimit ? 'limit' : 'market';
  return client.createOrder(symbol, plainType, side, Number(quantity), limitPrice, terms);
}
