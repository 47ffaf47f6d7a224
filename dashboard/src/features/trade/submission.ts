import { ApiError } from '@windlass/client';

/**
 * What becomes of something that is sent and must not be sent twice. While its outcome is `open` it
 * keeps its id, and only two things may be done with it: ask what became of it, or send the very
 * same again, which the service answers with the first.
 */
export type Submission<Sent, Result> =
  | { readonly phase: 'ready' }
  | { readonly phase: 'sending'; readonly sent: Sent }
  | { readonly phase: 'answered'; readonly sent: Sent; readonly result: Result }
  | { readonly phase: 'refused'; readonly sent: Sent; readonly error: unknown }
  /** Without an error the page was left before the answer came. */
  | { readonly phase: 'open'; readonly sent: Sent; readonly error: unknown };

/** Refusals above 500 that come before anything is sent, as their messages say. */
const sentNothing: readonly string[] = [
  'MARKETS_UNAVAILABLE',
  'PRICES_UNAVAILABLE',
  'SHUTTING_DOWN',
  'STORE_UNAVAILABLE',
];

/**
 * Whether after this failure nobody knows what became of it. Only a refusal of the service itself,
 * or the exchange's word as the service tells it, says that nothing happened.
 */
export function leavesOpen(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  const { code, status, data } = error;
  if (hasStatus(data, 'rejected')) return false;
  if (status === undefined || code === 'BAD_ANSWER' || code === 'HTTP_ERROR') return true;
  return status >= 500 && !sentNothing.includes(code);
}

function hasStatus(data: unknown, status: string): boolean {
  if (typeof data !== 'object' || data === null || !('order_status' in data)) return false;
  return data.order_status === status;
}

/** Whether the service says that it has never heard of what it was asked for. */
export function isMissing(error: unknown): boolean {
  return (
    error instanceof ApiError && ['ORDER_NOT_FOUND', 'PLAN_NOT_FOUND'].includes(String(error.code))
  );
}
