import type { SocketTurns } from '../app/socketTurns.ts';
import type { ManualClock } from '../manualClock.ts';

/** Passes time while waiting for sockets. One caller at a time may pass it. */
export interface Pace {
  /** Records a request. */
  asked<Value>(answer: Promise<Value>): Promise<Value>;
  pass(ms: number): Promise<void>;
  /** Lets time pass until it is answered. */
  over<Value>(answer: Promise<Value>): Promise<Value>;
  /** Lets time pass until all recorded requests are answered. */
  settled(): Promise<void>;
}

const stepMs = 250;
/** Steps within which an answer comes, if it comes at all; they take a moment each. */
const promptSteps = 60;
const promptMs = 2;
/** Longer than every deadline of one request; something hangs that should not. */
const stepsMax = 4_000;

export function createPace(clock: ManualClock, sockets: SocketTurns | undefined): Pace {
  const open = new Set<Promise<unknown>>();
  const step = async (ms: number): Promise<void> => {
    await clock.advance(ms);
    await sockets?.settle();
  };
  const until = async (isOver: () => boolean): Promise<void> => {
    for (let count = 0; !isOver(); count += 1) {
      if (count > stepsMax) throw new Error('A request is never answered.');
      await step(count < promptSteps ? promptMs : stepMs);
    }
  };
  return {
    asked(answer) {
      const noted = answer.finally(() => open.delete(noted));
      open.add(noted);
      return noted;
    },
    async over(answer) {
      let isOver = false;
      const noted = answer.finally(() => {
        isOver = true;
      });
      await until(() => isOver);
      return noted;
    },
    async pass(ms) {
      for (let past = 0; past < ms; past += stepMs) await step(Math.min(stepMs, ms - past));
    },
    settled: () => until(() => open.size === 0),
  };
}
