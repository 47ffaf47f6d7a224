import { CompiledQuery, type Kysely } from 'kysely';
import type pg from 'pg';
import type { Schema } from '../schema.ts';
import { StaleEpochError } from '../types.ts';
import { translated } from './failures.ts';

/** Sends the statements of the write operations. */
export interface Statements {
  query<Row extends pg.QueryResultRow>(
    sql: string,
    values: readonly unknown[],
  ): Promise<pg.QueryResult<Row>>;
  /** Runs an operation that names no epoch: it commits only while this process owns the engine. */
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

export type Value = string | number | null;

/** Runs a statement that writes only for the owner and answers whose epoch it is. */
export async function writeAtEpoch(
  statements: Statements,
  sql: string,
  values: readonly [epoch: number, ...Value[]],
): Promise<void> {
  const { rows } = await statements.query<{ epoch: number }>(sql, [...values]);
  const [epoch] = values;
  requireEpoch(epoch, rows[0]);
}

/** Throws when a statement wrote nothing because another process owns the engine. */
export function requireEpoch(held: number, row: { readonly epoch: number } | undefined): void {
  const current = row?.epoch ?? 0;
  if (current !== held) throw new StaleEpochError(held, current);
}
