import { abortable } from '../../kit/abortable.ts';
import { callsAtOnceMax } from './ledgerCall.ts';
import { type Chunk, packVaults } from './packing.ts';
import type { Read, VaultRead } from './vaultRead.ts';

/**
 * Chunks taken from the source and not yet yielded: those being read, and as many again that wait
 * for the consumer, so that calls continue while it stores a batch.
 */
const chunksHeldMax = 2 * callsAtOnceMax;

/** Rejects only when the signal aborts or by a fault of ours. */
export type ReadChunk = <V extends VaultRead>(
  chunk: Chunk<V>,
  signal: AbortSignal,
) => Promise<readonly Read<V>[]>;

interface StreamOptions<V extends VaultRead> {
  readonly vaults: AsyncIterable<V> | Iterable<V>;
  readonly signal: AbortSignal;
  readonly readChunk: ReadChunk;
}

/**
 * Packs the vaults, reads a few chunks at once and yields each when it is done. A fault of the
 * source or of reading is thrown after everything else was yielded.
 */
export async function* streamChunks<V extends VaultRead>(
  options: StreamOptions<V>,
): AsyncGenerator<readonly Read<V>[], void, undefined> {
  const { signal } = options;
  const left = new AbortController();
  const stop = AbortSignal.any([signal, left.signal]);
  const work = createWork(options, stop);
  try {
    for (;;) {
      signal.throwIfAborted();
      const batch = work.take();
      if (batch) yield batch;
      else if (work.isOver()) break;
      else await abortable(work.news(), signal);
    }
    work.throwFault();
  } finally {
    left.abort(new Error('The reading was left.'));
    work.close();
  }
}

/** Creates the work that runs beside the consumer. */
function createWork<V extends VaultRead>(
  { vaults, readChunk }: StreamOptions<V>,
  stop: AbortSignal,
) {
  const chunks = packVaults(vaults, stop);
  const ready: (readonly Read<V>[])[] = [];
  const faults: unknown[] = [];
  let reading = 0;
  let source: 'waiting' | 'asked' | 'ended' = 'waiting';
  let news = Promise.withResolvers<void>();

  // Every step ends here: it may have made room, and the consumer may be waiting for it.
  const stepped = () => {
    ask();
    news.resolve();
    news = Promise.withResolvers();
  };

  const ask = () => {
    const hasRoom = reading < callsAtOnceMax && reading + ready.length < chunksHeldMax;
    if (source === 'waiting' && hasRoom && faults.length === 0 && !stop.aborted) run(pull());
  };
  const run = (step: Promise<void>) => {
    void step.catch((error: unknown) => faults.push(error)).finally(stepped);
  };
  const pull = async () => {
    source = 'asked';
    const next = await chunks.next();
    source = next.done ? 'ended' : 'waiting';
    if (!next.done) run(read(next.value));
  };
  const read = async (chunk: Chunk<V>) => {
    reading += 1;
    try {
      ready.push(await readChunk(chunk, stop));
    } finally {
      reading -= 1;
    }
  };

  return {
    /** Returns the next finished batch, if there is one. */
    take() {
      const batch = ready.shift();
      ask();
      return batch;
    },
    /** Returns true when no batch will come except those that are ready. */
    isOver: () => (source === 'ended' || faults.length > 0) && reading === 0,
    /** Resolves at the next step. */
    news: () => news.promise,
    throwFault() {
      if (faults.length > 0) throw faults[0];
    },
    /** Closes the source. Does not wait for it: a source that hangs must not block anybody. */
    close() {
      chunks.return().catch(() => undefined);
    },
  };
}
