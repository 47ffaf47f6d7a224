import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import pg from 'pg';
import { connectionSettings, openPostgres } from '../../../../src/store/postgres/open.ts';
import { openSqliteHere } from '../../../../src/store/sqlite/here.ts';
import { openSqliteOn } from '../../../../src/store/sqlite/open.ts';
import type { Store } from '../../../../src/store/types.ts';
import { silentLogger } from '../../silentLogger.ts';

/** A row of any version, by column. */
export type KeptRow = Readonly<Record<string, unknown>>;
export type KeptTables = ReadonlyMap<string, readonly KeptRow[]>;

/** A copy of a kept database, initially as its version left it. */
export interface KeptDatabase {
  /** Every table as the old version wrote it. */
  readonly before: KeptTables;
  /** Opens the copy with today's code, which migrates it. */
  open(): Promise<Store>;
  /** Waits until the database has finished its work. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

/** The migrator's own tables, and that of the engine's owner, who changes at every start. */
const ownTables = new Set(['kysely_migration', 'kysely_migration_lock', 'engine']);

/** Opens a copy of the SQLite file, in memory: requests are done in the turn they are made. */
export function openKeptSqlite(packed: URL): KeptDatabase {
  const file = gunzipSync(readFileSync(packed));
  const old = new SqliteDatabase(file);
  const before = new Map<string, readonly KeptRow[]>();
  const listed = old.prepare("select name from sqlite_master where type = 'table'");
  for (const { name } of listed.all() as { name: string }[]) {
    if (ownTables.has(name) || name.startsWith('sqlite_')) continue;
    before.set(name, old.prepare(`select * from "${name}"`).all() as KeptRow[]);
  }
  old.close();
  return {
    before,
    open: () => openSqliteOn(openSqliteHere(file), ':memory:'),
    catchUp: async () => undefined,
    close: async () => undefined,
  };
}

/** Restores the dump into an empty PostgreSQL database. */
export async function openKeptPostgres(packed: URL, databaseUrl: string): Promise<KeptDatabase> {
  const settings = connectionSettings(databaseUrl);
  const restoring = new pg.Client(settings);
  await restoring.connect();
  await restoring.query(gunzipSync(readFileSync(packed)).toString('utf8'));
  await restoring.end();
  const client = new pg.Client(settings);
  await client.connect();
  const before = new Map<string, readonly KeptRow[]>();
  const listed = await client.query<{ tablename: string }>(
    "select tablename from pg_tables where schemaname = 'public'",
  );
  for (const { tablename } of listed.rows) {
    if (ownTables.has(tablename)) continue;
    before.set(tablename, (await client.query<KeptRow>(`select * from "${tablename}"`)).rows);
  }
  return {
    before,
    open: () => openPostgres({ databaseUrl, logger: silentLogger }),
    catchUp: async () => void (await client.query('select 1')),
    close: () => client.end(),
  };
}

/** Returns the current rows of a table. */
export async function rowsOf({ db }: Store, table: string): Promise<readonly KeptRow[]> {
  const { rows } = await sql<KeptRow>`select * from ${sql.table(table)}`.execute(db);
  return rows;
}

/** Writes a row as a version wrote it, whatever columns today's code knows. */
export async function insertRow({ db }: Store, table: string, row: KeptRow): Promise<void> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  const values = sql.join(Object.values(row));
  await sql`insert into ${sql.table(table)} (${columns}) values (${values})`.execute(db);
}

/** Writes a whole SQLite database, as of one moment, into a file. */
export async function copySqlite({ db }: Store, file: string): Promise<void> {
  await sql`vacuum into ${file}`.execute(db);
}
