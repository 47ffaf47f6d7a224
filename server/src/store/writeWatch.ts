import type { Clock } from '../kit/clock.ts';
import { withDeadline } from '../kit/deadline.ts';
import { errorText, StoreError } from '../kit/errors.ts';
import type { Logger } from '../kit/logger.ts';
import type { Readiness } from '../kit/readiness.ts';
import { eachOperation, type HotWriter } from './operations.ts';
import { storeProblem } from './trouble.ts';
import { type Ownership, StaleEpochError, type Store } from './types.ts';

interface WriteWatchDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly readiness: Readiness;
}

/** Longer than any disk that works takes for one write, and short enough for a load balancer. */
const writeWithinMs = 2_000;
/** Name of the state that a check writes. */
const checkState = 'readiness';
/**
 * Length of a check's write once a write has failed: an order changes some twenty pages of 4 kB,
 * and many are written together. On a disk with room for a few bytes only, small writes succeed and
 * orders do not.
 */
const largeWriteChars = 262_144;

export interface WatchedStore {
  readonly store: Store;
  /** From now on, each question about readiness makes a test write with the owner's epoch. */
  watchOwned(ownership: Ownership): void;
}

/** Reports to readiness whether the writes of a store succeed. */
export function watchWrites(store: Store, deps: WriteWatchDeps): WatchedStore {
  const { readiness, logger, clock } = deps;
  let failing = false;
  const reportFailure = (error: unknown): void => {
    if (error instanceof StaleEpochError) {
      readiness.set('ENGINE_LOST', 'Another process has taken over: this one sends nothing.');
    }
    if (!(error instanceof StoreError)) return;
    if (!failing) logger.error({ error: errorText(error) }, 'The database cannot be written');
    failing = true;
    readiness.set('STORE_UNAVAILABLE', storeProblem(error));
  };

  let pending: Promise<void> | undefined;
  const check = async (ownership: Ownership): Promise<void> => {
    // A write that is still pending is waited for again: another one would not be faster.
    pending ??= writeOnce(store.write, ownership.epoch, failing).finally(() => {
      pending = undefined;
    });
    const write = pending;
    const deadlineError = () =>
      new StoreError(`The database did not take a write within ${writeWithinMs / 1_000} seconds.`);
    try {
      await withDeadline({ clock, limitMs: writeWithinMs, late: deadlineError }, () => write);
      if (failing) logger.info({}, 'The database can be written again');
      failing = false;
      readiness.clear('STORE_UNAVAILABLE');
    } catch (error) {
      reportFailure(error);
    }
  };
  return {
    store: {
      ...store,
      write: eachOperation(store.write, (operation) => (...args) => {
        const written = operation(...args);
        written.catch(reportFailure);
        return written;
      }),
    },
    watchOwned(ownership) {
      readiness.addCheck(async () => {
        const isFinal = readiness.reasons.some(({ code }) => finalCodes.includes(code));
        if (!isFinal) await check(ownership);
      });
    },
  };
}

/** Readiness codes after which no more checks are needed. */
const finalCodes: readonly string[] = ['STOPPING', 'ENGINE_LOST'];

/** Writes as much as a few orders do if the last write failed, and a few bytes otherwise. */
async function writeOnce(write: HotWriter, epoch: number, isLarge: boolean): Promise<void> {
  if (isLarge) await write.saveState(epoch, checkState, '-'.repeat(largeWriteChars));
  await write.saveState(epoch, checkState, 'ready');
}
