import type { VenueOrder, VenueOrderState } from '../../venuePort.ts';
import type { OrderLinks } from './dialectCall.ts';

/**
 * Remembers the id with which a venue took an order, as soon as its answer is read: whatever else
 * is asked about the order may fail, and it is taken all the same.
 */
export function rememberOrderId(
  { links }: { readonly links: OrderLinks },
  { clientId }: Pick<VenueOrder, 'clientId'>,
  id: unknown,
): void {
  const isId = typeof id === 'number' || (typeof id === 'string' && id !== '');
  if (isId) links.set(clientId, { venueOrderId: String(id), clientId });
}

/** Returns the state of an order of which nothing is known except that the venue took it. */
export function takenState(
  order: VenueOrder,
  venueOrderId: string,
  nowMs: number,
): VenueOrderState {
  const { clientId, symbol, marketType, side, type, quantity, price, stopPrice } = order;
  return {
    clientId,
    venueOrderId,
    symbol,
    marketType,
    side,
    type,
    status: 'open',
    price: price === undefined ? undefined : Number(price),
    stopPrice: stopPrice === undefined ? undefined : Number(stopPrice),
    quantity,
    filled: '0',
    average: undefined,
    cost: '0',
    fees: {},
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    lastTradeAtMs: undefined,
    reason: undefined,
  };
}
