import { AppError } from '../../kit/errors.ts';
import type { RejectCode } from '../venues/venuePort.ts';
import { inDollars } from './limits.ts';
import type { StoredOrder } from './orderStore.ts';

/** An order in the form in which its sender receives it. */
export interface SentOrder extends StoredOrder {
  /**
   * Set when our own limiter held the order back: time until a similar order could leave. Never
   * stored.
   */
  readonly waitMs?: number | undefined;
}

/** Returns the order to its sender. Throws when it was refused or its outcome is unknown. */
export function answerOf(order: SentOrder): StoredOrder {
  switch (order.status) {
    case 'pending':
    case 'unknown':
      throw unknownOutcome(order);
    case 'rejected':
      throw rejection(order);
    default:
      return order;
  }
}

/**
 * Returns the error of an order that may or may not have reached the venue (design: sending has
 * three outcomes).
 */
function unknownOutcome(order: StoredOrder): AppError {
  return new AppError('NETWORK_ERROR', {
    message:
      'Not confirmed yet: the order may have reached the exchange. It is being looked up and ' +
      `will not be sent again: ask for order ${order.id} before you send another.`,
    data: {
      order_status: 'unknown',
      order_id: order.id,
      client_order_id: order.clientOrderId,
    },
  });
}

/** Our code for an order that certainly never reached the venue. */
export const notSent = 'NOT_SENT' satisfies RejectCode;

const rejections: Readonly<Record<RejectCode, AppError['code']>> = {
  INSUFFICIENT_BALANCE: 'INSUFFICIENT_BALANCE',
  INSUFFICIENT_MARGIN: 'INSUFFICIENT_MARGIN',
  WOULD_TAKE: 'POST_ONLY_WOULD_TAKE',
  WOULD_TRIGGER: 'ORDER_WOULD_TRIGGER',
  NOTHING_TO_REDUCE: 'NOTHING_TO_REDUCE',
  NO_LIQUIDITY: 'INVALID_ORDER',
  CANNOT_FILL: 'EXCHANGE_ERROR',
  NOT_SENT: 'NETWORK_ERROR',
  RATE_LIMITED: 'RATE_LIMITED',
  DUPLICATE: 'EXCHANGE_ERROR',
  INVALID: 'EXCHANGE_ERROR',
  POSITION_MODE: 'EXCHANGE_ERROR',
  ACCOUNT_MODE: 'EXCHANGE_ERROR',
  CONFLICT: 'EXCHANGE_ERROR',
  OTHER: 'EXCHANGE_ERROR',
};

/** Returns the error that tells the sender why the order was rejected. */
export function rejection(order: SentOrder): AppError {
  const data = {
    order_status: 'rejected',
    order_id: order.id,
    client_order_id: order.clientOrderId,
  };
  const { rejectCode = 'OTHER', reason, waitMs: retryAfterMs } = order;
  if (rejectCode === notSent) {
    const message = 'The order never reached the exchange. Send it with another client_order_id.';
    return new AppError('NETWORK_ERROR', { message, data });
  }
  const code = isRejectCode(rejectCode) ? rejections[rejectCode] : 'EXCHANGE_ERROR';
  const known = { data, retryAfterMs };
  return new AppError(code, reason === undefined ? known : { ...known, message: reason });
}

function isRejectCode(text: string): text is RejectCode {
  return Object.hasOwn(rejections, text);
}

/** Returns the error of an order beyond the daily limit (Trading §4.1). */
export function overDailyLimit(order: {
  readonly valueMicroUsd: number;
  readonly limitMicroUsd: number;
  readonly usedMicroUsd: number;
}): AppError {
  const remainingMicroUsd = Math.max(0, order.limitMicroUsd - order.usedMicroUsd);
  return new AppError('DAILY_LIMIT_EXCEEDED', {
    message: `Order would exceed daily limit. Remaining: ${inDollars(remainingMicroUsd)}`,
    data: {
      limit_check: {
        allowed: false,
        order_value_usd: order.valueMicroUsd / 1e6,
        remaining_usd: remainingMicroUsd / 1e6,
      },
    },
  });
}

export function tooManyOpen(open: number, openOrdersMax: number): AppError {
  return new AppError('TOO_MANY_OPEN_ORDERS', {
    message: `The account has ${open} open orders and may have ${openOrdersMax} (max_open_orders).`,
    data: { open_orders: open, max_open_orders: openOrdersMax },
  });
}

export function halted(accountId: string): AppError {
  return new AppError('ACCOUNT_HALTED', {
    message: `The exchange account ${accountId} is halted. Resume it to send orders.`,
    data: { exchange_account_id: accountId },
  });
}
