import type { DatabaseConnection, Dialect, Driver } from 'kysely';
import pg from 'pg';
import { DeposedError, errorText, StoreError } from '../../kit/errors.ts';

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

export async function translated<Value>(call: Promise<Value>): Promise<Value> {
  try {
    return await call;
  } catch (error) {
    throw toStoreFailure(error);
  }
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
