import { abortable } from './abortable.ts';
import type { Clock } from './clock.ts';

/**
 * Protects something that is down from calls. While closed, it lets all calls through. A number of
 * failures in a row opens it, and calls are refused for a while. Then one call tries it out and the
 * others wait for its end: success closes the breaker, failure opens it again.
 */
export interface Breaker {
  /** Runs the task, or rejects with the refusal. Waiting ends with the signal's reason. */
  use<Value>(signal: AbortSignal, task: () => Promise<Value>): Promise<Value>;
}

interface BreakerOptions {
  readonly clock: Clock;
  /** Number of failures in a row that open the breaker. */
  readonly failuresMax: number;
  readonly openMs: number;
  /**
   * Returns true for errors that count as failures. Other errors, and tasks whose signal aborts, do
   * not.
   */
  readonly isFailure: (error: unknown) => boolean;
  readonly refusal: () => Error;
}

export function createBreaker(options: BreakerOptions): Breaker {
  const { clock, failuresMax, openMs, isFailure, refusal } = options;
  // Failures in a row. It stays at `failuresMax` or above until a success, so that a failed trial
  // opens the breaker again.
  let failures = 0;
  // End of the open time, on the monotonic clock; undefined while closed.
  let openUntilMs: number | undefined;
  // Resolves when the trial call has ended; never rejects.
  let trial: Promise<void> | undefined;

  const isOpen = () => openUntilMs !== undefined && clock.monotonic() < openUntilMs;

  const run = async <Value>(signal: AbortSignal, task: () => Promise<Value>): Promise<Value> => {
    const isTrial = openUntilMs !== undefined;
    try {
      const value = await task();
      failures = 0;
      openUntilMs = undefined;
      return value;
    } catch (error) {
      // A call that began before the breaker opened proves nothing new and must not extend the open
      // time.
      const isOld = openUntilMs !== undefined && !isTrial;
      if (!isOld && !signal.aborted && isFailure(error)) {
        failures += 1;
        if (failures >= failuresMax) openUntilMs = clock.monotonic() + openMs;
      }
      throw error;
    }
  };

  const tryOut = async <Value>(signal: AbortSignal, task: () => Promise<Value>) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    trial = promise;
    try {
      return await run(signal, task);
    } finally {
      trial = undefined;
      resolve();
    }
  };

  return {
    async use(signal, task) {
      for (;;) {
        signal.throwIfAborted();
        if (isOpen()) throw refusal();
        if (openUntilMs === undefined) return await run(signal, task);
        if (trial === undefined) return await tryOut(signal, task);
        await abortable(trial, signal);
      }
    },
  };
}
