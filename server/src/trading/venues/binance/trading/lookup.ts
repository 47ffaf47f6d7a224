import type { MarketType } from '../../../model/order.ts';
import type { CcxtOrder } from '../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { encodeRequest } from '../../shared/live/encodeRequest.ts';
import { failureOf } from '../../shared/live/failures.ts';
import { isClientId } from '../../shared/live/shapes.ts';
import type { OrderRef, VenueOrderState } from '../../venuePort.ts';
import { conditionalState, fetchConditional } from './conditionals.ts';
import type { OrderName } from './endpoints.ts';
import { binanceErrors } from './errors.ts';
import { listOf, listState } from './oco.ts';
import { isConditional, typeOf } from './orderTypes.ts';
import { type Market, stateOf } from './states.ts';

/** Returns the order of that name, plain or conditional; undefined when there is none. */
export async function lookUp(
  call: DialectCall,
  ref: OrderRef,
): Promise<VenueOrderState | undefined> {
  const { client } = call;
  const market = { symbol: ref.symbol, marketType: ref.marketType };
  try {
    const [id, name] = nameOf(ref);
    const order = await client.fetchOrder(id, ref.symbol, encodeRequest<OrderName>(name));
    if (isChild(order, ref.marketType)) return await conditionalOf(call, ref, market);
    return await whole(call, order, market);
  } catch (error) {
    if (ref.marketType === 'spot' || !isNotFound(error)) throw error;
    return conditionalOf(call, ref, market);
  }
}

/**
 * Returns how the venue identifies the order: ours by our client id, any other by the venue's id.
 */
export function nameOf({
  clientId,
  venueOrderId,
}: OrderRef): readonly [string | undefined, OrderName] {
  const isByOurs = isClientId(clientId) || venueOrderId === undefined;
  return isByOurs
    ? [undefined, { clientOrderId: clientId }]
    : [venueOrderId, { clientOrderId: undefined }];
}

/** Returns the state of an order, or of the pair that it is a leg of. */
export function whole(
  call: DialectCall,
  order: CcxtOrder,
  market: Market,
): Promise<VenueOrderState> {
  const list = market.marketType === 'spot' ? listOf(order) : undefined;
  return list === undefined ? stateOf(call, order, market) : listState(call, list, market);
}

/** True when it replaced a conditional order, under the client id of that order. */
function isChild(order: CcxtOrder, marketType: MarketType): boolean {
  return marketType !== 'spot' && isConditional(typeOf(order.info, marketType));
}

/** Returns the conditional order, resting or replaced. */
export async function conditionalOf(
  call: DialectCall,
  ref: OrderRef,
  market: Market,
): Promise<VenueOrderState> {
  return conditionalState(call, await fetchConditional(call, ref), market);
}

export function isNotFound(error: unknown): boolean {
  return failureOf(error, binanceErrors).kind === 'notFound';
}
