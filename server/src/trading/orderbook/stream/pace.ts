import type { Clock } from '../../../kit/clock.ts';
import type { Window } from './agenda.ts';

/** Orderbook §6: the broadcast interval. */
export const beatMs = 100;
/**
 * A beat may wait to run with others, as long as its news is no older than this: then it is under
 * 100 ms old even at the last of a thousand clients.
 */
const newsMsMax = 75;

/**
 * Decides when a book is due: after 100 ms of silence in the next turn of the event loop; else when
 * its 100 ms are over (design, "broadcast beat"). So there are ten a second at most, and none is
 * older than a beat.
 */
export interface Pace {
  /** Call it when something changed. */
  touch(): void;
  /** Call it when the beat runs. */
  begin(): void;
  /** Call it when something was sent in this beat: the next may come 100 ms later. */
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
