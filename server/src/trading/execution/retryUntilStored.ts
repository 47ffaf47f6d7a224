import type { Clock } from '../../kit/clock.ts';
import { StaleEpochError } from '../../store/types.ts';

interface RetryOptions {
  readonly clock: Clock;
  /** Ends the attempts once it aborts: a pause at once, otherwise after one more attempt. */
  readonly leaving: AbortSignal;
  /** Called with the first of several failures in a row. */
  readonly failed: (error: unknown) => void;
}

/** Most restarting databases are back within seconds. */
const firstPauseMs = 250;
/**
 * Long enough not to burden a failing database; an unhedged position waits no longer than this once
 * it recovers.
 */
const pauseMsMax = 2_000;

/**
 * Repeats what the database refused, with growing pauses, until it succeeds: an algorithm or plan
 * with running orders is never dropped. Rejects when the service stops, and when another process
 * owns the engine.
 */
export async function retryUntilStored<Value>(
  attempt: () => Promise<Value>,
  { clock, leaving, failed }: RetryOptions,
): Promise<Value> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMsMax, pauseMs * 2)) {
    const isLast = leaving.aborted;
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof StaleEpochError || isLast) throw error;
      if (pauseMs === firstPauseMs) failed(error);
      await clock.sleep(pauseMs, leaving);
    }
  }
}
