/** What leaves over a connection, in its order, also while it waits. */
export interface Turns {
  /** Does it now, or behind what waits. */
  take(work: () => void): void;
  /** Lets everything wait from now on. */
  wait(ms: number): void;
  isWaiting(): boolean;
  /** Does all that waits now. */
  release(): void;
}

/** Frames of minutes: who waits for more would find out of it otherwise. */
const waitingMax = 10_000;

export function createTurns(schedule: (ms: number, work: () => void) => void): Turns {
  const waiting: (() => void)[] = [];
  let isWaiting = false;
  let round = 0;
  const release = () => {
    isWaiting = false;
    round += 1;
    for (const work of waiting.splice(0)) work();
  };
  return {
    release,
    isWaiting: () => isWaiting,
    take(work) {
      if (!isWaiting) return work();
      waiting.push(work);
      if (waiting.length >= waitingMax) release();
    },
    wait(ms) {
      isWaiting = true;
      const mine = round;
      schedule(ms, () => {
        if (round === mine) release();
      });
    },
  };
}
