import { hostname } from 'node:os';
import process from 'node:process';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { assert } from '../../kit/assert.ts';
import { type Clock, createSystemClock } from '../../kit/clock.ts';
import { errorText } from '../../kit/errors.ts';
import { createIds } from '../../kit/ids.ts';
import type { Logger } from '../../kit/logger.ts';
import { createSystemRandom } from '../../kit/random.ts';
import { migrate } from '../migrate.ts';
import { createOwnerships } from '../ownerships.ts';
import type { Schema } from '../schema.ts';
import { type OwnOptions, StaleEpochError, type Store } from '../types.ts';
import { withFailures } from './failures.ts';
import type { LeaseHolder } from './lease/leaseRow.ts';
import { createPostgresRow } from './lease/postgresRow.ts';
import { ownByLease } from './ownership.ts';
import { forOwnersOnly } from './ownersOnly.ts';
import { createStatements } from './statements.ts';
import { createPostgresWriter } from './writer.ts';

/** Enough to keep a few cores of a server busy, and far under its usual limit of 100. */
const connectionsMax = 10;
/** Enough for a server that is up, and short enough to report soon that one is not. */
const connectTimeoutMs = 5_000;
/** A statement should take less than a hundredth of this. The server cancels a longer one. */
const statementTimeoutMs = 10_000;
/** Deadline for a server that no longer answers at all: later than the server's own cancel. */
const answerTimeoutMs = 15_000;
/** A stalled transaction must release its locks. */
const idleInTransactionTimeoutMs = 15_000;

/** Length of a lease holder's token: enough that no two processes ever draw the same. */
const tokenBytes = 16;

/** Type id of `bigint` in PostgreSQL's catalogue. */
const bigintTypeId = 20;

interface PostgresOptions {
  readonly databaseUrl: string;
  readonly logger: Logger;
  /** The system's clock by default. */
  readonly clock?: Clock;
}

/** Opens a PostgreSQL database. */
export async function openPostgres({
  databaseUrl,
  logger,
  clock = createSystemClock(),
}: PostgresOptions): Promise<Store> {
  const settings = connectionSettings(databaseUrl);
  const pool = new pg.Pool({ ...settings, max: connectionsMax });
  // The pool drops the broken connection itself; without a listener the process would end.
  const warnOfLoss = (error: Error) =>
    logger.warn({ error: errorText(error) }, 'database connection lost');
  pool.on('error', warnOfLoss);
  // The pool listens to idle connections alone; one that breaks in a transaction fails its call.
  pool.on('connect', (client) => client.on('error', warnOfLoss));
  const owned = createOwnerships();
  const dialect = forOwnersOnly(new PostgresDialect({ pool }), owned);
  const db = new Kysely<Schema>({ dialect: withFailures(dialect) });
  const where = placeOf(databaseUrl);
  try {
    await requireDurability(pool, logger);
  } catch (error) {
    await pool.end();
    throw unusable(where, error);
  }
  const writer = createPostgresWriter(createStatements(pool, db));
  const close = async () => {
    await writer.close();
    await owned.release();
    // The query builder is left as it is: once destroyed it throws errors that name no database.
    await pool.end();
  };
  const own = async (options: OwnOptions) => {
    const row = createPostgresRow({ clock, newClient: () => new pg.Client(settings) });
    const lease = await ownByLease({ row, by: newHolder(), clock, logger, where }, options);
    owned.forget();
    try {
      await migrate(db, 'postgres');
      await raiseEpoch(db, lease.epoch, where);
      return lease;
    } catch (error) {
      await lease.release();
      throw unusable(where, error);
    }
  };
  let closing: Promise<void> | undefined;
  return {
    dialect: 'postgres',
    db,
    write: owned.watch(writer.write),
    own: async (options = {}) => owned.add(await own(options)),
    migrate: () => migrate(db, 'postgres'),
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** Returns the settings of all our connections. */
export function connectionSettings(databaseUrl: string) {
  // This changes our connections alone: by default the driver returns 64-bit integers as text.
  const types = new pg.TypeOverrides();
  types.setTypeParser(bigintTypeId, toSafeInteger);
  return {
    connectionString: databaseUrl,
    application_name: 'windlass',
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: answerTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    keepAlive: true,
    types,
  };
}

function toSafeInteger(text: string): number {
  const value = Number(text);
  assert(Number.isSafeInteger(value), `stored integers fit a number exactly (got ${text})`);
  return value;
}

function unusable(where: string, error: unknown): Error {
  return new Error(`Cannot use the database ${where}: ${errorText(error)}`, { cause: error });
}

/** Returns a name for this process that is new on each request for the engine. */
function newHolder(): LeaseHolder {
  const token = createIds(createSystemRandom()).token(tokenBytes);
  return { token, holder: `${hostname()}, process ${process.pid}` };
}

/**
 * Raises the stored epoch, and throws when another process has a newer one. The statement that
 * takes the lease has raised it already, except in a database that had no tables then.
 */
async function raiseEpoch(db: Kysely<Schema>, epoch: number, where: string): Promise<void> {
  const raised = await db
    .updateTable('engine')
    .set({ epoch })
    .where('id', '=', 1)
    .where('epoch', '<=', epoch)
    .executeTakeFirst();
  if (raised.numUpdatedRows === 1n) return;
  const row = await db.selectFrom('engine').select('epoch').executeTakeFirst();
  if (row) throw new StaleEpochError(epoch, row.epoch);
  throw new Error(`The database ${where} is half restored: restore it into a new one.`);
}

interface Durability {
  readonly commit: string;
  readonly standbys: string;
  readonly replicas: number;
}

/**
 * Throws when the server acknowledges a commit before it is on disk, as nothing acknowledged may
 * ever be lost. Warns of replicas that acknowledge later than the server: a failover of the
 * database can then lose the last writes, the lease among them.
 */
async function requireDurability(pool: pg.Pool, logger: Logger): Promise<void> {
  const { rows } = await pool.query<Durability>(`
    select current_setting('synchronous_commit') as commit,
      current_setting('synchronous_standby_names') as standbys,
      (select count(*) from pg_stat_replication) as replicas`);
  const [durability] = rows;
  if (!durability) return;
  if (durability.commit === 'off') {
    throw new Error(
      'synchronous_commit is off there, so what was acknowledged could be lost. Set it to on.',
    );
  }
  const isSynchronous = durability.standbys !== '' && durability.commit !== 'local';
  if (durability.replicas === 0 || isSynchronous) return;
  logger.warn(
    { replicas: durability.replicas },
    'the database replicates without waiting for its replicas: a failover of it can lose orders ' +
      'that were sent. Set synchronous_standby_names',
  );
}

/** Returns host and database name, without user and password. */
export function placeOf(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return 'of DATABASE_URL';
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}
