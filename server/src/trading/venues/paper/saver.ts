import type { Clock } from '../../../kit/clock.ts';
import { StaleEpochError } from '../../../store/types.ts';

/** Between two attempts to write what could not be written; a database restarts in seconds. */
export const retryMs = 1_000;

/** Writes the changes of one account, one save at a time; each carries all there is by then. */
export interface Saver {
  /**
   * Resolves once everything that has changed so far is durable; rejects when the save that was to
   * carry it failed. What failed is carried by the next save, which is tried again by itself.
   */
  settled(): Promise<void>;
  /** What the last save failed with; undefined while saving works. */
  failure(): unknown;
  /** Tries no more. */
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
      // The failure was told, and is tried again.
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
