import type { Cancel, Clock } from '../../kit/clock.ts';

/** When things are due, arranged so that few moments serve many. */
export interface Agenda<T> {
  /** In the next turn of the event loop, or when the rest after a long run is over. */
  soon(item: T): void;
  /** At a moment of the window that serves others too, else at its beginning. */
  within(item: T, window: Window): void;
  forget(item: T): void;
  close(): void;
}

/** On the monotonic clock. */
export interface Window {
  readonly earliestMs: number;
  readonly latestMs: number;
}

interface AgendaDeps<T> {
  readonly clock: Clock;
  /** Does what is due, each with the moment it was due at. */
  run(due: ReadonlyMap<T, number>): void;
}

/**
 * After a run the next waits as long as that one took: what falls due meanwhile goes together, and
 * serving a crowd never takes more than half of the process. With few clients it is nothing.
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
  /** The moments somebody is booked at, each with its timer. */
  const moments = new Map<number, Cancel>();
  let restUntilMs = Number.NEGATIVE_INFINITY;

  const openMoment = (atMs: number, delayMs: number): void => {
    if (!moments.has(atMs))
      moments.set(
        atMs,
        clock.schedule(delayMs, () => keep(atMs)),
      );
  };

  const book = (item: T, earliestMs: number, dueAtMs: number): void => {
    bookings.set(item, { earliestMs, dueAtMs });
    // Whole milliseconds, upwards: timers cut fractions off and would be early.
    openMoment(dueAtMs, Math.max(0, Math.ceil(dueAtMs - clock.monotonic())));
  };

  /** Booked before the rest began: goes with the first run after it. */
  const postpone = (momentMs: number): void => {
    for (const [item, { dueAtMs }] of bookings) {
      if (dueAtMs === momentMs) book(item, restUntilMs, restUntilMs);
    }
  };

  /** Whatever may go by now goes along: one turn costs less than two. */
  const keep = (momentMs: number): void => {
    moments.delete(momentMs);
    const startMs = clock.monotonic();
    if (startMs < restUntilMs) {
      postpone(momentMs);
      return;
    }
    const due = takeDue(bookings, momentMs, startMs);
    closeUnused(moments, bookings);
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
      const shared = firstWithin(moments.keys(), { earliestMs, latestMs });
      book(item, earliestMs, shared ?? earliestMs);
    },
    forget(item) {
      bookings.delete(item);
      closeUnused(moments, bookings);
    },
    close() {
      bookings.clear();
      closeUnused(moments, bookings);
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

/** A timer may fire a fraction early: the items of its own moment are due all the same. */
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

function closeUnused(moments: Map<number, Cancel>, bookings: ReadonlyMap<unknown, Booking>): void {
  const used = new Set<number>();
  for (const { dueAtMs } of bookings.values()) used.add(dueAtMs);
  for (const [atMs, cancel] of moments) {
    if (used.has(atMs)) continue;
    cancel();
    moments.delete(atMs);
  }
}
