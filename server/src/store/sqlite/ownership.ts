import { join } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import type { Clock } from '../../kit/clock.ts';
import { type Lease, LeaseError } from '../../kit/lease.ts';
import { OwnedElsewhereError, type Ownership, type OwnOptions } from '../types.ts';

/** Between two looks of a standby at the lock of the owner. */
const lookEveryMs = 150;

interface OwnSqliteDeps {
  readonly dataDir: string;
  readonly clock: Clock;
  /** Brings the tables up to date and begins a new epoch. */
  readonly begin: () => Promise<number>;
  /**
   * Aborted when the connection is gone: a file lock held by a living process cannot be taken from
   * it, but without its connection that process owns nothing it could use.
   */
  readonly gone: AbortSignal;
}

/** An ownership that other code may end. */
export interface LosableOwnership extends Ownership {
  lose(reason: string): void;
}

/** Takes the engine of an embedded database and begins a new epoch. */
export async function ownSqlite(
  { dataDir, clock, begin, gone }: OwnSqliteDeps,
  options: OwnOptions,
): Promise<LosableOwnership> {
  const lock = dataDir === ':memory:' ? undefined : await lockPatiently(dataDir, clock, options);
  try {
    const epoch = await begin();
    const { lost, lose } = lossOf(gone);
    let isReleased = false;
    const isHeld = () => !isReleased && !lost.aborted;
    return {
      epoch,
      lost,
      lose,
      ...fileLease(isHeld),
      standbys: async () => (lock && isLocked(dataDir, standbyLock) ? [nameOf(dataDir)] : []),
      async release() {
        isReleased = true;
        lock?.close();
      },
    };
  } catch (error) {
    lock?.close();
    throw error;
  }
}

function lossOf(gone: AbortSignal) {
  const loss = new AbortController();
  const lost = AbortSignal.any([gone, loss.signal]);
  return { lost, lose: (reason: string) => loss.abort(new LeaseError(reason)) };
}

/**
 * Returns a lease that is valid while the lock is held: nobody can take the lock from a living
 * process.
 */
function fileLease(isHeld: () => boolean): Lease {
  const requireHeld = (): void => {
    if (!isHeld()) throw new LeaseError();
  };
  return {
    validForMs: () => (isHeld() ? Number.POSITIVE_INFINITY : 0),
    assertValid: requireHeld,
    whenValid: async () => requireHeld(),
  };
}

/** A second process waits as a standby until the first has died or given the engine up. */
async function lockPatiently(
  dataDir: string,
  clock: Clock,
  { signal, waiting }: OwnOptions,
): Promise<Database> {
  let shown: Database | undefined;
  try {
    for (let looks = 0; ; looks += 1) {
      signal?.throwIfAborted();
      const lock = tryLock(dataDir, ownerLock);
      if (lock) return lock;
      if (!waiting) throw new OwnedElsewhereError(dataDir);
      if (looks === 0) waiting(nameOf(dataDir));
      // One shows for all that somebody waits.
      shown ??= tryLock(dataDir, standbyLock);
      await clock.sleep(lookEveryMs, signal);
    }
  } finally {
    shown?.close();
  }
}

const ownerLock = 'owner.lock';
/** Lock of a waiting process, so that the owner knows that another could take over. */
const standbyLock = 'standby.lock';
const nameOf = (dataDir: string) => `a process on ${dataDir}`;

/**
 * Locks the engine; throws `OwnedElsewhereError` while another has it. Closing the result releases
 * it.
 *
 * The lock is a transaction left open on a database file of its own: the system drops it when the
 * process dies, however it dies, and readers of the real database are not shut out.
 */
export function lockEngine(dataDir: string): Database {
  const lock = tryLock(dataDir, ownerLock);
  if (lock) return lock;
  throw new OwnedElsewhereError(dataDir);
}

/** Returns undefined while another has the lock. */
function tryLock(dataDir: string, name: string): Database | undefined {
  const lock = new SqliteDatabase(join(dataDir, name), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

function isLocked(dataDir: string, name: string): boolean {
  const lock = tryLock(dataDir, name);
  lock?.close();
  return lock === undefined;
}

function isBusy(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
