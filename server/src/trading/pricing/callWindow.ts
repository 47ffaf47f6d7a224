import type { Clock } from '../../kit/clock.ts';

/**
 * A minute and a second: delays to the provider differ, and calls that left a minute apart may
 * arrive closer together.
 */
const windowMs = 61_000;
/** Share of the calls that spare ones leave to those somebody waits for. */
const keptShare = 1 / 3;

/** Starts calls so that no sliding minute has more than were agreed. */
export interface CallWindow {
  /**
   * Resolves with undefined once the call may start; with a sentence saying why, when it may not
   * within `waitMsMax`. Callers start in the order they came.
   * @param isSpare Only while a third of the calls is left to others; does not wait for that.
   */
  enter(waitMsMax: number, isSpare?: boolean): Promise<string | undefined>;
  /** Starts no call for `ms`; a longer pause that runs already stays. */
  pause(ms: number, reason: string): void;
}

/** @param callsPerMinute Undefined for no limit. */
export function createCallWindow(clock: Clock, callsPerMinute: number | undefined): CallWindow {
  // Planned starts of the latest calls, ascending, at most as many as a minute may have.
  const starts: number[] = [];
  let paused = { untilMs: Number.NEGATIVE_INFINITY, reason: '' };

  const pauseText = (): string | undefined => {
    const leftMs = paused.untilMs - clock.monotonic();
    if (leftMs <= 0) return undefined;
    return `${paused.reason} It is called again in ${Math.ceil(leftMs / 1000)} s.`;
  };
  const earliest = (nowMs: number): number => {
    const oldest = starts[0];
    const isFull = callsPerMinute !== undefined && starts.length >= callsPerMinute;
    return isFull && oldest !== undefined ? Math.max(nowMs, oldest + windowMs) : nowMs;
  };
  const usedAt = (nowMs: number): number =>
    starts.filter((startMs) => startMs > nowMs - windowMs).length;

  return {
    async enter(waitMsMax, isSpare = false) {
      const held = pauseText();
      if (held !== undefined) return held;
      if (callsPerMinute === undefined) return undefined;
      const nowMs = clock.monotonic();
      if (isSpare && usedAt(nowMs) >= Math.max(1, Math.floor(callsPerMinute * (1 - keptShare)))) {
        return 'The remaining calls to the price provider are reserved for price requests.';
      }
      const startMs = earliest(nowMs);
      const waitMs = startMs - nowMs;
      if (waitMs > waitMsMax) {
        const seconds = Math.ceil(waitMs / 1000);
        const limit = `The ${callsPerMinute} calls a minute to the price provider`;
        return `${limit} are used up for ${seconds} s.`;
      }
      starts.push(startMs);
      if (starts.length > callsPerMinute) starts.shift();
      if (waitMs <= 0) return undefined;
      await clock.sleep(waitMs);
      // The pause may have begun meanwhile; the slot in the window is then lost, not used twice.
      return pauseText();
    },
    pause(ms, reason) {
      const untilMs = clock.monotonic() + ms;
      if (untilMs > paused.untilMs) paused = { untilMs, reason };
    },
  };
}
