import type { OrderRef } from '../venues/venuePort.ts';
import { fromOrderRow, toOrderRow } from './orderRows.ts';
import type { OrderIntent, StoredOrder } from './orderStore.ts';

/** Returns the order as it is stored right after its intent. */
export function pendingOrder(intent: OrderIntent): StoredOrder {
  return fromOrderRow(toOrderRow(intent));
}

/** Returns true while the outcome of the order is unknown. */
export function isUnsettled({ status }: Pick<StoredOrder, 'status'>): boolean {
  return status === 'pending' || status === 'unknown';
}

/** Returns true when the order can no longer change. */
export function isOver(order: Pick<StoredOrder, 'status'>): boolean {
  return order.status !== 'open' && !isUnsettled(order);
}

/** Returns the reference with which a venue is asked for a stored order. */
export function refOf(order: StoredOrder): OrderRef {
  const { venueClientId: clientId, venueOrderId, symbol, marketType } = order;
  const { side, quantity, price, stopPrice } = order;
  const sent = { side, quantity, price, stopPrice };
  return { clientId, venueOrderId, symbol, marketType, sent };
}
