import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Schema } from '../schema.ts';
import type { Store } from '../types.ts';
import { columnsOf } from './columns.ts';

/** The market lists of the exchanges, as last loaded. */
export function markets(dialect: Store['dialect']): Migration {
  const { text, integer, tableEnd } = columnsOf[dialect];
  return {
    async up(db: Kysely<Schema>) {
      await db.schema
        .createTable('market_lists')
        .addColumn('exchange', text, (column) => column.primaryKey().notNull())
        .addColumn('markets_json', text, (column) => column.notNull())
        .addColumn('loaded_at_ms', integer, (column) => column.notNull())
        .modifyEnd(tableEnd)
        .execute();
    },
  };
}
