import { eachVerb } from './eachVerb.ts';
import { type HotWriter, type Ownership, StaleEpochError } from './types.ts';

type Losable = Ownership & { lose(reason: string): void };

/** The ownerships that were taken through one store. */
export interface Ownerships {
  add(ownership: Losable): Ownership;
  /** The same verbs; one that meets a later epoch ends the ownership of the earlier one. */
  watch(write: HotWriter): HotWriter;
  release(): Promise<void>;
}

/** A write that was refused for its epoch is how a paused owner learns that it was replaced. */
export function createOwnerships(): Ownerships {
  const owned = new Set<Losable>();
  const noteStale = (error: unknown): void => {
    if (!(error instanceof StaleEpochError)) return;
    for (const each of owned) if (each.epoch === error.held) each.lose(error.message);
  };
  return {
    add(ownership) {
      owned.add(ownership);
      return ownership;
    },
    watch: (write) =>
      eachVerb(write, (verb) => async (...given) => {
        try {
          return await verb(...given);
        } catch (error) {
          noteStale(error);
          throw error;
        }
      }),
    async release() {
      for (const each of owned) await each.release();
      owned.clear();
    },
  };
}
