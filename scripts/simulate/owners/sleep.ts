import type { WorldClock } from '../worldClock.ts';
import type { Hands } from './gate.ts';

/** The sleeps of a machine, in which its monotonic clock stands still. */
export interface Sleep {
  /** True where the machine may sleep now. */
  mayBegin(): boolean;
  /** Begins a sleep; returns the function that ends it. */
  begin(): () => void;
  /** True while it sleeps, and for a moment after: nobody sets its clock then. */
  isDrowsy(): boolean;
}

/**
 * Minimum milliseconds between a sleep and a setting of the clock, in either order. A process reads
 * its clocks at least once a second: if both fall between two readings, it cannot see from either
 * that it slept.
 */
const noticedMs = 1_100;

export function createSleep(clock: WorldClock, hands: Hands): Sleep {
  let drowsy = 0;
  const missStepsFromNow = (): void => {
    const { byMs } = clock.stepped();
    hands.missedMs = () => clock.stepped().byMs - byMs;
  };
  return {
    isDrowsy: () => drowsy > 0,
    mayBegin: () => clock.elapsedMs() - Math.max(hands.setAtMs, clock.stepped().atMs) > noticedMs,
    begin() {
      const beganMs = clock.elapsedMs();
      if (drowsy === 0) missStepsFromNow();
      drowsy += 1;
      return () => {
        hands.monotonicMs += clock.elapsedMs() - beganMs;
        clock.schedule(noticedMs, () => {
          drowsy -= 1;
          if (drowsy > 0) return;
          if (hands.missedMs() !== 0) hands.setAtMs = clock.elapsedMs();
          hands.missedMs = () => 0;
        });
      };
    },
  };
}
