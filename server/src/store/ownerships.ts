import { eachOperation, type HotWriter } from './operations.ts';
import { type Ownership, StaleEpochError } from './types.ts';

type Losable = Ownership & { lose(reason: string): void };

/** The ownerships that were taken through one store. */
export interface Ownerships {
  add(ownership: Losable): Ownership;
  /** The same operations; one that meets a later epoch ends the ownership of the earlier one. */
  watch(write: HotWriter): HotWriter;
  /** The epoch that was taken last, also after it was lost or released. */
  held(): number | undefined;
  /** Forgets the epoch until the next is added: its owner prepares the tables before. */
  forget(): void;
  /** Ends the ownership whose epoch is over. */
  stale(error: StaleEpochError): void;
  release(): Promise<void>;
}

/**
 * Tracks ownerships: a write that was refused for its epoch shows a paused owner that it was
 * replaced.
 */
export function createOwnerships(): Ownerships {
  const owned = new Set<Losable>();
  let held: number | undefined;
  const stale = (error: StaleEpochError): void => {
    for (const each of owned) if (each.epoch === error.held) each.lose(error.message);
  };
  return {
    add(ownership) {
      owned.add(ownership);
      held = ownership.epoch;
      return ownership;
    },
    held: () => held,
    forget() {
      held = undefined;
    },
    stale,
    watch: (write) =>
      eachOperation(write, (operation) => async (...given) => {
        try {
          return await operation(...given);
        } catch (error) {
          if (error instanceof StaleEpochError) stale(error);
          throw error;
        }
      }),
    async release() {
      for (const each of owned) await each.release();
      owned.clear();
    },
  };
}
