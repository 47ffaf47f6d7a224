import type { Database } from 'better-sqlite3';
import type { Kysely } from 'kysely';
import { StoreBusyError, StoreClosedError, waitingWritesMax } from './limits.ts';
import type { Schema } from './schema.ts';

/**
 * Writes of one transaction at most: about 10 µs each keeps the event loop held for under 5 ms. The
 * rest of a longer queue follows in the next turn.
 */
const writesPerCommitMax = 400;

/** Gathers the writes of one turn of the event loop into one transaction and one sync. */
export interface GroupCommit {
  /** Runs the synchronous work inside the turn's transaction; resolves once that is durable. */
  run<Result>(work: () => Result): Promise<Result>;
  /** Refuses further writes and resolves when all that were accepted are settled. */
  close(): Promise<void>;
}

interface Waiting {
  /** Does the work and returns what tells its caller of success. */
  readonly attempt: () => () => void;
  readonly fail: (error: unknown) => void;
}

interface GroupCommitDeps {
  /** The one connection, which `db` uses as well. */
  readonly connection: Database;
  readonly db: Kysely<Schema>;
  /** Runs a task after the current turn of the event loop. */
  readonly defer: (task: () => void) => void;
}

export function createGroupCommit({ connection, db, defer }: GroupCommitDeps): GroupCommit {
  const commitTogether = createCommit(connection);
  let queue: Waiting[] = [];
  // Invariant: while the queue holds anything, a flush is either deferred or running.
  let deferred = false;
  let closed = false;

  // Kysely holds a mutex around its single connection for as long as a transaction is open, so a
  // flush never lands inside somebody else's transaction, and none begins within a flush.
  const flush = async (): Promise<void> => {
    try {
      await db.connection().execute(async () => {
        commitTogether(queue.splice(0, writesPerCommitMax));
      });
    } catch (error) {
      const failed = queue;
      queue = [];
      for (const write of failed) write.fail(error);
    }
    deferred = false;
    if (queue.length > 0) deferFlush();
  };

  const deferFlush = (): void => {
    if (deferred) return;
    deferred = true;
    defer(() => void flush());
  };

  return {
    run(work) {
      if (closed) return Promise.reject(new StoreClosedError());
      if (queue.length >= waitingWritesMax) return Promise.reject(new StoreBusyError());
      return new Promise((resolve, fail) => {
        const attempt = () => {
          const result = work();
          return () => resolve(result);
        };
        queue.push({ attempt, fail });
        deferFlush();
      });
    },
    async close() {
      closed = true;
      while (queue.length > 0) await flush();
      // A flush that is running holds the connection: waiting for it waits for that flush.
      await db.connection().execute(async () => undefined);
    },
  };
}

/** Runs a batch in one transaction; each write has a savepoint, so one that fails fails alone. */
function createCommit(connection: Database): (batch: readonly Waiting[]) => void {
  // Immediate: the write lock is taken at once, not in the middle of the batch.
  const begin = connection.prepare('begin immediate');
  const commit = connection.prepare('commit');
  const rollback = connection.prepare('rollback');
  const savepoint = connection.prepare('savepoint one');
  const release = connection.prepare('release one');
  const undo = connection.prepare('rollback to one');

  const attempt = (write: Waiting): (() => void) => {
    savepoint.run();
    try {
      const succeed = write.attempt();
      release.run();
      return succeed;
    } catch (error) {
      // A full disk or a failed read or write has already undone the whole transaction.
      if (!connection.inTransaction) throw error;
      undo.run();
      release.run();
      return () => write.fail(error);
    }
  };

  return (batch) => {
    if (batch.length === 0) return;
    try {
      begin.run();
      const settle = batch.map(attempt);
      commit.run();
      for (const tell of settle) tell();
    } catch (error) {
      for (const write of batch) write.fail(error);
      if (connection.inTransaction) rollback.run();
    }
  };
}
