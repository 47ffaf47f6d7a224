import type { DialectCall } from '../../shared/live/dialect.ts';
import { encodeRequest } from '../../shared/live/encodeRequest.ts';
import type { OrderRef, VenueOrderState } from '../../venuePort.ts';
import { toCloid } from './client.ts';
import type { OrderName } from './endpoints.ts';
import { stateOf } from './states.ts';

/** Returns the order of that name; undefined when the venue answered and knows none. */
export async function lookUp(
  call: DialectCall,
  { clientId, symbol, marketType, unchanged }: OrderRef,
): Promise<VenueOrderState | undefined> {
  const named = encodeRequest<OrderName>({ clientOrderId: toCloid(clientId) });
  const order = await call.client.fetchOrder(undefined, symbol, named);
  // Only the executions give the fills of a resting order, at ten times the weight.
  if (unchanged && order.info.status === 'open') return unchanged;
  return stateOf(call, { order, market: { symbol, marketType } });
}
