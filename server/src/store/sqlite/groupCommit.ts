import { StoreBusyError, StoreClosedError, waitingWritesMax } from '../limits.ts';
import type { Outcome } from './calls.ts';

/**
 * Maximum number of writes in one transaction: at about 10 µs each a database in memory holds the
 * event loop for under 5 ms, and a thread's queries wait no longer than that for a batch. The rest
 * of a longer queue follows in the next turn.
 */
const writesPerCommitMax = 400;
/**
 * Maximum number of batches under way: while the thread commits one, the next is on its way to it.
 * With one at a time thread and event loop wait for each other half of the time; with more, batches
 * get small.
 */
const commitsAtOnce = 2;

/** Collects the writes of one turn of the event loop into one transaction and one sync. */
export interface GroupCommit<Request> {
  /** Resolves with the write's result once that is durable. */
  run(request: Request): Promise<unknown>;
  /** Refuses further writes and resolves when all that were accepted are settled. */
  close(): Promise<void>;
}

interface Waiting<Request> {
  readonly request: Request;
  readonly succeed: (value: unknown) => void;
  readonly fail: (error: unknown) => void;
}

interface GroupCommitDeps<Request> {
  /**
   * Runs the batch in one transaction, once nobody else's is open; when it rejects, none of the
   * batch has an outcome.
   */
  readonly commit: (batch: readonly Request[]) => Promise<readonly Outcome[]>;
  /** Runs a task after the current turn of the event loop. */
  readonly defer: (task: () => void) => void;
}

export function createGroupCommit<Request>(deps: GroupCommitDeps<Request>): GroupCommit<Request> {
  const { commit, defer } = deps;
  const queue: Waiting<Request>[] = [];
  // Invariant: while the queue holds anything, a flush is deferred, or the maximum number runs.
  // Writes that arrive meanwhile wait for the next one.
  let deferred = false;
  const running = new Set<Promise<void>>();
  let closed = false;

  const commitNext = async (): Promise<void> => {
    const batch = queue.splice(0, writesPerCommitMax);
    if (batch.length === 0) return;
    try {
      const outcomes = await commit(batch.map(({ request }) => request));
      for (const [index, write] of batch.entries()) settle(write, outcomes[index]);
    } catch (error) {
      for (const write of batch) write.fail(error);
    }
  };

  const flush = (): void => {
    deferred = false;
    if (running.size >= commitsAtOnce || queue.length === 0) return;
    const commit = commitNext().finally(() => {
      running.delete(commit);
      if (queue.length > 0) deferFlush();
    });
    running.add(commit);
  };

  const deferFlush = (): void => {
    if (deferred) return;
    deferred = true;
    defer(flush);
  };

  return {
    run(request) {
      if (closed) return Promise.reject(new StoreClosedError());
      if (queue.length >= waitingWritesMax) return Promise.reject(new StoreBusyError());
      return new Promise((succeed, fail) => {
        queue.push({ request, succeed, fail });
        deferFlush();
      });
    },
    async close() {
      closed = true;
      while (queue.length > 0 || running.size > 0) {
        if (queue.length > 0) flush();
        await Promise.race(running);
      }
    },
  };
}

function settle<Request>(write: Waiting<Request>, outcome: Outcome | undefined): void {
  if (outcome === undefined) write.fail(new Error('A write of the batch was not answered.'));
  else if (outcome.ok) write.succeed(outcome.value);
  else write.fail(outcome.error);
}
