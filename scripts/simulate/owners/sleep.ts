import type { Clock } from '../../../server/src/kit/clock.ts';
import { stepMsMin } from '../../../server/src/store/postgres/lease/holding.ts';
import type { WorldClock } from '../worldClock.ts';
import type { Hands } from './gate.ts';

/**
 * The sleeps of a machine, in which its monotonic clock stands still. Between a sleep and a setting
 * of the wall clock, in either order, the process reads its clocks: if both fall between two
 * readings, it cannot see from either clock that it slept.
 */
export interface Sleep {
  /** Returns the same clock, by which the process counts its lease: its readings are noticed. */
  watched(clock: Clock): Clock;
  /** True where the machine may sleep now. */
  mayBegin(): boolean;
  /** Begins a sleep; returns the function that ends it. */
  begin(): () => void;
  /** True from a sleep until the process reads its clocks: nobody sets its clock then. */
  isDrowsy(): boolean;
}

export function createSleep(clock: WorldClock, hands: Hands): Sleep {
  let sleeping = 0;
  let isDrowsy = false;
  // A process that has not read its clocks yet counts no time, so that a sleep hides none.
  let readAtMs = Number.POSITIVE_INFINITY;
  const missStepsFromNow = (): void => {
    const { byMs } = clock.stepped();
    hands.missedMs = () => clock.stepped().byMs - byMs;
  };
  const takeMissedSteps = (): void => {
    if (hands.missedMs() !== 0) hands.setAtMs = clock.elapsedMs();
    hands.missedMs = () => 0;
  };
  const noticeReading = (): void => {
    if (sleeping > 0) return;
    readAtMs = clock.elapsedMs();
    if (isDrowsy) takeMissedSteps();
    isDrowsy = false;
  };
  return {
    watched: (own) => ({
      ...own,
      now() {
        const nowMs = own.now();
        noticeReading();
        return nowMs;
      },
    }),
    isDrowsy: () => isDrowsy,
    // The lease adds shorter steps up and compares their end with their beginning alone.
    mayBegin: () => readAtMs >= Math.max(hands.setAtMs, clock.stepped().atMs) + stepMsMin,
    begin() {
      const beganMs = clock.elapsedMs();
      if (!isDrowsy) missStepsFromNow();
      isDrowsy = true;
      sleeping += 1;
      return () => {
        hands.monotonicMs += clock.elapsedMs() - beganMs;
        sleeping -= 1;
      };
    },
  };
}
