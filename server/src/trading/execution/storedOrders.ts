import type { OrderRef } from '../venues/venuePort.ts';
import { fromOrderRow, toOrderRow } from './orderRows.ts';
import type { OrderIntent, StoredOrder } from './orderStore.ts';

/** The order as it stands in the store right after its intent. */
export function pendingOrder(intent: OrderIntent): StoredOrder {
  return fromOrderRow(toOrderRow(intent));
}

/** Nobody knows yet what became of it. */
export function isUnsettled({ status }: Pick<StoredOrder, 'status'>): boolean {
  return status === 'pending' || status === 'unknown';
}

/** Nothing becomes of it any more. */
export function isOver(order: Pick<StoredOrder, 'status'>): boolean {
  return order.status !== 'open' && !isUnsettled(order);
}

/** How a venue is asked for a stored order. */
export function refOf(order: StoredOrder): OrderRef {
  const { venueClientId: clientId, venueOrderId, symbol, marketType } = order;
  const { side, quantity, price, stopPrice } = order;
  const sent = { side, quantity, price, stopPrice };
  return { clientId, venueOrderId, symbol, marketType, sent };
}
