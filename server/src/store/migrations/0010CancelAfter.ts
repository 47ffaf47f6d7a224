import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Schema } from '../schema.ts';
import type { Store } from '../types.ts';
import { columnsOf } from './columns.ts';

/** Accounts may have a dead man's switch; those that are there have none. */
export function cancelAfter(dialect: Store['dialect']): Migration {
  const { integer } = columnsOf[dialect];
  return {
    async up(db: Kysely<Schema>) {
      await db.schema
        .alterTable('exchange_accounts')
        .addColumn('cancel_after_s', integer)
        .execute();
    },
  };
}
