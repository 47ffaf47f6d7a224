import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { errorText } from '../kit/errors.ts';
import { StartError } from '../kit/startError.ts';
import { migrationNames } from '../store/migrate.ts';
import { requireKnownTables } from './manifest.ts';
import type { Progress } from './progress.ts';

/** Pages of 4 KB copied between two checks whether to continue: a few milliseconds each. */
const pagesPerStep = 2_000;
/** Longest wait for a writer: it is done by then. */
const busyTimeoutMs = 10_000;

interface Copying {
  readonly from: string;
  readonly to: string;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** The facts about a database that is intact. */
export interface CopiedDatabase {
  readonly migrations: readonly string[];
  readonly epoch: number;
  readonly bytes: number;
}

/** Copies the current database, even while it is written to, and checks the copy. */
export async function copySqlite(copying: Copying): Promise<CopiedDatabase> {
  const { from, to, progress } = copying;
  if (!existsSync(from)) throw new StartError(`No database at ${from}.`);
  await rm(to, { force: true });
  const source = new SqliteDatabase(from, { fileMustExist: true, timeout: busyTimeoutMs });
  try {
    source.pragma('query_only = on');
    // The open read keeps this moment: later writes go into the log beside it, and are not copied.
    // Without it each of them would make the copy start again.
    source.exec('begin');
    source.prepare('select count(*) from sqlite_schema').get();
    await copyPages(source, copying);
  } catch (error) {
    if (copying.signal.aborted) throw error;
    throw new StartError(`${from} cannot be copied: ${errorText(error)}`, { cause: error });
  } finally {
    source.close();
  }
  progress('checking', undefined);
  return inspectSqlite(to);
}

async function copyPages(source: Database, { to, progress, signal }: Copying): Promise<void> {
  await source.backup(to, {
    progress({ totalPages, remainingPages }) {
      signal.throwIfAborted();
      progress('copying', totalPages === 0 ? 0 : 1 - remainingPages / totalPages);
      return pagesPerStep;
    },
  });
}

/** Throws `StartError` unless every page is intact and this program knows the tables. */
export async function inspectSqlite(path: string): Promise<CopiedDatabase> {
  const { migrations, epoch } = readWhole(path);
  requireKnownTables('The database', migrations, migrationNames);
  const { size } = await stat(path);
  return { migrations, epoch, bytes: size };
}

function readWhole(path: string) {
  let database: Database | undefined;
  try {
    database = new SqliteDatabase(path, { fileMustExist: true });
    // One file: in this mode, files beside a database belong to it.
    database.pragma('journal_mode = delete');
    const found = database.pragma('integrity_check', { simple: true });
    if (found !== 'ok') throw new Error(`its pages are damaged (${String(found)})`);
    const migrations = database
      .prepare<[], string>('select name from kysely_migration order by name')
      .pluck();
    const epoch = database.prepare<[], number>('select epoch from engine where id = 1').pluck();
    return { migrations: migrations.all(), epoch: epoch.get() ?? 0 };
  } catch (error) {
    throw new StartError(`The database is damaged: ${errorText(error)}`, { cause: error });
  } finally {
    database?.close();
  }
}
