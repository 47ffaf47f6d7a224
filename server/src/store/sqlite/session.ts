import SqliteDatabase, { type Database, type Statement } from 'better-sqlite3';
import { createMemory } from '../../kit/memory.ts';
import { namesEpoch } from '../operations.ts';
import { createSqliteBatch } from './batch.ts';
import {
  type Outcome,
  perform,
  type SqlAnswer,
  type SqliteOperations,
  type Write,
} from './calls.ts';
import { createSqliteOperations } from './operations.ts';
import { createEpochCheck, createOwnersOnly, type OwnersOnly } from './ownersOnly.ts';

/**
 * Milliseconds to wait for another process's write lock. Writes from outside (a backup, a curious
 * operator) take milliseconds, and every other query waits as well.
 */
const busyTimeoutMs = 1_000;

/**
 * Ids are random, so every order touches pages all over its indexes. With the usual 2 MB of cache
 * and a checkpoint every 4 MB each of them is read and written back again and again: 5,000 orders a
 * second and falling as the table grows, against 9,500 with these.
 */
const cacheKb = 32_768;
/** Pages of 4 KB. A start after a crash reads as much again, which takes a tenth of a second. */
const pagesPerCheckpoint = 8_000;

/** The one connection, on the thread where it lives: everything here is synchronous. */
export interface SqliteSession {
  query(sql: string, parameters: readonly unknown[], held?: number): SqlAnswer;
  commit(writes: readonly Write[], held?: number): readonly Outcome[];
  close(): void;
}

/** @param place A file, `:memory:`, or the content of a file, which is then kept in memory. */
export function openSqliteSession(place: string | Buffer): SqliteSession {
  const connection = connect(place);
  // The operations name tables, which exist only once the migrations have run as queries.
  let commitWrites: SqliteSession['commit'] | undefined;
  // The table of the epoch exists once somebody has owned one.
  let ownersOnly: OwnersOnly | undefined;
  const prepared = createPrepared(connection);
  return {
    query(sql, parameters, held) {
      const statement = prepared.of(sql);
      const run = (): SqlAnswer => {
        if (statement.reader) return { rows: statement.all(...parameters), changed: undefined };
        // It may have changed the tables that other queries were prepared for.
        if (!keepsTables.test(sql)) prepared.forget();
        const { changes, lastInsertRowid } = statement.run(...parameters);
        return { rows: [], changed: { rowCount: changes, lastId: lastInsertRowid } };
      };
      if (held === undefined) return run();
      ownersOnly ??= createOwnersOnly(connection);
      return ownersOnly(held, { sql, isChange: !statement.readonly, run });
    },
    commit(writes, held) {
      commitWrites ??= createCommit(connection);
      return commitWrites(writes, held);
    },
    close() {
      connection.close();
    },
  };
}

const keepsTables = /^\s*(insert|update|delete|begin|commit|rollback)\b/i;

/** Preparing a query takes as long as running it. The program has about a hundred of them. */
const preparedMax = 200;

function createPrepared(connection: Database) {
  const newMemory = () => createMemory<Statement<unknown[], unknown>>(preparedMax);
  let statements = newMemory();
  return {
    of(sql: string) {
      const known = statements.get(sql);
      if (known) return known;
      const statement = connection.prepare<unknown[], unknown>(sql);
      statements.set(sql, statement);
      return statement;
    },
    forget(): void {
      statements = newMemory();
    },
  };
}

function createCommit(connection: Database): SqliteSession['commit'] {
  const operations: SqliteOperations = createSqliteOperations(connection);
  const requireEpoch = createEpochCheck(connection);
  const runTogether = createSqliteBatch(connection);
  const run = (write: Write, held: number | undefined): unknown => {
    const epoch = write.name === 'raiseEpoch' ? undefined : (epochOf(write) ?? held);
    if (epoch !== undefined) requireEpoch(epoch);
    return perform<SqliteOperations, keyof SqliteOperations>(operations, write);
  };
  return (writes, held) => runTogether(writes.map((write) => () => run(write, held)));
}

/** Returns the epoch that a write names, if its operation takes one. */
function epochOf(write: Write): number | undefined {
  if (write.name === 'raiseEpoch' || !namesEpoch[write.name]) return undefined;
  const [epoch] = write.args;
  return typeof epoch === 'number' ? epoch : undefined;
}

function connect(place: string | Buffer): Database {
  const connection = new SqliteDatabase(place, { timeout: busyTimeoutMs });
  try {
    connection.pragma('journal_mode = wal');
    // Acknowledged writes survive a power cut, not only a crash of the process.
    connection.pragma('synchronous = full');
    connection.pragma('foreign_keys = on');
    connection.pragma(`cache_size = -${cacheKb}`);
    connection.pragma(`wal_autocheckpoint = ${pagesPerCheckpoint}`);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}
