import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

/** What a failed attempt means for the next one. */
export type RetryAdvice =
  | { readonly again: false }
  /** `afterMs` is the other side's own word (Retry-After); it replaces a shorter backoff. */
  | { readonly again: true; readonly afterMs?: number };

interface RetryOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Attempts in all, the first included. */
  readonly attemptsMax: number;
  readonly firstDelayMs: number;
  readonly delayMsMax: number;
  readonly signal?: AbortSignal;
  /**
   * Decides from the error. The caller alone knows what is safe to repeat: a call that may have
   * changed something must answer `again: false` unless its client id makes it safe.
   */
  readonly advise: (error: unknown) => RetryAdvice;
}

/**
 * Runs the attempt until it succeeds, advice says stop, or attempts run out; then throws the last
 * error. Backoff doubles from `firstDelayMs` up to `delayMsMax`, with full jitter on its upper
 * half.
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

/** Delay before the attempt after `number`, in ms. */
export function backoffMs(
  number: number,
  options: { firstDelayMs: number; delayMsMax: number; random: Random },
): number {
  const full = Math.min(options.delayMsMax, options.firstDelayMs * 2 ** (number - 1));
  return options.random.between(full / 2, full);
}
