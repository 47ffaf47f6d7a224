import type { Clock } from './clock.ts';

/** Runs a call with a signal that aborts after so long. The call decides what that means. */
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
    return await call(controller.signal);
  } finally {
    cancel();
  }
}
