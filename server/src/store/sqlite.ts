import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { afterThisTurn } from '../kit/turn.ts';
import { createGroupCommit } from './groupCommit.ts';
import { migrate } from './migrate.ts';
import { ownSqlite } from './ownershipSqlite.ts';
import type { Schema } from './schema.ts';
import { createSqliteWriter } from './sqliteWriter.ts';
import type { Ownership, Store } from './types.ts';

/**
 * How long to wait for another process's write lock. The driver waits with the event loop held, and
 * whoever writes from outside (a backup, a curious operator) is done in milliseconds.
 */
const busyTimeoutMs = 1_000;

interface SqliteOptions {
  /** Folder of the database file, or `:memory:`. */
  readonly dataDir: string;
}

/** The embedded database: one file, one connection. */
export async function openSqlite({ dataDir }: SqliteOptions): Promise<Store> {
  const connection = connect(dataDir);
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) });
  try {
    await migrateAlone(connection, db);
  } catch (error) {
    connection.close();
    throw error;
  }
  const commit = createGroupCommit({ connection, db, defer: afterThisTurn });
  const write = createSqliteWriter(connection, commit);
  const owned = new Set<Ownership>();
  const close = async () => {
    await commit.close();
    for (const ownership of owned) await ownership.release();
    await db.destroy();
  };
  let closing: Promise<void> | undefined;
  return {
    dialect: 'sqlite',
    db,
    write,
    async own() {
      const ownership = await ownSqlite({ dataDir, connection, commit });
      owned.add(ownership);
      return ownership;
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}

function connect(dataDir: string): Database {
  const inMemory = dataDir === ':memory:';
  // Only the service's own user may look: the folder also holds keys.
  if (!inMemory) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = inMemory ? ':memory:' : join(dataDir, 'windlass.db');
  const connection = new SqliteDatabase(path, { timeout: busyTimeoutMs });
  connection.pragma('journal_mode = wal');
  // What was acknowledged survives a power cut, not only a crash of the process.
  connection.pragma('synchronous = full');
  connection.pragma('foreign_keys = on');
  return connection;
}

/**
 * Migrates in one transaction that also keeps other processes out: SQLite can undo table changes,
 * but Kysely does not use that, so a crash half-way would leave half the tables.
 */
async function migrateAlone(connection: Database, db: Kysely<Schema>): Promise<void> {
  connection.exec('begin immediate');
  try {
    await migrate(db, 'sqlite');
    connection.exec('commit');
  } catch (error) {
    if (connection.inTransaction) connection.exec('rollback');
    throw error;
  }
}
