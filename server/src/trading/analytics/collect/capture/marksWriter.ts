import type { Cancel, Clock } from '../../../../kit/clock.ts';
import type { CollectStore, MarksSave } from '../../types.ts';

interface WriterDeps {
  readonly store: Pick<CollectStore, 'saveMarks'>;
  readonly clock: Clock;
  readonly observe: { marksNotWritten(error: unknown): void; fillDropped(): void };
}

/** Writes marks in batches. */
export interface MarksWriter {
  /**
   * Queues marks, which are read when the batch is written. A later call of that name replaces it.
   */
  add(name: string, save: () => MarksSave): void;
  start(): Cancel;
  /** Writes everything that waits, once. */
  flush(): Promise<void>;
}

const periodMs = 1_000;
/** About 20 ms per second of the database's only thread, in statements of 2 ms. */
const batchMax = 2_000;
/** Maximum number of marks that wait while nothing can be written: about 30 MB. */
const waitingMax = 100_000;

export function createMarksWriter({ store, clock, observe }: WriterDeps): MarksWriter {
  const waiting = new Map<string, () => MarksSave>();
  let writing: Promise<void> = Promise.resolve();
  let isWriting = false;

  const write = async (size: number): Promise<void> => {
    const batch = [...waiting.entries()].slice(0, size);
    if (batch.length === 0) return;
    for (const [name] of batch) waiting.delete(name);
    try {
      await store.saveMarks(batch.map(([, save]) => save()));
    } catch (error) {
      // A newer entry of the same fill stays: it contains all that this one did.
      for (const [name, save] of batch) if (!waiting.has(name)) waiting.set(name, save);
      observe.marksNotWritten(error);
    }
  };
  return {
    add(name, save) {
      if (waiting.size < waitingMax || waiting.has(name)) waiting.set(name, save);
      else observe.fillDropped();
    },
    start: () =>
      clock.every(periodMs, () => {
        if (isWriting) return;
        isWriting = true;
        writing = write(batchMax).finally(() => {
          isWriting = false;
        });
      }),
    async flush() {
      await writing;
      await write(waiting.size);
    },
  };
}
