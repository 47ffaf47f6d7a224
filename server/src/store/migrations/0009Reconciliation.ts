import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Schema } from '../schema.ts';
import type { Store } from '../types.ts';
import { columnsOf } from './columns.ts';

/**
 * Results of comparing accounts with their venues: the state of each account, and every difference
 * that was found. Both are deleted with their account.
 */
export function reconciliation(dialect: Store['dialect']): Migration {
  const { text, integer, tableEnd } = columnsOf[dialect];
  return {
    async up(db: Kysely<Schema>) {
      await db.schema
        .createTable('reconciliation_states')
        .addColumn('account_id', text, (column) =>
          column.primaryKey().notNull().references('exchange_accounts.id').onDelete('cascade'),
        )
        .addColumn('state_json', text, (column) => column.notNull())
        .addColumn('updated_at_ms', integer, (column) => column.notNull())
        .modifyEnd(tableEnd)
        .execute();
      await db.schema
        .createTable('reconciliation_differences')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('account_id', text, (column) =>
          column.notNull().references('exchange_accounts.id').onDelete('cascade'),
        )
        .addColumn('kind', text, (column) => column.notNull())
        .addColumn('identity', text, (column) => column.notNull())
        .addColumn('first_seen_at_ms', integer, (column) => column.notNull())
        .addColumn('last_seen_at_ms', integer, (column) => column.notNull())
        .addColumn('resolved_at_ms', integer)
        .addColumn('market_type', text, (column) => column.notNull())
        .addColumn('symbol', text)
        .addColumn('order_id', text)
        .addColumn('asset', text)
        .addColumn('expected', text)
        .addColumn('found', text)
        .addColumn('reason', text, (column) => column.notNull())
        .modifyEnd(tableEnd)
        .execute();
      // Lists and the bound walk an account's differences from the newest; ids grow with time.
      await db.schema
        .createIndex('reconciliation_differences_account')
        .on('reconciliation_differences')
        .columns(['account_id', 'id'])
        .execute();
    },
  };
}
