import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { SqliteHost } from './sqliteCalls.ts';

/** The query builder over a host's one connection, which whoever opened it closes. */
export function createSqliteDialect(host: SqliteHost): Dialect {
  return {
    createDriver: () => createDriver(host),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** The adapter says that there is one connection, so the builder hands it to one at a time. */
function createDriver(host: SqliteHost): Driver {
  const connection = createConnection(host);
  const run = async (sql: string) => {
    await connection.executeQuery(CompiledQuery.raw(sql));
  };
  return {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: () => run('begin'),
    commitTransaction: () => run('commit'),
    rollbackTransaction: () => run('rollback'),
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  };
}

function createConnection(host: SqliteHost): DatabaseConnection {
  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery) {
      const { rows, changed } = await host.query(sql, parameters);
      return {
        // What type the rows have is what the query builder was told, here as in its own drivers.
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
}
