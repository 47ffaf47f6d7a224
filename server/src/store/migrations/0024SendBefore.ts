import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Schema } from '../schema.ts';
import type { Store } from '../types.ts';
import { columnsOf } from './columns.ts';

/**
 * Until when an order could leave stands with it: whoever takes the engine over counts from there
 * when it proves that an order never arrived.
 */
export function sendBefore(dialect: Store['dialect']): Migration {
  const { integer } = columnsOf[dialect];
  return {
    async up(db: Kysely<Schema>) {
      await db.schema.alterTable('meta_orders').addColumn('send_before_ms', integer).execute();
    },
  };
}
