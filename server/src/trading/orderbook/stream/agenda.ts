import type { Cancel, Clock } from '../../../kit/clock.ts';

/** A schedule that groups items, so that few moments serve many. */
export interface Agenda<T> {
  /** Schedules for the next turn of the event loop, or for the end of the rest after a long run. */
  soon(item: T): void;
  /** Schedules for a moment of the window that serves others too, else for its beginning. */
  within(item: T, window: Window): void;
  forget(item: T): void;
  close(): void;
}

/** Times on the monotonic clock. */
export interface Window {
  readonly earliestMs: number;
  readonly latestMs: number;
}

interface AgendaDeps<T> {
  readonly clock: Clock;
  /** Runs what is due, each with the moment it was due at. */
  run(due: ReadonlyMap<T, number>): void;
}

/**
 * After a run, the next waits as long as that one took: items that become due meanwhile run
 * together, and serving many clients never takes more than half of the process. With few clients
 * the rest is very short.
 */
const restPerRun = 1;
/** Half a broadcast interval: the rest must not make books old. */
const restMsMax = 50;

interface Booking {
  readonly earliestMs: number;
  readonly dueAtMs: number;
}

export function createAgenda<T>({ clock, run }: AgendaDeps<T>): Agenda<T> {
  /** Every item at most once. */
  const bookings = new Map<T, Booking>();
  const moments = createMoments(clock, (atMs) => keep(atMs));
  let restUntilMs = Number.NEGATIVE_INFINITY;

  const book = (item: T, earliestMs: number, dueAtMs: number): void => {
    bookings.set(item, { earliestMs, dueAtMs });
    moments.open(dueAtMs);
  };

  /** Moves items that were booked before the rest began to the first run after it. */
  const postpone = (momentMs: number): void => {
    for (const [item, { dueAtMs }] of bookings) {
      if (dueAtMs === momentMs) book(item, restUntilMs, restUntilMs);
    }
  };

  /** Runs every item that may run by now: one turn costs less than two. */
  const keep = (momentMs: number): void => {
    const startMs = clock.monotonic();
    if (startMs < restUntilMs) {
      postpone(momentMs);
      return;
    }
    const due = takeDue(bookings, momentMs, startMs);
    moments.closeUnused(bookings);
    run(due);
    const endMs = clock.monotonic();
    restUntilMs = endMs + Math.min(restMsMax, (endMs - startMs) * restPerRun);
  };

  return {
    soon(item) {
      const earliestMs = Math.max(clock.monotonic(), restUntilMs);
      book(item, earliestMs, earliestMs);
    },
    within(item, window) {
      const earliestMs = Math.max(window.earliestMs, restUntilMs);
      const latestMs = Math.max(window.latestMs, earliestMs);
      const shared = firstWithin(moments.all(), { earliestMs, latestMs });
      book(item, earliestMs, shared ?? earliestMs);
    },
    forget(item) {
      bookings.delete(item);
      moments.closeUnused(bookings);
    },
    close() {
      bookings.clear();
      moments.closeUnused(bookings);
    },
  };
}

function firstWithin(
  moments: Iterable<number>,
  { earliestMs, latestMs }: Window,
): number | undefined {
  let first: number | undefined;
  for (const atMs of moments) {
    if (atMs >= earliestMs && atMs <= latestMs) first = Math.min(first ?? atMs, atMs);
  }
  return first;
}

/** A timer may fire a fraction early: the items of its own moment are due anyway. */
function takeDue<T>(
  bookings: Map<T, Booking>,
  momentMs: number,
  nowMs: number,
): ReadonlyMap<T, number> {
  const due = new Map<T, number>();
  for (const [item, { earliestMs, dueAtMs }] of bookings) {
    if (earliestMs > nowMs && dueAtMs !== momentMs) continue;
    due.set(item, Math.min(dueAtMs, nowMs));
    bookings.delete(item);
  }
  return due;
}

/** Keeps the moments with a booking, each with its timer. */
function createMoments(clock: Clock, keep: (atMs: number) => void) {
  const timers = new Map<number, Cancel>();
  return {
    all: () => timers.keys(),
    open(atMs: number): void {
      if (timers.has(atMs)) return;
      // Whole milliseconds, rounded up: timers cut fractions off and would be early.
      const delayMs = Math.max(0, Math.ceil(atMs - clock.monotonic()));
      const run = () => {
        timers.delete(atMs);
        keep(atMs);
      };
      timers.set(atMs, clock.schedule(delayMs, run));
    },
    closeUnused(bookings: ReadonlyMap<unknown, Booking>): void {
      const used = new Set<number>();
      for (const { dueAtMs } of bookings.values()) used.add(dueAtMs);
      for (const [atMs, cancel] of timers) {
        if (used.has(atMs)) continue;
        cancel();
        timers.delete(atMs);
      }
    },
  };
}
