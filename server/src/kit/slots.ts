/** Lets a fixed number of tasks run at once; the others wait in the order they came. */
export interface Slots {
  /** Runs the task in a slot. Waiting for a slot ends with the signal's reason. */
  use<Value>(signal: AbortSignal, task: () => Promise<Value>): Promise<Value>;
}

export function createSlots(count: number): Slots {
  let free = count;
  // In order of arrival. Nobody waits while a slot is free: `leave` hands its own slot on.
  const waiting = new Set<() => void>();

  const enter = (signal: AbortSignal): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(grant);
        reject(signal.reason);
      };
      const grant = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      waiting.add(grant);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  };

  const leave = (): void => {
    const [next] = waiting;
    if (!next) {
      free += 1;
      return;
    }
    waiting.delete(next);
    next();
  };

  return {
    async use(signal, task) {
      signal.throwIfAborted();
      await enter(signal);
      try {
        // The signal may have aborted between the grant and this line.
        signal.throwIfAborted();
        return await task();
      } finally {
        leave();
      }
    },
  };
}
