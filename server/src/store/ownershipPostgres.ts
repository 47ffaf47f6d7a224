import pg from 'pg';
import { OwnedElsewhereError, type Ownership } from './types.ts';

/** Advisory locks are numbers, one space per database; this one spells "WIND". */
const engineLockId = 0x57494e44;

/**
 * How long to wait for the lock: after a crash the server notices the broken connection of the
 * earlier owner within milliseconds, and a restart should not fail for that.
 */
const lockTimeoutMs = 2_000;

/**
 * A machine that vanished without a word is given up after 10 s + 3 × 5 s, instead of the usual
 * hours, so that another can take over.
 */
const keepaliveSql = `
  set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3;
  set lock_timeout = ${lockTimeoutMs}`;

/** PostgreSQL's code for "the lock was not granted in time". */
const lockNotAvailable = '55P03';

interface OwnPostgresDeps {
  /** Not connected yet; it serves the lock alone, because the lock lives as long as its session. */
  readonly client: pg.Client;
  readonly where: string;
}

/** Takes the engine of a PostgreSQL database and begins a new epoch. */
export async function ownPostgres({ client, where }: OwnPostgresDeps): Promise<Ownership> {
  const lost = new AbortController();
  let released = false;
  const lose = () => {
    if (!released) lost.abort(new Error(`The connection that owned the engine of ${where} ended.`));
  };
  client.on('error', lose);
  client.on('end', lose);

  try {
    await client.connect();
    await client.query(keepaliveSql);
    await client.query('select pg_advisory_lock($1)', [engineLockId]);
    const { rows } = await client.query<{ epoch: number }>(
      'update engine set epoch = epoch + 1 where id = 1 returning epoch',
    );
    const [row] = rows;
    if (!row) throw new Error(`The database ${where} is half restored: restore it into a new one.`);
    return {
      epoch: row.epoch,
      lost: lost.signal,
      async release() {
        if (released) return;
        released = true;
        // The server ends a session some time after the client did; unlocking first lets the next
        // owner in at once. When that fails the connection is gone, and the lock with it.
        await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
        await client.end();
      },
    };
  } catch (error) {
    released = true;
    await client.end();
    if (isTaken(error)) throw new OwnedElsewhereError(where);
    throw error;
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === lockNotAvailable;
}
