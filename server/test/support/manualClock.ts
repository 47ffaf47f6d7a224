import { type Cancel, type Clock, everyWith, sleepWith } from '../../src/kit/clock.ts';

interface Due {
  readonly atMs: number;
  readonly order: number;
  readonly task: () => void;
}

/**
 * A clock that moves only when told to. Tests and simulations use it to run faster than real time.
 */
export interface ManualClock extends Clock {
  /** Moves forward by `ms`, runs due tasks in time order and lets promises settle in between. */
  advance(ms: number): Promise<void>;
  /** Number of tasks that still wait; a leak shows here. */
  pending(): number;
}

/** @param startMs Epoch time in ms at which `now` begins. */
export function createManualClock(startMs = 1_700_000_000_000): ManualClock {
  let elapsedMs = 0;
  let order = 0;
  const waiting = new Set<Due>();

  const schedule = (delayMs: number, task: () => void): Cancel => {
    order += 1;
    const due: Due = { atMs: elapsedMs + Math.max(0, delayMs), order, task };
    waiting.add(due);
    return () => waiting.delete(due);
  };

  const nextDue = (untilMs: number): Due | undefined => {
    let first: Due | undefined;
    for (const due of waiting) {
      if (due.atMs > untilMs) continue;
      if (!first || due.atMs < first.atMs || (due.atMs === first.atMs && due.order < first.order)) {
        first = due;
      }
    }
    return first;
  };

  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

  return {
    // Whole milliseconds, like the machine's clock: a random pause may end between two of them.
    now: () => startMs + Math.floor(elapsedMs),
    monotonic: () => elapsedMs,
    schedule,
    every: (periodMs, task) => everyWith(schedule, periodMs, task),
    sleep: (delayMs, signal) => sleepWith(schedule, delayMs, signal),
    yield: settle,
    async advance(ms) {
      const untilMs = elapsedMs + ms;
      await settle();
      for (let due = nextDue(untilMs); due; due = nextDue(untilMs)) {
        waiting.delete(due);
        elapsedMs = Math.max(elapsedMs, due.atMs);
        due.task();
        await settle();
      }
      elapsedMs = untilMs;
      await settle();
    },
    pending: () => waiting.size,
  };
}
