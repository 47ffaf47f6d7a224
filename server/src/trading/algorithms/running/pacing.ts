import type { Cancel, Clock } from '../../../kit/clock.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { BookBeat } from './market.ts';
import type { RunClock } from './runClock.ts';
import type { Stepped } from './stepping.ts';

/** Tells when the next step comes by itself. */
export type Pace = Pick<Stepped, 'wakeAtMs' | 'watchesBooks'>;

/** No step comes by itself: something else must happen first. */
export const standing: Pace = { wakeAtMs: undefined, watchesBooks: false };

export interface Pacing {
  /** Waits until something comes in. Replaces the earlier pace. */
  rest(pace: Pace): void;
}

interface PacingDeps {
  readonly clock: Pick<Clock, 'schedule'>;
  readonly beat: BookBeat;
  /** Symbols whose books are followed. */
  readonly symbols: readonly InstrumentSymbol[];
  readonly time: Pick<RunClock, 'nowMs'>;
  readonly note: (event: 'woke' | 'book') => void;
}

export function createPacing({ clock, beat, symbols, time, note }: PacingDeps): Pacing {
  let cancelWake: Cancel = () => undefined;
  let unfollow: readonly Cancel[] = [];
  return {
    rest({ wakeAtMs, watchesBooks }) {
      cancelWake();
      for (const cancel of unfollow) cancel();
      if (wakeAtMs !== undefined) {
        const delayMs = Math.max(0, wakeAtMs - time.nowMs());
        cancelWake = clock.schedule(delayMs, () => note('woke'));
      }
      const followed = watchesBooks ? symbols : [];
      unfollow = followed.map((symbol) => beat.follow(symbol, () => note('book')));
    },
  };
}

/** Callers who wait until nothing is live any more. */
export interface CalmWatch {
  wait(limitMs: number): Promise<void>;
  /** Resolves their waits. */
  told(): void;
}

export function createCalmWatch(clock: Pick<Clock, 'schedule'>, isCalm: () => boolean): CalmWatch {
  const waiting = new Set<() => void>();
  return {
    async wait(limitMs) {
      if (isCalm()) return;
      const calm = Promise.withResolvers<void>();
      const cancel = clock.schedule(limitMs, calm.resolve);
      waiting.add(calm.resolve);
      await calm.promise;
      waiting.delete(calm.resolve);
      cancel();
    },
    told() {
      if (isCalm()) for (const resolve of waiting) resolve();
    },
  };
}
