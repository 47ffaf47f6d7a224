/** Stops something that was scheduled. Calling it twice, or after the task ran, does nothing. */
export type Cancel = () => void;

/**
 * Time, passed in everywhere so that the whole service can run under a simulated clock.
 *
 * `now` is for what people read and what is stored (epoch ms, may step); `monotonic` is for
 * measuring durations and ages (ms from an arbitrary start, never goes back).
 */
export interface Clock {
  now(): number;
  monotonic(): number;
  /** Runs the task once after `delayMs`. */
  schedule(delayMs: number, task: () => void): Cancel;
  /**
   * Runs the task every `periodMs`, first after one period; beats missed while busy are skipped.
   */
  every(periodMs: number, task: () => void): Cancel;
  /** Resolves after `delayMs`, or at once when the signal aborts. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
  /** Lets waiting input and output run before going on: for long work done in slices. */
  yield(): Promise<void>;
}

/** Creates a clock of the machine's own time. */
export function createSystemClock(): Clock {
  const schedule = (delayMs: number, task: () => void): Cancel => {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  };
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    schedule,
    every(periodMs, task) {
      const timer = setInterval(task, periodMs);
      return () => clearInterval(timer);
    },
    sleep: (delayMs, signal) => sleepWith(schedule, delayMs, signal),
    yield: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

/** Implements `every` with `schedule`, for clocks that are moved by hand. */
export function everyWith(schedule: Clock['schedule'], periodMs: number, task: () => void): Cancel {
  let cancel: Cancel = () => undefined;
  const beat = () => {
    cancel = schedule(periodMs, beat);
    task();
  };
  cancel = schedule(periodMs, beat);
  return () => cancel();
}

/** Implements `sleep` with `schedule`, for every clock. */
export function sleepWith(
  schedule: Clock['schedule'],
  delayMs: number,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const finish = () => {
      cancel();
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const cancel = schedule(delayMs, finish);
    signal?.addEventListener('abort', finish, { once: true });
  });
}
