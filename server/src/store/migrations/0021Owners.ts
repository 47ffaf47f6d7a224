import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Schema } from '../schema.ts';
import type { Store } from '../types.ts';
import { columnsOf } from './columns.ts';

type Db = Kysely<Schema>;

/**
 * The names that callers give to plans and algorithms are unique per owner. Keys that are bound to
 * accounts own theirs, and all others share those of `main`; what there is belongs to the owner of
 * the key that made it.
 */
export function owners(dialect: Store['dialect']): Migration {
  return {
    async up(db: Db) {
      await addOwners(db, dialect);
    },
  };
}

async function addOwners(db: Db, dialect: Store['dialect']): Promise<void> {
  const { text } = columnsOf[dialect];
  for (const table of ['api_keys', 'routing_plans', 'algorithm_orders'] as const) {
    await db.schema
      .alterTable(table)
      .addColumn('owner', text, (column) => column.notNull().defaultTo('main'))
      .execute();
  }
  await sql`update api_keys set owner = id where exchange_account_ids is not null`.execute(db);
  for (const table of ['routing_plans', 'algorithm_orders'] as const) {
    await sql`update ${sql.table(table)} set owner = actor_id
      where actor_id in (select id from api_keys where owner <> 'main')`.execute(db);
  }
  await (dialect === 'sqlite' ? withoutUniqueNames(db) : dropUniqueNames(db));
  await db.schema
    .createIndex('routing_plans_owned_name')
    .unique()
    .on('routing_plans')
    .columns(['owner', 'client_plan_id'])
    .execute();
  await db.schema
    .createIndex('algorithm_orders_owned_name')
    .unique()
    .on('algorithm_orders')
    .columns(['owner', 'client_id'])
    .execute();
}

async function dropUniqueNames(db: Db): Promise<void> {
  await sql`alter table routing_plans
    drop constraint if exists routing_plans_client_plan_id_key`.execute(db);
  await sql`alter table algorithm_orders
    drop constraint if exists algorithm_orders_client_id_key`.execute(db);
}

/** SQLite cannot drop the constraint of a column: the tables are written anew without it. */
async function withoutUniqueNames(db: Db): Promise<void> {
  const { text, integer, tableEnd } = columnsOf.sqlite;
  await db.schema
    .createTable('routing_plans_anew')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('client_plan_id', text)
    .addColumn('request_hash', text, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('symbol', text, (column) => column.notNull())
    .addColumn('actor_id', text, (column) => column.notNull())
    .addColumn('created_at_ms', integer, (column) => column.notNull())
    .addColumn('updated_at_ms', integer, (column) => column.notNull())
    .addColumn('plan_json', text, (column) => column.notNull())
    .addColumn('owner', text, (column) => column.notNull().defaultTo('main'))
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable('algorithm_orders_anew')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('client_id', text)
    .addColumn('request_hash', text, (column) => column.notNull())
    .addColumn('type', text, (column) => column.notNull())
    .addColumn('symbol', text, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('actor_id', text, (column) => column.notNull())
    .addColumn('created_at_ms', integer, (column) => column.notNull())
    .addColumn('updated_at_ms', integer, (column) => column.notNull())
    .addColumn('ended_at_ms', integer)
    .addColumn('record_json', text, (column) => column.notNull())
    .addColumn('owner', text, (column) => column.notNull().defaultTo('main'))
    .modifyEnd(tableEnd)
    .execute();
  for (const table of ['routing_plans', 'algorithm_orders'] as const) {
    await replaceTable(db, table);
  }
}

/** The columns of both are the same in the same order. Indexes are made again as they were. */
async function replaceTable(db: Db, table: 'routing_plans' | 'algorithm_orders'): Promise<void> {
  const anew = sql.table(`${table}_anew`);
  const indexes = await sql<{ sql: string }>`select sql from sqlite_master
    where type = 'index' and tbl_name = ${table} and sql is not null`.execute(db);
  await sql`insert into ${anew} select * from ${sql.table(table)}`.execute(db);
  await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`alter table ${anew} rename to ${sql.table(table)}`.execute(db);
  for (const index of indexes.rows) await sql.raw(index.sql).execute(db);
}
