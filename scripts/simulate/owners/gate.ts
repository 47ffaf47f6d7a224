import { type Clock, everyWith, sleepWith } from '../../../server/src/kit/clock.ts';

/** Holds back all actions of one process while it is paused: the rest of the world goes on. */
export interface Gate {
  readonly isPaused: () => boolean;
  pause(): void;
  /** Runs everything that was held back, in the order in which it came. */
  resume(): void;
  /** Runs the task, now or when the process goes on. */
  run(task: () => void): void;
  /** Settles like the answer, once the process runs. */
  pass<Value>(answer: Promise<Value>): Promise<Value>;
}

/** @param later Runs a task once everything begun before is finished. */
export function createGate(later: (task: () => void) => void): Gate {
  let isPaused = false;
  const held: (() => void)[] = [];
  // Each task gets a turn of its own, as from a socket: an answer is processed before the deadline
  // of its question, if it had come before it.
  const goOn = (): void => {
    if (isPaused) return;
    const task = held.shift();
    task?.();
    if (held.length > 0) later(goOn);
  };
  const run = (task: () => void): void => {
    if (isPaused || held.length > 0) held.push(task);
    else task();
  };
  return {
    isPaused: () => isPaused,
    pause() {
      isPaused = true;
    },
    resume() {
      isPaused = false;
      goOn();
    },
    run,
    pass: (answer) =>
      new Promise((resolve, reject) => {
        answer.then(
          (value) => run(() => resolve(value)),
          (error: unknown) => run(() => reject(error)),
        );
      }),
  };
}

/** Differences between a process' clocks and the world's. */
export interface Hands {
  wallMs: number;
  /** When it was set for the last time, by the world's time. */
  setAtMs: number;
  /** Milliseconds behind: as long as the machine slept. */
  monotonicMs: number;
  /** Returns the steps of the time servers that it has not taken yet. */
  missedMs: () => number;
}

export function rightHands(): Hands {
  const setAtMs = Number.NEGATIVE_INFINITY;
  return { wallMs: 0, monotonicMs: 0, setAtMs, missedMs: () => 0 };
}

/**
 * Minimum milliseconds between two periodic tasks of the service: most of them look for something
 * that these runs do not have, and only renewals, requests and answers must come at any moment.
 */
const beatMsMin = 1_000;

/** Returns the clock of a process that may be paused, and whose clock may be set. */
export function clockBehind(gate: Gate, clock: Clock, hands: Hands): Clock {
  const schedule: Clock['schedule'] = (delayMs, task) => {
    let isCancelled = false;
    const cancel = clock.schedule(delayMs, () =>
      gate.run(() => {
        if (!isCancelled) task();
      }),
    );
    return () => {
      isCancelled = true;
      cancel();
    };
  };
  return {
    now: () => clock.now() + hands.wallMs - hands.missedMs(),
    monotonic: () => clock.monotonic() - hands.monotonicMs,
    schedule,
    every: (periodMs, task) => everyWith(schedule, Math.max(periodMs, beatMsMin), task),
    sleep: (delayMs, signal) => sleepWith(schedule, delayMs, signal),
    yield: () => gate.pass(clock.yield()),
  };
}
