import type { Clock } from '../../../../kit/clock.ts';
import { NotSentError } from './tradeHttp.ts';

/** By then a request has reached the venue, whether or not its answer arrives. */
const holdMs = 1_000;
/** More than an account asks at once; a request behind so many would be sent too late. */
const waitingMax = 100;

/** Runs work that waits for its turn; work that is given up while it waits is never begun. */
export type TakeTurn = <Value>(signal: AbortSignal, work: () => Promise<Value>) => Promise<Value>;

/** One at a time, first come, first served. A turn ends with its work, or after a second of it. */
export function createTurns(clock: Clock): TakeTurn {
  let free: Promise<void> = Promise.resolve();
  let waiting = 0;
  return async (signal, work) => {
    if (waiting >= waitingMax) throw new NotSentError('Too many calls wait for this account.');
    const before = free;
    const mine = Promise.withResolvers<void>();
    free = mine.promise;
    waiting += 1;
    await before;
    waiting -= 1;
    const cancel = clock.schedule(holdMs, mine.resolve);
    try {
      if (signal.aborted) throw new NotSentError('The call was abandoned before it was sent.');
      return await work();
    } finally {
      cancel();
      mine.resolve();
    }
  };
}
