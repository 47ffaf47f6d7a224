import type { OrderSnapshot, Reason } from '@windlass/matching';

export type OrderStatus =
  | 'NEW'
  | 'PARTIALLY_FILLED'
  | 'FILLED'
  | 'CANCELED'
  | 'REJECTED'
  | 'EXPIRED'
  | 'EXPIRED_IN_MATCH';

/** The exchange's word for where an order on the book stands. */
export function statusOf({ status, filled, reason }: OrderSnapshot): OrderStatus {
  switch (status) {
    case 'open':
      return filled > 0 ? 'PARTIALLY_FILLED' : 'NEW';
    case 'closed':
      return 'FILLED';
    case 'canceled':
      return canceledStatus(reason);
    // What was refused is not recorded, apart from what the exchange takes and ends at once.
    case 'expired':
    case 'rejected':
      return 'EXPIRED';
  }
}

/** Only what its owner cancelled is called so. */
function canceledStatus(reason: Reason | undefined): OrderStatus {
  if (reason === 'SELF_TRADE') return 'EXPIRED_IN_MATCH';
  return reason === 'CANCELED_BY_USER' || reason === 'OCO_SIBLING_ENDED' ? 'CANCELED' : 'EXPIRED';
}
