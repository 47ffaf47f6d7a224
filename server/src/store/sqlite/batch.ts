import type { Database } from 'better-sqlite3';
import type { Outcome } from './calls.ts';

/**
 * Creates the function that runs a batch in one transaction. A failing work fails alone; a failure
 * of the transaction itself is thrown, and then nothing of the batch was kept.
 *
 * Works hardly ever fail, and a savepoint for each would be a third of the batch's cost. So all run
 * without at first; once one fails, everything is undone and the batch runs again with them.
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

  /** Undefined when one failed; then the transaction is over. */
  const tryAll = (works: readonly (() => unknown)[]): readonly Outcome[] | undefined => {
    begin.run();
    try {
      return works.map((work) => ({ ok: true, value: work() }));
    } catch {
      // Any failure occurs again where it can be attributed.
      if (connection.inTransaction) rollback.run();
      return undefined;
    }
  };
  const tryEach = (works: readonly (() => unknown)[]): readonly Outcome[] => {
    begin.run();
    return works.map(attempt);
  };

  return (works) => {
    try {
      const outcomes = tryAll(works) ?? tryEach(works);
      commit.run();
      return outcomes;
    } catch (error) {
      if (connection.inTransaction) rollback.run();
      throw error;
    }
  };
}
