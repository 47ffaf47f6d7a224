import { join } from 'node:path';
import { Kysely } from 'kysely';
import { makePrivateFolder } from '../kit/folder.ts';
import { afterThisTurn } from '../kit/turn.ts';
import { createGroupCommit } from './groupCommit.ts';
import { migrate } from './migrate.ts';
import { ownSqlite } from './ownershipSqlite.ts';
import { databaseFile } from './place.ts';
import type { Schema } from './schema.ts';
import type { SqliteHost, Write } from './sqliteCalls.ts';
import { createSqliteDialect } from './sqliteDialect.ts';
import { openSqliteHere } from './sqliteHere.ts';
import { openSqliteThread } from './sqliteThreadHost.ts';
import { createSqliteTurns } from './sqliteTurns.ts';
import { createSqliteWriter } from './sqliteWriter.ts';
import type { Ownership, Store } from './types.ts';

interface SqliteOptions {
  /** Folder of the database file, or `:memory:`. */
  readonly dataDir: string;
}

/** The embedded database: one file, one connection. */
export async function openSqlite({ dataDir }: SqliteOptions): Promise<Store> {
  return openSqliteOn(await openHost(dataDir), dataDir);
}

/** The embedded database on a connection that somebody else opened; closing the store closes it. */
export async function openSqliteOn(host: SqliteHost, dataDir: string): Promise<Store> {
  const turns = createSqliteTurns();
  const db = new Kysely<Schema>({ dialect: createSqliteDialect(host, turns) });
  try {
    await migrateAlone(host, db);
  } catch (error) {
    await host.close();
    throw error;
  }
  const commit = createGroupCommit({
    commit: (writes: readonly Write[]) => turns.request(host, () => host.commit(writes)),
    defer: afterThisTurn,
  });
  const { write, raiseEpoch } = createSqliteWriter(commit);
  const owned = new Set<Ownership>();
  const close = async () => {
    await commit.close();
    for (const ownership of owned) await ownership.release();
    await db.destroy();
    await host.close();
  };
  let closing: Promise<void> | undefined;
  return {
    dialect: 'sqlite',
    db,
    write,
    async own() {
      const ownership = await ownSqlite({ dataDir, raiseEpoch, lost: host.lost });
      owned.add(ownership);
      return ownership;
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}

async function openHost(dataDir: string): Promise<SqliteHost> {
  if (dataDir === ':memory:') return openSqliteHere(dataDir);
  // Only the service's own user may look: the folder also holds keys.
  makePrivateFolder(dataDir);
  return openSqliteThread(join(dataDir, databaseFile));
}

/**
 * Migrates in one transaction that also keeps other processes out: SQLite can undo table changes,
 * but Kysely does not use that, so a crash half-way would leave half the tables. When it fails the
 * connection is closed, which undoes what is open.
 */
async function migrateAlone(host: SqliteHost, db: Kysely<Schema>): Promise<void> {
  await host.query('begin immediate', []);
  await migrate(db, 'sqlite');
  await host.query('commit', []);
}
