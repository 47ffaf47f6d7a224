import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Schema } from '../schema.ts';
import type { Store } from '../types.ts';
import { type Columns, columnsOf } from './columns.ts';

type Db = Kysely<Schema>;

/**
 * Parent orders with their accounts, children and histories. No account is a reference: an
 * algorithm that has ended and never sent an order there holds none, and whoever may see it is
 * still judged by all the accounts that it had.
 */
export function algorithms(dialect: Store['dialect']): Migration {
  const columns = columnsOf[dialect];
  return {
    async up(db: Db) {
      await createParents(db, columns);
      await createParentIndexes(db);
      await createParts(db, columns);
    },
  };
}

async function createParents(db: Db, { text, integer, tableEnd }: Columns): Promise<void> {
  await db.schema
    .createTable('algorithm_orders')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('client_id', text, (column) => column.unique())
    .addColumn('request_hash', text, (column) => column.notNull())
    .addColumn('type', text, (column) => column.notNull())
    .addColumn('symbol', text, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('actor_id', text, (column) => column.notNull())
    .addColumn('created_at_ms', integer, (column) => column.notNull())
    .addColumn('updated_at_ms', integer, (column) => column.notNull())
    .addColumn('ended_at_ms', integer)
    .addColumn('record_json', text, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
}

async function createParentIndexes(db: Db): Promise<void> {
  // Few are under way, however many there were.
  await db.schema
    .createIndex('algorithm_orders_unfinished')
    .on('algorithm_orders')
    .columns(['created_at_ms', 'id'])
    .where(sql<boolean>`status in ('RUNNING', 'PAUSED', 'CANCELLING')`)
    .execute();
  // Lists walk it from its end.
  await db.schema
    .createIndex('algorithm_orders_time')
    .on('algorithm_orders')
    .columns(['created_at_ms', 'id'])
    .execute();
  await db.schema
    .createIndex('algorithm_orders_ended')
    .on('algorithm_orders')
    .column('ended_at_ms')
    .where(sql<boolean>`ended_at_ms is not null`)
    .execute();
}

async function createParts(db: Db, { text, integer, clusteredEnd }: Columns): Promise<void> {
  await db.schema
    .createTable('algorithm_accounts')
    .addColumn('parent_id', text, (column) => column.notNull())
    .addColumn('account_id', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('algorithm_accounts_key', ['parent_id', 'account_id'])
    .modifyEnd(clusteredEnd)
    .execute();
  await db.schema
    .createTable('algorithm_children')
    .addColumn('parent_id', text, (column) => column.notNull())
    .addColumn('number', integer, (column) => column.notNull())
    .addColumn('account_id', text, (column) => column.notNull())
    .addColumn('client_order_id', text, (column) => column.notNull())
    .addColumn('stage', text, (column) => column.notNull())
    .addColumn('filled', text, (column) => column.notNull())
    .addColumn('child_json', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('algorithm_children_key', ['parent_id', 'number'])
    .modifyEnd(clusteredEnd)
    .execute();
  await db.schema
    .createTable('algorithm_events')
    .addColumn('parent_id', text, (column) => column.notNull())
    .addColumn('number', integer, (column) => column.notNull())
    .addColumn('at_ms', integer, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('text', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('algorithm_events_key', ['parent_id', 'number'])
    .modifyEnd(clusteredEnd)
    .execute();
}
