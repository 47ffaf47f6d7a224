import { ApiError, mayHaveHappened } from '@windlass/client';

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

/** Whether after this failure of an order or a plan nobody knows what became of it. */
export function leavesOpen(error: unknown): boolean {
  // What is sent is stored before.
  if (error instanceof ApiError && error.code === 'STORE_UNAVAILABLE') return false;
  return mayHaveHappened(error);
}

/** Whether the service says that it has never heard of what it was asked for. */
export function isMissing(error: unknown): boolean {
  return (
    error instanceof ApiError && ['ORDER_NOT_FOUND', 'PLAN_NOT_FOUND'].includes(String(error.code))
  );
}
