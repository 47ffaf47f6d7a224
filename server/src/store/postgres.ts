import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { assert } from '../kit/assert.ts';
import { errorText } from '../kit/errors.ts';
import type { Logger } from '../kit/logger.ts';
import { migrate } from './migrate.ts';
import { ownPostgres } from './ownershipPostgres.ts';
import { createStatements, withFailures } from './postgresFailures.ts';
import { createPostgresWriter } from './postgresWriter.ts';
import type { Schema } from './schema.ts';
import type { Ownership, Store } from './types.ts';

/** Enough to keep a few cores of a server busy, and far under its usual limit of 100. */
const connectionsMax = 10;
/** Long for a server that is up, short enough to say soon that it is not. */
const connectTimeoutMs = 5_000;
/** No statement of ours should take a hundredth of this; the server cancels what does. */
const statementTimeoutMs = 10_000;
/** For a server that no longer answers at all: later than the server's own cancel. */
const answerTimeoutMs = 15_000;
/** A transaction that stalled must give back its locks. */
const idleInTransactionTimeoutMs = 15_000;

/** Type id of `bigint` in PostgreSQL's catalogue. */
const bigintTypeId = 20;

interface PostgresOptions {
  readonly databaseUrl: string;
  readonly logger: Logger;
}

/** A PostgreSQL database. */
export async function openPostgres({ databaseUrl, logger }: PostgresOptions): Promise<Store> {
  const settings = connectionSettings(databaseUrl);
  const pool = new pg.Pool({ ...settings, max: connectionsMax });
  // The pool drops the broken connection itself; without a listener the process would end.
  const lost = (error: Error) =>
    logger.warn({ error: errorText(error) }, 'database connection lost');
  pool.on('error', lost);
  // The pool listens to idle connections alone; one that breaks in a transaction fails its call.
  pool.on('connect', (client) => client.on('error', lost));
  const db = new Kysely<Schema>({ dialect: withFailures(new PostgresDialect({ pool })) });
  try {
    await requireDurability(pool);
    await migrate(db, 'postgres');
  } catch (error) {
    await pool.end();
    throw new Error(`Cannot use the database ${placeOf(databaseUrl)}: ${errorText(error)}`, {
      cause: error,
    });
  }
  const writer = createPostgresWriter(createStatements(pool));
  const owned = new Set<Ownership>();
  const close = async () => {
    await writer.close();
    for (const ownership of owned) await ownership.release();
    await db.destroy();
  };
  let closing: Promise<void> | undefined;
  return {
    dialect: 'postgres',
    db,
    write: writer.write,
    async own() {
      const ownership = await ownPostgres({
        client: new pg.Client(settings),
        where: placeOf(databaseUrl),
      });
      owned.add(ownership);
      return ownership;
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** How every connection of ours is made. */
export function connectionSettings(databaseUrl: string) {
  // For these connections alone: the driver gives 64-bit integers as text unless told otherwise.
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

/** Nothing acknowledged is ever lost, so the server must not acknowledge before it has written. */
async function requireDurability(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ synchronous_commit: string }>('show synchronous_commit');
  if (rows[0]?.synchronous_commit !== 'off') return;
  throw new Error(
    'synchronous_commit is off there, so what was acknowledged could be lost. Set it to on.',
  );
}

/** Host and database name, without user and password. */
export function placeOf(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return 'of DATABASE_URL';
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}
