import { join } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { OwnedElsewhereError, type Ownership } from './types.ts';

interface OwnSqliteDeps {
  readonly dataDir: string;
  readonly raiseEpoch: () => Promise<number>;
  /**
   * A file lock held by a living process cannot be taken from it, but without its connection that
   * process owns nothing it could use: this tells when that is gone.
   */
  readonly lost: AbortSignal;
}

/** Takes the engine of an embedded database and begins a new epoch. */
export async function ownSqlite({ dataDir, raiseEpoch, lost }: OwnSqliteDeps): Promise<Ownership> {
  const lock = dataDir === ':memory:' ? undefined : lockEngine(dataDir);
  try {
    return {
      epoch: await raiseEpoch(),
      lost,
      async release() {
        lock?.close();
      },
    };
  } catch (error) {
    lock?.close();
    throw error;
  }
}

/**
 * Throws `OwnedElsewhereError` while another has it; closing what is returned gives it back.
 *
 * The lock is a transaction left open on a database file of its own: the system drops it when the
 * process dies, however it dies, and readers of the real database are not shut out.
 */
export function lockEngine(dataDir: string): Database {
  const lock = new SqliteDatabase(join(dataDir, 'owner.lock'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if (isBusy(error)) throw new OwnedElsewhereError(dataDir);
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
