import type { Clock } from '../../../kit/clock.ts';
import type { Window } from './agenda.ts';

/** Orderbook §6: the broadcast interval. */
export const beatMs = 100;
/**
 * A beat may wait for others to go along with, as long as its news is no older than this: then it
 * is under 100 ms old also at the last of a thousand clients.
 */
const newsMsMax = 75;

/**
 * When a book is due: quiet for 100 ms, in the next turn of the event loop; else when its 100 ms
 * are over (design, "broadcast beat"). So ten a second at most, and never older than a beat.
 */
export interface Pace {
  /** Something changed. */
  touch(): void;
  /** The beat is being run. */
  begin(): void;
  /** Something was sent in this beat: the next may come 100 ms later. */
  sent(): void;
}

interface PaceDeps {
  readonly clock: Clock;
  soon(): void;
  within(window: Window): void;
}

export function createPace({ clock, soon, within }: PaceDeps): Pace {
  let sentAtMs = Number.NEGATIVE_INFINITY;
  let isBooked = false;
  return {
    touch() {
      if (isBooked) return;
      isBooked = true;
      const nowMs = clock.monotonic();
      const earliestMs = sentAtMs + beatMs;
      if (earliestMs <= nowMs) soon();
      else within({ earliestMs, latestMs: Math.max(earliestMs, nowMs + newsMsMax) });
    },
    begin() {
      isBooked = false;
    },
    sent() {
      sentAtMs = clock.monotonic();
    },
  };
}
