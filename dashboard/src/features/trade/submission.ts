import { ApiError, mayHaveHappened } from '@windlass/client';

/**
 * State of something that is sent and must not be sent twice. While its outcome is `open` it keeps
 * its id, and only two things may be done: ask for the outcome, or send exactly the same again,
 * which the service answers with the first result.
 */
export type Submission<Sent, Result> =
  | { readonly phase: 'ready' }
  | { readonly phase: 'sending'; readonly sent: Sent }
  | { readonly phase: 'answered'; readonly sent: Sent; readonly result: Result }
  | { readonly phase: 'refused'; readonly sent: Sent; readonly error: unknown }
  /** No error means that the page was left before the answer came. */
  | { readonly phase: 'open'; readonly sent: Sent; readonly error: unknown };

/** True when the outcome of an order or a plan is unknown after this failure. */
export function leavesOpen(error: unknown): boolean {
  // Orders are stored before they are sent.
  if (error instanceof ApiError && error.code === 'STORE_UNAVAILABLE') return false;
  return mayHaveHappened(error);
}

/** True when the service says that it does not know the order or plan. */
export function isMissing(error: unknown): boolean {
  return (
    error instanceof ApiError && ['ORDER_NOT_FOUND', 'PLAN_NOT_FOUND'].includes(String(error.code))
  );
}
