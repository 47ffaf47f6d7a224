import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import { assert } from '../../kit/assert.ts';
import { StaleEpochError } from '../types.ts';

/** The code by which the server tells that the epoch is another's. */
const staleCode = 'WLE01';

/** A select that locks rows counts as a write too: that costs a little and breaks nothing. */
const writes = /\b(insert\s+into|update|delete\s+from|merge\s+into)\b/i;

interface OwnersOnly {
  /** The epoch that this process owns or owned at last; undefined before it owned one. */
  readonly held: () => number | undefined;
  readonly stale: (error: StaleEpochError) => void;
}

/**
 * The same dialect, which commits what changes something only as long as the epoch of this process
 * is the one that stands. The write operations that name their epoch do so by
 * themselves; this is for all others, from accounts and halts to the prices that are kept.
 */
export function forOwnersOnly(dialect: Dialect, owners: OwnersOnly): Dialect {
  return {
    createDriver: () => createDriver(dialect.createDriver(), owners),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  };
}

/** A connection in use, and what has happened in its transaction. */
interface Guarded extends DatabaseConnection {
  readonly inner: DatabaseConnection;
  state: 'alone' | 'begun' | 'changed';
}

function createDriver(driver: Driver, owners: OwnersOnly): Driver {
  const all = new WeakMap<DatabaseConnection, Guarded>();
  const guarded = (connection: DatabaseConnection): Guarded => {
    const found = all.get(connection);
    assert(found, 'a connection is used by the driver that gave it');
    return found;
  };
  return {
    init: () => driver.init(),
    async acquireConnection() {
      const inner = await driver.acquireConnection();
      const connection: Guarded = {
        inner,
        state: 'alone',
        executeQuery<Row>(query: CompiledQuery) {
          const isWrite = owners.held() !== undefined && writes.test(query.sql);
          if (!isWrite) return inner.executeQuery<Row>(query);
          if (connection.state === 'alone')
            return alone<Row>({ driver, owners, connection }, query);
          connection.state = 'changed';
          return inner.executeQuery<Row>(query);
        },
        streamQuery: (query, chunkSize) => inner.streamQuery(query, chunkSize),
      };
      all.set(connection, connection);
      return connection;
    },
    async beginTransaction(connection, settings) {
      await driver.beginTransaction(guarded(connection).inner, settings);
      guarded(connection).state = 'begun';
    },
    async commitTransaction(connection) {
      await commit({ driver, owners, connection: guarded(connection) });
      guarded(connection).state = 'alone';
    },
    async rollbackTransaction(connection) {
      guarded(connection).state = 'alone';
      await driver.rollbackTransaction(guarded(connection).inner);
    },
    releaseConnection: (connection) => driver.releaseConnection(guarded(connection).inner),
    destroy: () => driver.destroy(),
  };
}

interface Committing {
  readonly driver: Driver;
  readonly owners: OwnersOnly;
  readonly connection: Guarded;
}

async function commit({ driver, owners, connection }: Committing): Promise<void> {
  const epoch = owners.held();
  if (connection.state !== 'changed' || epoch === undefined) {
    return driver.commitTransaction(connection.inner);
  }
  try {
    await commitAs(epoch, connection.inner);
  } catch (error) {
    if (error instanceof StaleEpochError) owners.stale(error);
    throw error;
  }
}

/** A statement by itself, in a transaction of its own. */
async function alone<Row>(committing: Committing, query: CompiledQuery): Promise<QueryResult<Row>> {
  const { driver, connection } = committing;
  await driver.beginTransaction(connection.inner, {});
  try {
    const result = await connection.inner.executeQuery<Row>(query);
    connection.state = 'changed';
    await commit(committing);
    return result;
  } catch (error) {
    // A connection that broke has undone it already.
    await driver.rollbackTransaction(connection.inner).catch(() => undefined);
    throw error;
  } finally {
    connection.state = 'alone';
  }
}

/**
 * Commits in the same message that asks for the epoch. The lock that makes a new owner wait is held
 * by the server alone: a process that is paused between the two would keep its successor waiting.
 */
async function commitAs(epoch: number, connection: DatabaseConnection): Promise<void> {
  assert(Number.isSafeInteger(epoch), 'an epoch is a whole number');
  const sql = `
    do $$
    declare standing bigint;
    begin
      select epoch into standing from engine where id = 1 for share;
      if standing is distinct from ${epoch} then
        raise exception using errcode = '${staleCode}', message = coalesce(standing, 0)::text;
      end if;
    end $$;
    commit`;
  try {
    await connection.executeQuery(CompiledQuery.raw(sql));
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== staleCode) throw error;
    throw new StaleEpochError(epoch, Number(error.message));
  }
}
