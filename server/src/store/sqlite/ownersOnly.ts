import type { Database } from 'better-sqlite3';
import { StaleEpochError } from '../types.ts';
import { createSqliteBatch } from './batch.ts';

/** Returns a check that throws for every epoch but the current one. */
export function createEpochCheck(connection: Database): (epoch: number) => void {
  const readEpoch = connection.prepare<[], number>('select epoch from engine where id = 1').pluck();
  return (epoch) => {
    const current = readEpoch.get() ?? 0;
    if (current !== epoch) throw new StaleEpochError(epoch, current);
  };
}

interface Asked<Answer> {
  readonly sql: string;
  /** False for a statement that changes nothing. */
  readonly isChange: boolean;
  readonly run: () => Answer;
}

/**
 * Runs statements of a process that owns or owned an epoch: they change something only while that
 * is the current one. It is compared where nobody else can begin the next, in a transaction that
 * holds the lock for writing. A statement alone gets such a transaction; one of the query builder
 * has the lock from its first change on, and is checked as it is committed.
 */
export type OwnersOnly = <Answer>(epoch: number, asked: Asked<Answer>) => Answer;

export function createOwnersOnly(connection: Database): OwnersOnly {
  const requireEpoch = createEpochCheck(connection);
  const runTogether = createSqliteBatch(connection);
  let hasChanged = false;
  return <Answer>(epoch: number, { sql, isChange, run }: Asked<Answer>): Answer => {
    if (connection.inTransaction) {
      hasChanged ||= isChange;
      if (hasChanged && sql === 'commit') requireEpoch(epoch);
      return run();
    }
    hasChanged = false;
    if (!isChange) return run();
    const owned = () => {
      requireEpoch(epoch);
      return run();
    };
    const [outcome] = runTogether([owned]);
    if (outcome?.ok !== true) throw outcome?.error;
    return outcome.value as Answer;
  };
}
