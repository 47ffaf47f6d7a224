import { ApiError } from './errors.ts';

/**
 * Codes that prove a refusal although their status is a fault's: nothing was done before, or the
 * exchange itself said no.
 */
const refusals: readonly string[] = [
  'EXCHANGE_ERROR',
  'MARKETS_UNAVAILABLE',
  'PRICES_UNAVAILABLE',
  'STANDBY',
  'SHUTTING_DOWN',
];

/**
 * True when the request that failed with `error` may have been carried out all the same. Only the
 * service's own word proves that it was not: a refusal, or an order it calls `rejected`. A missing
 * answer, an unreadable answer, a gateway's answer and a server fault prove nothing.
 *
 * A request that may have been carried out is sent again under the same id or not at all. The
 * service answers a repetition with the first result, and takes another id for another order.
 *
 * @example
 * try {
 *   await client.submitOrder(order);
 * } catch (error) {
 *   if (!mayHaveHappened(error)) throw error;
 *   await client.submitOrder(order); // with the same client_order_id
 * }
 */
export function mayHaveHappened(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  const { code, status, data } = error;
  const told = orderStatusOf(data);
  if (told === 'rejected') return false;
  if (told === 'unknown' || told === 'pending') return true;
  if (status === undefined || code === 'BAD_ANSWER' || code === 'HTTP_ERROR') return true;
  return status >= 500 && !refusals.includes(code);
}

function orderStatusOf(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('order_status' in data)) return undefined;
  return data.order_status;
}
