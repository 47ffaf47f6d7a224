import type { Random } from '../../../kit/random.ts';
import { backoffMs } from '../../../kit/retry.ts';

/** Growing waits between attempts, jittered so that many books do not come back in step. */
export interface Backoff {
  /** Returns the next wait: between half and all of a bound that doubles with every call. */
  nextMs(): number;
  /** Number of waits that were returned since the last reset. */
  failures(): number;
  reset(): void;
}

export interface BackoffOptions {
  readonly random: Random;
  readonly firstMs: number;
  readonly maxMs: number;
}

export function createBackoff({ random, firstMs, maxMs }: BackoffOptions): Backoff {
  let count = 0;
  return {
    nextMs() {
      count += 1;
      return backoffMs(count, { firstDelayMs: firstMs, delayMsMax: maxMs, random });
    },
    failures: () => count,
    reset: () => {
      count = 0;
    },
  };
}
