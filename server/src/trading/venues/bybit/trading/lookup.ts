import type { DialectCall } from '../../shared/live/dialect.ts';
import type { OrderRef, VenueOrderState } from '../../venuePort.ts';
import { recordByClientId, recordById } from './orderLists.ts';
import { stateOf } from './states.ts';
import { namedState } from './trailing.ts';

/** Returns the order of that name; undefined when the venue answered and knows none. */
export async function lookUp(
  call: DialectCall,
  ref: OrderRef,
): Promise<VenueOrderState | undefined> {
  const { symbol, marketType, clientId, venueOrderId } = ref;
  const market = { symbol, marketType };
  const record = await recordByClientId(call, ref);
  if (record) return stateOf(call, record, market);
  if (marketType === 'spot' || venueOrderId === undefined) return undefined;
  // A trailing stop bears no client id.
  const unnamed = await recordById(call, symbol, venueOrderId);
  return unnamed && namedState(call, unnamed, { ...market, clientId });
}
