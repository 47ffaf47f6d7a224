import SqliteDatabase, { type Database } from 'better-sqlite3';
import { createSqliteBatch } from './sqliteBatch.ts';
import {
  type Outcome,
  perform,
  type SqlAnswer,
  type SqliteVerbs,
  type Write,
} from './sqliteCalls.ts';
import { createSqliteVerbs } from './sqliteVerbs.ts';

/**
 * How long to wait for another process's write lock. Whoever writes from outside (a backup, a
 * curious operator) is done in milliseconds, and every other query waits as well.
 */
const busyTimeoutMs = 1_000;

/** The one connection, on the thread where it lives: everything here is synchronous. */
export interface SqliteSession {
  query(sql: string, parameters: readonly unknown[]): SqlAnswer;
  commit(writes: readonly Write[]): readonly Outcome[];
  close(): void;
}

/** @param path A file, or `:memory:`. */
export function openSqliteSession(path: string): SqliteSession {
  const connection = connect(path);
  // The verbs name tables, which exist only once the migrations have run as queries.
  let run: SqliteSession['commit'] | undefined;
  return {
    query(sql, parameters) {
      const statement = connection.prepare<unknown[], unknown>(sql);
      if (statement.reader) return { rows: statement.all(...parameters), changed: undefined };
      const { changes, lastInsertRowid } = statement.run(...parameters);
      return { rows: [], changed: { rowCount: changes, lastId: lastInsertRowid } };
    },
    commit(writes) {
      run ??= createRun(connection);
      return run(writes);
    },
    close() {
      connection.close();
    },
  };
}

function createRun(connection: Database): SqliteSession['commit'] {
  const verbs: SqliteVerbs = createSqliteVerbs(connection);
  const runTogether = createSqliteBatch(connection);
  return (writes) =>
    runTogether(writes.map((write) => () => perform<SqliteVerbs, keyof SqliteVerbs>(verbs, write)));
}

function connect(path: string): Database {
  const connection = new SqliteDatabase(path, { timeout: busyTimeoutMs });
  try {
    connection.pragma('journal_mode = wal');
    // What was acknowledged survives a power cut, not only a crash of the process.
    connection.pragma('synchronous = full');
    connection.pragma('foreign_keys = on');
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}
