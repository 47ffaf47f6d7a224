import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Schema } from '../schema.ts';
import type { Store } from '../types.ts';
import { type Columns, columnsOf } from './columns.ts';

type Db = Kysely<Schema>;

/** Webhooks that receive alerts, and the deliveries that are under way, done or given up. */
export function webhooks(dialect: Store['dialect']): Migration {
  const columns = columnsOf[dialect];
  return {
    async up(db: Db) {
      await createWebhooks(db, columns);
      await createDeliveries(db, columns);
      await createDeliveryIndexes(db);
    },
  };
}

async function createWebhooks(db: Db, { text, integer, tableEnd }: Columns): Promise<void> {
  await db.schema
    .createTable('webhooks')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('url', text, (column) => column.notNull())
    .addColumn('target', text, (column) => column.notNull())
    .addColumn('kinds', text)
    .addColumn('created_at_ms', integer, (column) => column.notNull())
    .addColumn('updated_at_ms', integer, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
}

async function createDeliveries(
  db: Db,
  { text, integer, serial, tableEnd }: Columns,
): Promise<void> {
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('seq', serial)
    .addColumn('id', text, (column) => column.notNull().unique())
    .addColumn('webhook_id', text, (column) =>
      column.notNull().references('webhooks.id').onDelete('cascade'),
    )
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('body', text, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('attempts', integer, (column) => column.notNull())
    .addColumn('next_attempt_at_ms', integer, (column) => column.notNull())
    .addColumn('last_error', text)
    .addColumn('updated_at_ms', integer, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
}

async function createDeliveryIndexes(db: Db): Promise<void> {
  // The next delivery of a webhook is the first row of its part.
  await db.schema
    .createIndex('webhook_deliveries_next')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'next_attempt_at_ms', 'seq'])
    .where(sql<boolean>`status = 'pending'`)
    .execute();
  // Lists and counts of dead letters, and what is beyond the bound of a status.
  await db.schema
    .createIndex('webhook_deliveries_status')
    .on('webhook_deliveries')
    .columns(['status', 'seq', 'webhook_id'])
    .execute();
}
