import { abortable } from './abortable.ts';

interface Flight<Value> {
  readonly outcome: Promise<Value>;
  readonly stop: AbortController;
  users: number;
}

/**
 * Joins callers at the same time into one run of the task. A caller whose signal aborts leaves the
 * others their run; when the last one leaves, the run's own signal aborts.
 */
export function createSharedFlight<Value>(
  task: (signal: AbortSignal) => Promise<Value>,
): (signal: AbortSignal) => Promise<Value> {
  let current: Flight<Value> | undefined;
  const forget = (flight: Flight<Value>) => {
    if (current === flight) current = undefined;
  };

  const start = (): Flight<Value> => {
    const stop = new AbortController();
    const outcome = task(stop.signal).finally(() => forget(flight));
    const flight: Flight<Value> = { outcome, stop, users: 0 };
    return flight;
  };

  return async (signal) => {
    signal.throwIfAborted();
    current ??= start();
    const flight = current;
    flight.users += 1;
    try {
      return await abortable(flight.outcome, signal);
    } finally {
      flight.users -= 1;
      if (flight.users === 0) {
        forget(flight);
        flight.stop.abort(new Error('Nobody waits for it any longer.'));
      }
    }
  };
}
