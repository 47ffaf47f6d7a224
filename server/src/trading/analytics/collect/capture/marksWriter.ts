import type { Cancel, Clock } from '../../../../kit/clock.ts';
import type { CollectStore, MarksSave } from '../../types.ts';

interface WriterDeps {
  readonly store: Pick<CollectStore, 'saveMarks'>;
  readonly clock: Clock;
  readonly observe: { marksNotWritten(error: unknown): void; fillDropped(): void };
}

/** Writes marks in batches. */
export interface MarksWriter {
  /** The marks as they are when the batch is written; a later word of a name replaces it. */
  add(name: string, save: () => MarksSave): void;
  start(): Cancel;
  /** Writes all that waits, once. */
  flush(): Promise<void>;
}

const periodMs = 1_000;
/** About 20 ms of the database's one thread in a second, in statements of 2 ms. */
const batchMax = 2_000;
/** While nothing can be written: some 30 MB. */
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
      // What was heard of a fill meanwhile stands: it says all that this one did.
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
