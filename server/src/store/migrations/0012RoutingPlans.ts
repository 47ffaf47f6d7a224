import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Schema } from '../schema.ts';
import type { Store } from '../types.ts';
import { columnsOf } from './columns.ts';

/** Routed orders, each one row with its slices. */
export function routingPlans(dialect: Store['dialect']): Migration {
  const { text, integer, tableEnd } = columnsOf[dialect];
  return {
    async up(db: Kysely<Schema>) {
      await db.schema
        .createTable('routing_plans')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('client_plan_id', text, (column) => column.unique())
        .addColumn('request_hash', text, (column) => column.notNull())
        .addColumn('status', text, (column) => column.notNull())
        .addColumn('symbol', text, (column) => column.notNull())
        .addColumn('actor_id', text, (column) => column.notNull())
        .addColumn('created_at_ms', integer, (column) => column.notNull())
        .addColumn('updated_at_ms', integer, (column) => column.notNull())
        .addColumn('plan_json', text, (column) => column.notNull())
        .modifyEnd(tableEnd)
        .execute();
      // Few are under way, however many there were.
      await db.schema
        .createIndex('routing_plans_unfinished')
        .on('routing_plans')
        .columns(['created_at_ms', 'id'])
        .where(sql<boolean>`status in ('pending', 'executing')`)
        .execute();
    },
  };
}
