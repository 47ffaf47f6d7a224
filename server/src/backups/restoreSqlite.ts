import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import SqliteDatabase from 'better-sqlite3';
import { errorText } from '../kit/errors.ts';
import { StartError } from '../kit/startError.ts';
import { syncFolder } from '../kit/syncFolder.ts';
import { databaseFile } from '../store/place.ts';
import { openSqliteHere } from '../store/sqlite/here.ts';
import { openSqliteOn } from '../store/sqlite/open.ts';
import type { Store } from '../store/types.ts';
import type { OpenedBackup } from './backupFile.ts';
import type { Progress } from './progress.ts';
import { inspectSqlite } from './sqliteCopy.ts';

/** Files that SQLite keeps beside a database. */
const companions = ['-wal', '-shm', '-journal'] as const;

interface Restoring {
  readonly backup: OpenedBackup;
  readonly dataDir: string;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** Unpacks the database beside its place, under a name that nobody takes for a database. */
export async function unpackSqlite(restoring: Restoring): Promise<string> {
  const { backup, dataDir, progress, signal } = restoring;
  const draft = join(dataDir, `${databaseFile}.restoring`);
  await removeDraft(draft);
  const unpacking = createGunzip();
  let bytes = 0;
  unpacking.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    progress('unpacking', bytes / backup.manifest.bytes);
  });
  const file = createWriteStream(draft, { mode: 0o600, flush: true });
  await pipeline(backup.payload(), unpacking, file, { signal }).catch((error: unknown) => {
    throw new StartError(`The backup cannot be unpacked: ${errorText(error)}`, { cause: error });
  });
  progress('checking', undefined);
  await inspectSqlite(draft);
  return draft;
}

/** Migrates the tables of an unpacked database and runs some work on it. */
export async function withDraft<Value>(
  draft: string,
  work: (store: Store) => Promise<Value>,
): Promise<Value> {
  // Not in a data directory: this process holds the lock of the real one.
  const store = await openSqliteOn(openSqliteHere(draft), ':memory:');
  try {
    await store.migrate();
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Moves it to its place; an existing database is moved aside. Returns that one's new place. */
export async function placeSqlite(
  draft: string,
  { dataDir, asideSuffix }: { readonly dataDir: string; readonly asideSuffix: string },
): Promise<string | undefined> {
  await syncFile(draft);
  const place = join(dataDir, databaseFile);
  const aside = join(dataDir, `${databaseFile}.${asideSuffix}`);
  const isThere = existsSync(place);
  if (isThere) foldLog(place);
  // Done even without a database: leftovers of a failed restore must not be taken for parts of the
  // new one.
  for (const end of ['', ...companions]) {
    if (existsSync(`${place}${end}`)) await rename(`${place}${end}`, `${aside}${end}`);
  }
  await rename(draft, place);
  await syncFolder(dataDir);
  return isThere ? aside : undefined;
}

export async function removeDraft(draft: string): Promise<void> {
  for (const end of ['', ...companions]) await rm(`${draft}${end}`, { force: true });
}

/**
 * Merges the log into the database file, so that they stay together. Leaves a damaged one as it is.
 */
function foldLog(path: string): void {
  try {
    const database = new SqliteDatabase(path, { fileMustExist: true });
    database.pragma('wal_checkpoint(truncate)');
    database.close();
  } catch {
    // Its files are moved together anyway.
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
