import type { OrderSnapshot, Reason } from '@windlass/matching';

export type OrderStatus =
  | 'NEW'
  | 'PARTIALLY_FILLED'
  | 'FILLED'
  | 'CANCELED'
  | 'REJECTED'
  | 'EXPIRED'
  | 'EXPIRED_IN_MATCH';

/** Returns the exchange's word for the state of an order on the book. */
export function statusOf({ status, filled, reason }: OrderSnapshot): OrderStatus {
  switch (status) {
    case 'open':
      return filled > 0 ? 'PARTIALLY_FILLED' : 'NEW';
    case 'closed':
      return 'FILLED';
    case 'canceled':
      return canceledStatus(reason);
    // A refused order is not recorded, unless the exchange accepts it and ends it at once.
    case 'expired':
    case 'rejected':
      return 'EXPIRED';
  }
}

/** Only an order that its owner cancelled is called cancelled. */
function canceledStatus(reason: Reason | undefined): OrderStatus {
  if (reason === 'SELF_TRADE') return 'EXPIRED_IN_MATCH';
  return reason === 'CANCELED_BY_USER' || reason === 'OCO_SIBLING_ENDED' ? 'CANCELED' : 'EXPIRED';
}
