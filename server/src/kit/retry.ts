import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

/** Tells whether another attempt may follow a failed one. */
export type RetryAdvice =
  | { readonly again: false }
  /** `afterMs` is what the other side asked for (Retry-After); it replaces a shorter backoff. */
  | { readonly again: true; readonly afterMs?: number };

interface RetryOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Maximum number of attempts, the first included. */
  readonly attemptsMax: number;
  readonly firstDelayMs: number;
  readonly delayMsMax: number;
  readonly signal?: AbortSignal;
  /**
   * Decides from the error. Only the caller knows what is safe to repeat: a call that may have
   * changed something must return `again: false` unless its client id makes it safe.
   */
  readonly advise: (error: unknown) => RetryAdvice;
}

/**
 * Runs the attempt until it succeeds, the advice says stop, or no attempts are left; then throws
 * the last error. The backoff doubles from `firstDelayMs` up to `delayMsMax`; its upper half is
 * random.
 */
export async function retry<Value>(
  attempt: (number: number) => Promise<Value>,
  options: RetryOptions,
): Promise<Value> {
  for (let number = 1; ; number += 1) {
    try {
      return await attempt(number);
    } catch (error) {
      const advice = options.advise(error);
      const last = number >= options.attemptsMax || options.signal?.aborted;
      if (!advice.again || last) throw error;
      const delayMs = Math.max(advice.afterMs ?? 0, backoffMs(number, options));
      await options.clock.sleep(delayMs, options.signal);
      if (options.signal?.aborted) throw error;
    }
  }
}

/** Returns the delay before the attempt that follows attempt `number`, in ms. */
export function backoffMs(
  number: number,
  options: { firstDelayMs: number; delayMsMax: number; random: Random },
): number {
  const full = Math.min(options.delayMsMax, options.firstDelayMs * 2 ** (number - 1));
  return options.random.between(full / 2, full);
}
