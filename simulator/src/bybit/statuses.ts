import type { Reason } from '@windlass/matching';
import { isWaiting, type OrderRecord } from '../exchange/records.ts';

/** The exchange's words for an order's state, and for why it ended. */
export interface StatusFields {
  readonly orderStatus: string;
  readonly cancelType: string;
  readonly rejectReason: string;
}

/** True when an order never reached its trigger price. */
function isAsleep({ state, words }: OrderRecord): boolean {
  return words.stopOrderType !== undefined && !state.isTriggered;
}

export function statusFieldsOf(order: OrderRecord): StatusFields {
  const { state, market } = order;
  const none = { cancelType: 'UNKNOWN', rejectReason: 'EC_NoError' };
  switch (state.status) {
    case 'open':
      return { ...none, orderStatus: openStatus(order) };
    case 'closed':
      return { ...none, orderStatus: 'Filled' };
    case 'canceled':
    case 'expired':
    case 'rejected': {
      const why = endings(state.filled > 0)[state.reason ?? 'UNFILLED_REST'] ?? {};
      const isPart = market.definition.kind === 'spot' && state.filled > 0;
      const orderStatus = isPart ? 'PartiallyFilledCanceled' : 'Cancelled';
      return { ...none, orderStatus: isAsleep(order) ? 'Deactivated' : orderStatus, ...why };
    }
  }
}

function openStatus(order: OrderRecord): string {
  if (isWaiting(order)) return 'Untriggered';
  return order.state.filled > 0 ? 'PartiallyFilled' : 'New';
}

function endings(isPart: boolean): Partial<Readonly<Record<Reason, Partial<StatusFields>>>> {
  const noFull = { rejectReason: 'EC_CancelForNoFullFill' };
  const nothing = { rejectReason: 'EC_NoImmediateQtyToFill' };
  return {
    CANCELED_BY_USER: { cancelType: 'CancelByUser', rejectReason: 'EC_PerCancelRequest' },
    WOULD_TAKE: { rejectReason: 'EC_PostOnlyWillTakeLiquidity' },
    CANNOT_FILL_ALL: noFull,
    UNFILLED_REST: isPart ? noFull : nothing,
    NO_LIQUIDITY: isPart ? noFull : nothing,
    REDUCE_ONLY_NOTHING: { cancelType: 'CancelByReduceOnly' },
    SELF_TRADE: { cancelType: 'CancelBySmp', rejectReason: 'EC_BySelfMatch' },
    INSUFFICIENT_BALANCE: { orderStatus: 'Rejected', rejectReason: 'EC_Others' },
  };
}
