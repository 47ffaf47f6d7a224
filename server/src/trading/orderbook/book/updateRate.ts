import { clamp } from '../../../kit/numbers.ts';

/** Contract: updates a second over the last ten seconds. */
const windowSec = 10;
/** The current second, nine whole ones, and the one that is leaving the window. */
const slots = windowSec + 1;

/** Counts updates by the second, in monotonic time, without allocating. */
export interface UpdateRate {
  add(nowMs: number): void;
  /**
   * Returns the mean over the last ten seconds, or over the book's life when shorter; updates of
   * the second that is leaving count by its share.
   */
  perSec(nowMs: number): number;
}

export function createUpdateRate(startMs: number): UpdateRate {
  const counts = new Uint32Array(slots);
  let second = Math.floor(startMs / 1_000);
  /** Slot of `second`; the slots before it, going round the ring, are the seconds before. */
  let newest = 0;

  const moveTo = (nowMs: number) => {
    const current = Math.floor(nowMs / 1_000);
    for (let left = Math.min(current - second, slots); left > 0; left -= 1) {
      newest = (newest + 1) % slots;
      counts[newest] = 0;
    }
    second = current;
  };

  return {
    add(nowMs) {
      moveTo(nowMs);
      counts[newest] = (counts[newest] ?? 0) + 1;
    },
    perSec(nowMs) {
      moveTo(nowMs);
      let total = 0;
      for (const count of counts) total += count;
      const oldest = counts[(newest + 1) % slots] ?? 0;
      // A book younger than the window is measured over its own life, for a second at least.
      const ageSec = clamp((nowMs - startMs) / 1_000, 1, windowSec);
      return (total - oldest * (nowMs / 1_000 - second)) / ageSec;
    },
  };
}
