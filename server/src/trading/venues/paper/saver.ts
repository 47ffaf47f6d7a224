import type { Clock } from '../../../kit/clock.ts';
import { StaleEpochError } from '../../../store/types.ts';

/** Milliseconds between two attempts to write; a database restarts in seconds. */
export const retryMs = 1_000;

/** Writes the changes of one account, one save at a time; each carries all changes by then. */
export interface Saver {
  /**
   * Resolves once all changes so far are durable; rejects when the save that was to carry them
   * failed. The next save, which is tried automatically, carries them again.
   */
  settled(): Promise<void>;
  /** Returns the error of the last save; undefined while saving works. */
  failure(): unknown;
  /** Stops all further attempts. */
  stop(): void;
}

interface SaverDeps {
  readonly clock: Clock;
  readonly hasChanges: () => boolean;
  /** Takes the changes at once, and puts them back before it rejects. */
  readonly save: () => Promise<void>;
  readonly failed: (error: unknown) => void;
}

export function createSaver(deps: SaverDeps): Saver {
  const { clock, hasChanges, save, failed } = deps;
  // Invariant: `next` is there only while `current` is, or in the step from one to the other.
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let failure: unknown;
  let cancelRetry: (() => void) | undefined;
  let stopped = false;

  const begin = async (): Promise<void> => {
    cancelRetry?.();
    cancelRetry = undefined;
    try {
      await save();
      failure = undefined;
    } catch (error) {
      failure = error;
      failed(error);
      retryLater(error);
      throw error;
    } finally {
      current = undefined;
    }
  };
  const retryLater = (error: unknown) => {
    // Another process owns the account now: nothing of ours may be written any more.
    if (stopped || error instanceof StaleEpochError) return;
    cancelRetry = clock.schedule(retryMs, () => {
      // The failure was reported, and the save is tried again.
      settled().catch(() => undefined);
    });
  };
  const settled = (): Promise<void> => {
    if (!hasChanges()) return current ?? Promise.resolve();
    if (next) return next;
    if (!current) {
      current = begin();
      return current;
    }
    const follow = () => {
      next = undefined;
      current = begin();
      return current;
    };
    next = current.then(follow, follow);
    return next;
  };

  return {
    settled,
    failure: () => failure,
    stop() {
      stopped = true;
      cancelRetry?.();
    },
  };
}
