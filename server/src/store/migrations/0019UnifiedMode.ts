import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Schema } from '../schema.ts';
import type { Store } from '../types.ts';
import { columnsOf } from './columns.ts';

/** Accounts keep how their exchange margins them; of those that are there it is yet to be asked. */
export function unifiedMode(dialect: Store['dialect']): Migration {
  const { text } = columnsOf[dialect];
  return {
    async up(db: Kysely<Schema>) {
      await db.schema.alterTable('exchange_accounts').addColumn('unified_mode', text).execute();
    },
  };
}
