import { abortable } from './abortable.ts';
import type { Clock } from './clock.ts';

/**
 * Keeps calls from something that is down. Closed, it lets all calls through; so many failures in a
 * row open it, and calls are refused for a while. Then one call tries it out and the others wait
 * for how that ends: success closes the breaker, failure opens it again.
 */
export interface Breaker {
  /** Runs the task, or rejects with the refusal. Waiting ends with the signal's reason. */
  use<Value>(signal: AbortSignal, task: () => Promise<Value>): Promise<Value>;
}

interface BreakerOptions {
  readonly clock: Clock;
  /** Failures in a row that open it. */
  readonly failuresMax: number;
  readonly openMs: number;
  /** Errors that count; others, and tasks whose signal aborts, tell nothing. */
  readonly isFailure: (error: unknown) => boolean;
  readonly refusal: () => Error;
}

export function createBreaker(options: BreakerOptions): Breaker {
  const { clock, failuresMax, openMs, isFailure, refusal } = options;
  // In a row; beyond `failuresMax` until a success, so that a failed trial opens it again.
  let failures = 0;
  // Undefined while closed.
  let openUntilMs: number | undefined;
  // Settles, never by a rejection, when the call that tries it out has ended.
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
      // A call from before it opened tells nothing new, and must not keep it open for longer.
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
