import { type Cancel, type Clock, everyWith, sleepWith } from '../../server/src/kit/clock.ts';
import { createDueQueue } from './dueQueue.ts';

/** One incarnation of the service, from its start to its crash. */
export interface Life {
  readonly number: number;
  /** True once it is over: its requests are not answered and not carried out any more. */
  readonly isOver: boolean;
  /** Resolves when it is over. */
  readonly over: Promise<void>;
  end(): void;
}

export function createLife(number: number): Life {
  const over = Promise.withResolvers<void>();
  let isOver = false;
  return {
    number,
    get isOver() {
      return isOver;
    },
    over: over.promise,
    end() {
      isOver = true;
      over.resolve();
    },
  };
}

/** The time of a simulation. It moves on only when nothing is left to do. */
export interface WorldClock {
  /** Returns the milliseconds since the beginning of the run; never goes back. */
  elapsedMs(): number;
  schedule(delayMs: number, task: () => void): Cancel;
  sleep(delayMs: number): Promise<void>;
  /** Returns the clock of one incarnation, which stops with it. */
  of(life: Life): Clock;
  /** Sets the wall clock forward or back, as a time server does. */
  stepWall(byMs: number): void;
  /** Returns the sum of its settings, and the time of the last. */
  stepped(): { readonly byMs: number; readonly atMs: number };
  /** Resolves once all promises and requested turns are finished. */
  drain(): Promise<void>;
  /** Moves on, draining after each task; ends early once `isEnough`. */
  advance(ms: number, isEnough?: () => boolean): Promise<void>;
}

/** An arbitrary moment late on a UTC day, so that some runs pass midnight. */
const startMs = Date.UTC(2026, 10, 20, 23, 58, 30);
/**
 * Maximum turns of the event loop at one moment. The longest chain is the start of an incarnation,
 * some hundred; ten thousand are a loop that does not end.
 */
const turnsMax = 10_000;

/** Returns a promise that stays pending: the answer to a process that is dead. */
export function never(): Promise<never> {
  return new Promise(() => undefined);
}

export function createWorldClock(): WorldClock {
  const queue = createDueQueue();
  let elapsedMs = 0;
  let wallStepMs = 0;
  let steppedAtMs = Number.NEGATIVE_INFINITY;
  let order = 0;

  const schedule = (delayMs: number, task: () => void): Cancel => {
    let isCancelled = false;
    order += 1;
    queue.add({
      atMs: elapsedMs + Math.max(0, delayMs),
      order,
      task,
      isCancelled: () => isCancelled,
    });
    return () => {
      isCancelled = true;
    };
  };
  const drain = async (): Promise<void> => {
    for (let turn = 0; turn < turnsMax; turn += 1) {
      // Promises and ticks are finished when a turn begins; only requested turns can be left.
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (!process.getActiveResourcesInfo().includes('Immediate')) return;
    }
    throw new Error(`the simulation is still busy after ${turnsMax} turns at one moment`);
  };
  return {
    elapsedMs: () => elapsedMs,
    schedule,
    sleep: (delayMs) => sleepWith(schedule, delayMs),
    of: (life) =>
      clockOf(life, {
        schedule,
        now: () => startMs + wallStepMs + Math.floor(elapsedMs),
        elapsedMs: () => elapsedMs,
      }),
    stepWall(byMs) {
      wallStepMs += byMs;
      steppedAtMs = elapsedMs;
    },
    stepped: () => ({ byMs: wallStepMs, atMs: steppedAtMs }),
    drain,
    async advance(ms, isEnough = () => false) {
      const untilMs = elapsedMs + ms;
      await drain();
      for (let due = queue.first(); due && due.atMs <= untilMs; due = queue.first()) {
        if (isEnough()) return;
        queue.takeFirst();
        if (due.isCancelled()) continue;
        elapsedMs = Math.max(elapsedMs, due.atMs);
        due.task();
        await drain();
      }
      if (!isEnough()) elapsedMs = untilMs;
    },
  };
}

interface Wall {
  readonly schedule: WorldClock['schedule'];
  readonly now: () => number;
  readonly elapsedMs: () => number;
}

function clockOf(life: Life, wall: Wall): Clock {
  const schedule = (delayMs: number, task: () => void) =>
    wall.schedule(delayMs, () => {
      if (!life.isOver) task();
    });
  return {
    now: wall.now,
    monotonic: wall.elapsedMs,
    schedule,
    every: (periodMs, task) => everyWith(schedule, periodMs, task),
    sleep: (delayMs, signal) => sleepWith(schedule, delayMs, signal),
    yield: () =>
      new Promise((resolve) => {
        setImmediate(() => {
          if (!life.isOver) resolve();
        });
      }),
  };
}
