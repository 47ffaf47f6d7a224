import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Schema } from '../schema.ts';
import type { Store } from '../types.ts';
import { columnsOf } from './columns.ts';

/**
 * The table says which step a version must know at least to run on these tables. Versions before
 * this step know nothing of leases and must not run beside one.
 */
export function compatibility(dialect: Store['dialect']): Migration {
  const { text, integer, tableEnd } = columnsOf[dialect];
  return {
    async up(db: Kysely<Schema>) {
      await db.schema
        .createTable('schema_compatibility')
        .addColumn('id', integer, (column) => column.primaryKey().notNull())
        .addColumn('oldest_step', text, (column) => column.notNull())
        .modifyEnd(tableEnd)
        .execute();
    },
  };
}
