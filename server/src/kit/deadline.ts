import { abortable } from './abortable.ts';
import type { Clock } from './clock.ts';

/** Runs a call with a signal that aborts after so long; rejects then, if the call is deaf to it. */
export async function withDeadline<Value>(
  clock: Clock,
  limitMs: number,
  call: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  const cancel = clock.schedule(limitMs, () =>
    controller.abort(new Error(`no answer within ${limitMs} ms`)),
  );
  try {
    return await abortable(call(controller.signal), controller.signal);
  } finally {
    cancel();
  }
}
