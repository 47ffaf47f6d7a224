import { ApiError } from './errors.ts';

/** Proof with the status of a fault: made before anything is done, or the exchange's own no. */
const refusals: readonly string[] = [
  'EXCHANGE_ERROR',
  'MARKETS_UNAVAILABLE',
  'PRICES_UNAVAILABLE',
  'STANDBY',
  'SHUTTING_DOWN',
];

/**
 * Whether what failed with `error` may have been done all the same. Only the service's own word is
 * proof that it was not: a refusal, or an order it calls `rejected`. No answer, an answer that
 * cannot be read, a gateway's and a fault's prove nothing.
 *
 * What may have been done is sent again under the same id or not at all: the service answers a
 * repetition with the first, and takes another id for another order.
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
