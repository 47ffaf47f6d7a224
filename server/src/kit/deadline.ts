import { abortable } from './abortable.ts';
import type { Clock } from './clock.ts';

interface Deadline {
  readonly clock: Clock;
  readonly limitMs: number;
  /** Also ends the call, with its own reason. */
  readonly signal?: AbortSignal;
  /** Returns the error that is thrown when the time is over. */
  readonly late?: () => Error;
}

/**
 * Runs a call with a signal that aborts at the deadline; rejects then, if the call ignores the
 * signal.
 */
export async function withDeadline<Value>(
  deadline: Deadline,
  call: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const {
    clock,
    limitMs,
    signal,
    late = () => new Error(`no answer within ${limitMs} ms`),
  } = deadline;
  const controller = new AbortController();
  const cancel = clock.schedule(limitMs, () => controller.abort(late()));
  const either = signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
  try {
    return await abortable(call(either), either);
  } finally {
    cancel();
  }
}
