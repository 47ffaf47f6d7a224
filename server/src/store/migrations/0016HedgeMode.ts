import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Schema } from '../schema.ts';
import type { Store } from '../types.ts';
import { columnsOf } from './columns.ts';

/**
 * Accounts may hold positions in hedge mode, and their orders name a leg; those that are there hold
 * them one way.
 */
export function hedgeMode(dialect: Store['dialect']): Migration {
  const { integer, text } = columnsOf[dialect];
  return {
    async up(db: Kysely<Schema>) {
      await db.schema
        .alterTable('exchange_accounts')
        .addColumn('hedge_mode', integer, (column) => column.notNull().defaultTo(0))
        .execute();
      await db.schema.alterTable('meta_orders').addColumn('position_leg', text).execute();
    },
  };
}
