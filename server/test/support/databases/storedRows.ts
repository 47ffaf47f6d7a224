import SqliteDatabase from 'better-sqlite3';

/** Reads rows of the embedded database without the service, which may run on it. */
export function readStoredRows<Row>(path: string, sql: string, ...values: string[]): Row[] {
  const database = new SqliteDatabase(path, { readonly: true });
  try {
    return database.prepare<string[], Row>(sql).all(...values);
  } finally {
    database.close();
  }
}
