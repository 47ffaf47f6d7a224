import { Worker } from 'node:worker_threads';
import { errorText } from '../../kit/errors.ts';
import { StoreClosedError, StoreLostError } from '../limits.ts';
import type { Call, SqliteHost } from './calls.ts';
import {
  createUnpacker,
  fromErrorRecord,
  openingId,
  type ThreadAnswer,
  type ThreadApi,
  type ThreadMessage,
} from './protocol.ts';

/**
 * Opens the connection on a thread of its own, so that a sync of the disk delays nothing else. The
 * thread ends by `close`, or with the process; any other end is a loss, which fails all waiting
 * requests.
 *
 * Requests need no bound here: a batch of writes is one at a time, the writes that wait for theirs
 * are bounded by `waitingWritesMax`, and queries by the HTTP requests that are under way.
 */
export async function openSqliteThread(path: string): Promise<SqliteHost> {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: path });
  const { answerTo, ending, lost } = watch(worker);
  try {
    await answerTo(openingId);
  } catch (error) {
    await ending();
    throw error;
  }

  const unpack = createUnpacker();
  let nextId = openingId + 1;
  const ask = async <Name extends keyof ThreadApi>(call: Call<ThreadApi> & { name: Name }) => {
    const message: ThreadMessage = { id: nextId, call };
    nextId += 1;
    worker.postMessage(message);
    return answerTo<ReturnType<ThreadApi[Name]>>(message.id);
  };

  let closing: Promise<void> | undefined;
  const close = async () => {
    const ended = ending();
    try {
      if (!lost.aborted) await ask({ name: 'close', args: [] });
    } finally {
      await ended;
    }
  };
  return {
    query: async (sql, parameters, held) =>
      unpack(await ask({ name: 'query', args: [sql, parameters, held] })),
    async commit(writes, held) {
      const outcomes = await ask({ name: 'commit', args: [writes, held] });
      return outcomes.map((outcome) =>
        outcome.ok ? outcome : { ok: false, error: fromErrorRecord(outcome.error) },
      );
    },
    close() {
      closing ??= close();
      return closing;
    },
    lost,
  };
}

/** Matches answers to requests, and notices the thread's end. */
function watch(worker: Worker) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const ended = Promise.withResolvers<void>();
  const lost = new AbortController();
  let endExpected = false;
  // Invariant: once set, nothing waits any more.
  let over: Error | undefined;

  const end = (reason: string): void => {
    if (over) return;
    const orderly = endExpected && waiting.size === 0;
    over = orderly ? new StoreClosedError() : new StoreLostError(reason);
    for (const { reject } of waiting.values()) reject(over);
    waiting.clear();
    if (!endExpected) lost.abort(over);
  };

  worker.on('message', (answer: ThreadAnswer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    // An idle thread does not keep the process alive, as a connection on this thread would not.
    if (waiting.size === 0 && !endExpected) worker.unref();
    if (answer.ok) asked?.resolve(answer.value);
    else asked?.reject(fromErrorRecord(answer.error));
  });
  worker.on('error', (error) => end(errorText(error)));
  worker.on('exit', (code) => {
    end(`exit code ${code}`);
    ended.resolve();
  });

  return {
    lost: lost.signal,
    /** Waits for an answer: the caller knows the request of that id, hence the answer's type. */
    answerTo<Answer>(id: number): Promise<Answer> {
      if (over) return Promise.reject(over);
      const asked = Promise.withResolvers<unknown>();
      waiting.set(id, asked);
      worker.ref();
      return asked.promise as Promise<Answer>;
    },
    /** Resolves once the thread has ended, which is no loss from now on. */
    ending(): Promise<void> {
      endExpected = true;
      worker.ref();
      return ended.promise;
    },
  };
}
