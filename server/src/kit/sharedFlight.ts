import { abortable } from './abortable.ts';

interface Flight<Value> {
  readonly outcome: Promise<Value>;
  readonly stop: AbortController;
  users: number;
}

/**
 * Lets concurrent callers share one run of the task. When one caller's signal aborts, the run
 * continues for the others; when the last caller leaves, the run's own signal aborts.
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
        flight.stop.abort(new Error('No caller waits for it any longer.'));
      }
    }
  };
}
