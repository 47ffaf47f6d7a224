import type { Cancel, Clock } from '../../kit/clock.ts';

/** Orderbook §6: the broadcast interval. */
export const beatMs = 100;

/**
 * When a book is due: quiet for 100 ms, in the next turn of the event loop; else at the end of its
 * 100 ms (design, "broadcast beat"). So ten a second at most, and never older than a beat.
 */
export interface Pace {
  /** Something changed. */
  touch(): void;
  /** The beat is being run; returns when it was due on the monotonic clock. */
  begin(): number;
  /** Something was sent in this beat: the next may come 100 ms later. */
  sent(): void;
  stop(): void;
}

interface PaceDeps {
  readonly clock: Clock;
  /** The time has come: run the beat in the coming turn. */
  due(): void;
}

export function createPace({ clock, due }: PaceDeps): Pace {
  let sentAtMs = Number.NEGATIVE_INFINITY;
  let dueAtMs: number | undefined;
  let cancel: Cancel | undefined;
  return {
    touch() {
      if (dueAtMs !== undefined) return;
      const nowMs = clock.monotonic();
      dueAtMs = Math.max(nowMs, sentAtMs + beatMs);
      // Whole milliseconds, upwards: timers cut fractions off and would beat too early.
      if (dueAtMs > nowMs) cancel = clock.schedule(Math.ceil(dueAtMs - nowMs), due);
      else due();
    },
    begin() {
      cancel?.();
      cancel = undefined;
      const wasDueAtMs = dueAtMs ?? clock.monotonic();
      dueAtMs = undefined;
      return wasDueAtMs;
    },
    sent() {
      sentAtMs = clock.monotonic();
    },
    stop() {
      cancel?.();
      cancel = undefined;
    },
  };
}
