import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { SqliteHost } from './calls.ts';
import { createSqliteTurns, type SqliteTurns } from './turns.ts';

/** Creates the query builder over a host's one connection, which its opener closes. */
export function createSqliteDialect(
  host: SqliteHost,
  turns: SqliteTurns = createSqliteTurns(),
): Dialect {
  return {
    createDriver: () => createDriver(host, turns),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => adapter,
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/**
 * As the builder's own for SQLite, but for the connections: with one at a time each query would
 * wait for the answer to the one before, a trip to the thread and back. `SqliteTurns` keeps
 * transactions apart instead.
 */
const adapter: DialectAdapter = {
  supportsCreateIfNotExists: true,
  supportsTransactionalDdl: false,
  supportsReturning: true,
  supportsMultipleConnections: true,
  acquireMigrationLock: async () => undefined,
  releaseMigrationLock: async () => undefined,
};

function createDriver(host: SqliteHost, turns: SqliteTurns): Driver {
  const run = async (connection: DatabaseConnection, sql: string) => {
    await connection.executeQuery(CompiledQuery.raw(sql));
  };
  return {
    init: async () => undefined,
    acquireConnection: async () => createConnection(host, turns),
    beginTransaction: (connection) => turns.begin(connection, () => run(connection, 'begin')),
    async commitTransaction(connection) {
      // One that fails is still open: its end is the rollback that follows.
      await run(connection, 'commit');
      turns.end(connection);
    },
    async rollbackTransaction(connection) {
      try {
        await run(connection, 'rollback');
      } finally {
        turns.end(connection);
      }
    },
    releaseConnection: async (connection) => turns.end(connection),
    destroy: async () => undefined,
  };
}

function createConnection(host: SqliteHost, turns: SqliteTurns): DatabaseConnection {
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery) {
      const { rows, changed } = await turns.request(connection, () => host.query(sql, parameters));
      return {
        // The rows have the type that the caller of the query builder declared, as in its own
        // drivers.
        rows: rows as Row[],
        ...(changed && {
          numAffectedRows: BigInt(changed.rowCount),
          insertId: BigInt(changed.lastId),
        }),
      };
    },
    streamQuery() {
      throw new Error('The embedded database does not stream; ask for pages instead.');
    },
  };
  return connection;
}
