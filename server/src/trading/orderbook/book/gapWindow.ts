/** Design decision: `sequence_gaps` counts five minutes. */
const windowMs = 5 * 60_000;
/** Two gaps a second for five minutes. A resync takes longer, and 6 gaps cost the maximum. */
const gapsCountedMax = 600;

/** The sequence gaps of the last five minutes, in monotonic time. */
export interface GapWindow {
  add(atMs: number): void;
  /** Returns the number of gaps less than five minutes old; at most 600 are counted. */
  count(nowMs: number): number;
}

export function createGapWindow(): GapWindow {
  /** Oldest first. */
  const times: number[] = [];
  return {
    add(atMs) {
      if (times.length === gapsCountedMax) times.shift();
      times.push(atMs);
    },
    count(nowMs) {
      for (let oldest = times[0]; oldest !== undefined; oldest = times[0]) {
        if (nowMs - oldest < windowMs) break;
        times.shift();
      }
      return times.length;
    },
  };
}
