import { join } from 'node:path';
import { Kysely } from 'kysely';
import { type Clock, createSystemClock } from '../../kit/clock.ts';
import { makePrivateFolder } from '../../kit/folder.ts';
import { afterThisTurn } from '../../kit/turn.ts';
import { StoreClosedError } from '../limits.ts';
import { migrate } from '../migrate.ts';
import { createOwnerships } from '../ownerships.ts';
import { databaseFile } from '../place.ts';
import type { Schema } from '../schema.ts';
import { type OwnOptions, StaleEpochError, type Store } from '../types.ts';
import type { SqliteHost, Write } from './calls.ts';
import { createSqliteDialect } from './dialect.ts';
import { createGroupCommit } from './groupCommit.ts';
import { openSqliteHere } from './here.ts';
import { type LosableOwnership, ownSqlite } from './ownership.ts';
import { openSqliteThread } from './threadHost.ts';
import { createSqliteTurns } from './turns.ts';
import { createSqliteWriter } from './writer.ts';

interface SqliteOptions {
  /** Folder of the database file, or `:memory:`. */
  readonly dataDir: string;
  readonly clock?: Clock;
}

/** The embedded database: one file, one connection. */
export async function openSqlite({ dataDir, clock }: SqliteOptions): Promise<Store> {
  return openSqliteOn(await openHost(dataDir), dataDir, { clock });
}

interface SqliteParts {
  /** The machine's own by default. */
  readonly clock?: Clock | undefined;
  /** Replaces the file lock where a simulation has several processes on one database. */
  readonly own?: (options: OwnOptions) => Promise<LosableOwnership>;
}

/** Opens the embedded database on a connection of the caller; closing the store closes it. */
export async function openSqliteOn(
  host: SqliteHost,
  dataDir: string,
  { clock = createSystemClock(), own }: SqliteParts = {},
): Promise<Store> {
  const turns = createSqliteTurns();
  let isClosed = false;
  const owned = createOwnerships();
  const query: SqliteHost['query'] = async (sql, parameters) => {
    if (isClosed) throw new StoreClosedError();
    try {
      return await host.query(sql, parameters, owned.held());
    } catch (error) {
      if (error instanceof StaleEpochError) owned.stale(error);
      throw error;
    }
  };
  const db = new Kysely<Schema>({ dialect: createSqliteDialect({ ...host, query }, turns) });
  const commit = createGroupCommit({
    commit: (writes: readonly Write[]) =>
      turns.request(host, () => host.commit(writes, owned.held())),
    defer: afterThisTurn,
  });
  const { write, raiseEpoch } = createSqliteWriter(commit);
  const close = async () => {
    await commit.close();
    await owned.release();
    // The query builder is left as it is: once destroyed it throws errors that name no database.
    isClosed = true;
    await host.close();
  };
  let closing: Promise<void> | undefined;
  return {
    dialect: 'sqlite',
    db,
    write: owned.watch(write),
    async own(options = {}) {
      const begin = async () => {
        owned.forget();
        await migrateAlone(host, db);
        return raiseEpoch();
      };
      const parts = { dataDir, clock, begin, gone: host.lost };
      return owned.add(await (own ? own(options) : ownSqlite(parts, options)));
    },
    migrate: () => migrateAlone(host, db),
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
 * but Kysely does not use that, so a crash half-way would leave half the tables.
 */
async function migrateAlone(host: SqliteHost, db: Kysely<Schema>): Promise<void> {
  await host.query('begin immediate', []);
  try {
    await migrate(db, 'sqlite');
  } catch (error) {
    await host.query('rollback', []);
    throw error;
  }
  await host.query('commit', []);
}
