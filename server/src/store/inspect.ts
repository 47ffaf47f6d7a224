import { statSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import pg from 'pg';
import { errorText } from '../kit/errors.ts';
import { migrationsOf } from './migrate.ts';
import { connectionSettings, placeOf } from './postgres/open.ts';

/** A finding about a database, and how to fix it. */
export interface Finding {
  readonly status: 'ok' | 'warn' | 'fail';
  /** No full stop at the end. */
  readonly detail: string;
  readonly remedy?: string;
}

/** Maximum size that is checked: reading all of a larger file would take minutes. */
const checkedBytesMax = 2_000_000_000;
const busyTimeoutMs = 2_000;
const restore = 'Stop the service and restore a backup.';

/** Looks at the embedded database without changing it; a service may run on it. */
export function inspectSqlite(dataDir: string): Finding {
  if (dataDir === ':memory:') {
    const remedy = 'Set WINDLASS_DATA_DIR to a folder to store data.';
    return { status: 'warn', detail: 'the database is in memory: nothing is stored', remedy };
  }
  const path = join(dataDir, 'windlass.db');
  const main = sizeAt(path);
  if (main === undefined) {
    const detail = `there is no database in ${dataDir} yet; the first start makes it`;
    return { status: 'ok', detail };
  }
  // Recent writes are in a file of their own until they are moved.
  const bytes = main + (sizeAt(`${path}-wal`) ?? 0);
  try {
    const database = new SqliteDatabase(path, { readonly: true, timeout: busyTimeoutMs });
    try {
      return judgeSqlite(database, { path, bytes });
    } finally {
      database.close();
    }
  } catch (error) {
    return {
      status: 'fail',
      detail: `${path} cannot be read: ${errorText(error)}`,
      remedy: restore,
    };
  }
}

/** Inspects a PostgreSQL database in the same way. */
export async function inspectPostgres(databaseUrl: string): Promise<Finding> {
  const where = `PostgreSQL ${placeOf(databaseUrl)}`;
  const client = new pg.Client(connectionSettings(databaseUrl));
  try {
    await client.connect();
    const facts = await client.query<{ bytes: number; version: string; steps: string | null }>(
      `select pg_database_size(current_database()) as bytes,
         current_setting('server_version') as version,
         to_regclass('kysely_migration')::text as steps`,
    );
    const { bytes = 0, version = '', steps = null } = facts.rows[0] ?? {};
    const text = `${where}, version ${version}, ${sizeOf(bytes)}`;
    if (steps === null) return { status: 'ok', detail: `${text}, empty: the first start fills it` };
    const applied = await client.query<{ name: string }>('select name from kysely_migration');
    return judgeSteps(text, names(applied.rows), migrationsOf('postgres'));
  } catch (error) {
    const remedy = 'Check DATABASE_URL, and whether the server runs and takes connections.';
    return { status: 'fail', detail: `${where} cannot be used: ${errorText(error)}`, remedy };
  } finally {
    await client.end().catch(() => undefined);
  }
}

function judgeSqlite(
  database: Database,
  { path, bytes }: { readonly path: string; readonly bytes: number },
): Finding {
  const text = `SQLite ${path}, ${sizeOf(bytes)}`;
  if (bytes > checkedBytesMax) return judgeSqliteSteps(database, `${text}, too large to check`);
  const told = database.pragma('quick_check(1)', { simple: true });
  if (told === 'ok') return judgeSqliteSteps(database, `${text}, whole`);
  return { status: 'fail', detail: `${text}, is damaged: ${String(told)}`, remedy: restore };
}

function judgeSqliteSteps(database: Database, text: string): Finding {
  const table = "select 1 from sqlite_master where name = 'kysely_migration'";
  if (database.prepare(table).get() === undefined) {
    return { status: 'ok', detail: `${text}, empty: the first start fills it` };
  }
  const rows = database.prepare<[], { name: string }>('select name from kysely_migration').all();
  return judgeSteps(text, names(rows), migrationsOf('sqlite'));
}

/** Compares the migrations of the database with those that this version knows. */
function judgeSteps(text: string, applied: readonly string[], known: object): Finding {
  const steps = Object.keys(known);
  const foreign = applied.find((name) => !steps.includes(name));
  if (foreign !== undefined) {
    return {
      status: 'fail',
      detail: `${text}, made by a newer Windlass (step ${foreign})`,
      remedy: 'Run that version, or restore a backup of this one.',
    };
  }
  const newest = applied.at(-1) ?? 'none';
  const behind = steps.length - applied.length;
  const more = behind === 0 ? '' : `, ${behind} behind: the next start takes them`;
  return { status: 'ok', detail: `${text}, schema ${newest}${more}` };
}

function sizeAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}

function names(rows: readonly { readonly name: string }[]): string[] {
  return rows.map(({ name }) => name).sort();
}

function sizeOf(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
