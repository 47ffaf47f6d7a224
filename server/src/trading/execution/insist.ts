import type { Clock } from '../../kit/clock.ts';
import { StaleEpochError } from '../../store/types.ts';

interface Insistence {
  readonly clock: Clock;
  /** Ends it once it aborts: a pause at once, after one more attempt. */
  readonly leaving: AbortSignal;
  /** Told of the first failure in a row. */
  readonly failed: (error: unknown) => void;
}

/** Most databases that restart are back within seconds. */
const firstPauseMs = 250;
/** Long enough to leave a sick database alone; what is unhedged waits for it once it is well. */
const pauseMsMax = 2_000;

/**
 * Does again what the database refused, with growing pauses, until it is done: what has orders
 * under way is never dropped. Rejects when the service is left, and when another process owns it.
 */
export async function insist<Value>(
  attempt: () => Promise<Value>,
  { clock, leaving, failed }: Insistence,
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
