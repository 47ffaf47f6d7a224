import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
} from 'kysely';
import pg from 'pg';
import { DeposedError, errorText, StoreError } from '../../kit/errors.ts';
import type { Schema } from '../schema.ts';

/**
 * Classes of PostgreSQL's codes that are about a statement or its values: data exceptions (22),
 * violated constraints (23), syntax and access rules (42). All others are about the server.
 */
const statementClasses = ['22', '23', '42'];

/** Returns a failure at the server or on the way to it as a `StoreError`; all else as it is. */
export function toStoreFailure(error: unknown): unknown {
  if (error instanceof StoreError || error instanceof DeposedError) return error;
  if (error instanceof pg.DatabaseError) {
    const isStatement = statementClasses.some((prefix) => error.code?.startsWith(prefix));
    return isStatement ? error : new StoreError(error.message, { cause: error });
  }
  // The driver's own errors, of connections that broke or that none was free, bear no class.
  return new StoreError(errorText(error), { cause: error });
}

async function translated<Value>(call: Promise<Value>): Promise<Value> {
  try {
    return await call;
  } catch (error) {
    throw toStoreFailure(error);
  }
}

/** Sends the statements of the hot verbs. */
export interface Statements {
  query<Row extends pg.QueryResultRow>(
    sql: string,
    values: readonly unknown[],
  ): Promise<pg.QueryResult<Row>>;
  /** Runs a verb that names no epoch: it is committed only while this process owns the engine. */
  queryAsOwner<Row>(
    sql: string,
    values: readonly unknown[],
  ): Promise<{ readonly rows: readonly Row[]; readonly changed: number }>;
}

export function createStatements(pool: pg.Pool, db: Kysely<Schema>): Statements {
  return {
    async queryAsOwner<Row>(sql: string, values: readonly unknown[]) {
      const { rows, numAffectedRows } = await db.executeQuery<Row>(
        CompiledQuery.raw(sql, [...values]),
      );
      return { rows, changed: Number(numAffectedRows ?? 0) };
    },
    query: <Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[]) =>
      translated(pool.query<Row>(sql, [...values])),
  };
}

/** Returns the dialect, which throws failures of the server as `StoreError`. */
export function withFailures(dialect: Dialect): Dialect {
  return {
    createDriver: () => createDriver(dialect.createDriver()),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  };
}

function createDriver(driver: Driver): Driver {
  const inner = new WeakMap<DatabaseConnection, DatabaseConnection>();
  // The driver knows its own connections alone.
  const own = (connection: DatabaseConnection) => inner.get(connection) ?? connection;
  return {
    init: () => translated(driver.init()),
    async acquireConnection() {
      const acquired = await translated(driver.acquireConnection());
      const connection: DatabaseConnection = {
        executeQuery: (query) => translated(acquired.executeQuery(query)),
        streamQuery() {
          throw new Error('Nothing here streams; ask for pages instead.');
        },
      };
      inner.set(connection, acquired);
      return connection;
    },
    beginTransaction: (connection, settings) =>
      translated(driver.beginTransaction(own(connection), settings)),
    commitTransaction: (connection) => translated(driver.commitTransaction(own(connection))),
    rollbackTransaction: (connection) => translated(driver.rollbackTransaction(own(connection))),
    releaseConnection: (connection) => driver.releaseConnection(own(connection)),
    destroy: () => driver.destroy(),
  };
}
