/** Outgoing work of a connection, kept in order even while it waits. */
export interface Turns {
  /** Runs the work now, or behind the waiting work. */
  take(work: () => void): void;
  /** Makes all work wait from now on. */
  wait(ms: number): void;
  isWaiting(): boolean;
  /** Runs all waiting work now. */
  release(): void;
}

/** Minutes of frames: they are released then, as the client would notice the delay otherwise. */
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
