import type { Database } from 'better-sqlite3';
import type { Outcome } from './sqliteCalls.ts';

/**
 * Makes what runs a batch in one transaction. Each work has a savepoint, so one that fails fails
 * alone; what fails the transaction itself is thrown, and then nothing of the batch was kept.
 */
export function createSqliteBatch(
  connection: Database,
): (works: readonly (() => unknown)[]) => readonly Outcome[] {
  // Immediate: the write lock is taken at once, not in the middle of the batch.
  const begin = connection.prepare('begin immediate');
  const commit = connection.prepare('commit');
  const rollback = connection.prepare('rollback');
  const savepoint = connection.prepare('savepoint one');
  const release = connection.prepare('release one');
  const undo = connection.prepare('rollback to one');

  const attempt = (work: () => unknown): Outcome => {
    savepoint.run();
    try {
      const value = work();
      release.run();
      return { ok: true, value };
    } catch (error) {
      // A full disk or a failed read or write has already undone the whole transaction.
      if (!connection.inTransaction) throw error;
      undo.run();
      release.run();
      return { ok: false, error };
    }
  };

  return (works) => {
    try {
      begin.run();
      const outcomes = works.map(attempt);
      commit.run();
      return outcomes;
    } catch (error) {
      if (connection.inTransaction) rollback.run();
      throw error;
    }
  };
}
