import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Schema } from '../schema.ts';
import type { Store } from '../types.ts';
import { columnsOf } from './columns.ts';

/** Accounts are in one environment and region of their venue; those of before were in these. */
export function environments(dialect: Store['dialect']): Migration {
  const { text } = columnsOf[dialect];
  return {
    async up(db: Kysely<Schema>) {
      // One column a statement: SQLite takes no more.
      await db.schema
        .alterTable('exchange_accounts')
        .addColumn('environment', text, (column) => column.notNull().defaultTo('production'))
        .execute();
      await db.schema
        .alterTable('exchange_accounts')
        .addColumn('region', text, (column) => column.notNull().defaultTo('global'))
        .execute();
    },
  };
}
