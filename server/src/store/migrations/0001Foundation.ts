import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Schema } from '../schema.ts';
import type { Store } from '../types.ts';
import { type Columns, columnsOf } from './columns.ts';

type Db = Kysely<Schema>;

/** Keys, the audit log, settings, and who owns the engine. */
export function foundation(dialect: Store['dialect']): Migration {
  const columns = columnsOf[dialect];
  return {
    async up(db: Db) {
      await createKeys(db, columns);
      await createAudit(db, columns);
      await createEngine(db, columns);
      await (dialect === 'sqlite' ? sealAuditOnSqlite(db) : sealAuditOnPostgres(db));
    },
  };
}

async function createKeys(db: Db, { text, integer, tableEnd }: Columns): Promise<void> {
  await db.schema
    .createTable('api_keys')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('key_hash', text, (column) => column.notNull().unique())
    .addColumn('roles', text, (column) => column.notNull())
    .addColumn('paths', text, (column) => column.notNull())
    .addColumn('exchange_account_ids', text)
    .addColumn('created_at_ms', integer, (column) => column.notNull())
    .addColumn('expires_at_ms', integer)
    .addColumn('revoked_at_ms', integer)
    .modifyEnd(tableEnd)
    .execute();
}

async function createAudit(db: Db, { text, integer, serial, tableEnd }: Columns): Promise<void> {
  await db.schema
    .createTable('audit_log')
    .addColumn('id', serial)
    .addColumn('at_ms', integer, (column) => column.notNull())
    .addColumn('actor_id', text, (column) => column.notNull())
    .addColumn('actor_name', text, (column) => column.notNull())
    .addColumn('action', text, (column) => column.notNull())
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('before_json', text)
    .addColumn('after_json', text)
    .addColumn('request_id', text)
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createIndex('audit_log_action')
    .on('audit_log')
    .columns(['action', 'id'])
    .execute();
}

async function createEngine(db: Db, { text, integer, tableEnd }: Columns): Promise<void> {
  await db.schema
    .createTable('settings')
    .addColumn('name', text, (column) => column.primaryKey().notNull())
    .addColumn('value', text, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable('engine_state')
    .addColumn('name', text, (column) => column.primaryKey().notNull())
    .addColumn('value', text, (column) => column.notNull())
    .addColumn('epoch', integer, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable('engine')
    .addColumn('id', integer, (column) => column.primaryKey().notNull().check(sql`id = 1`))
    .addColumn('epoch', integer, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.insertInto('engine').values({ id: 1, epoch: 0 }).execute();
}

async function sealAuditOnSqlite(db: Db): Promise<void> {
  const refusal = sql.lit('audit_log is append-only');
  for (const verb of ['update', 'delete']) {
    await sql`
      create trigger ${sql.ref(`audit_log_no_${verb}`)} before ${sql.raw(verb)} on audit_log
      begin select raise(abort, ${refusal}); end`.execute(db);
  }
  // "insert or replace" removes the old row without firing the delete trigger.
  await sql`
    create trigger audit_log_no_replace before insert on audit_log
    when exists (select 1 from audit_log where id = new.id)
    begin select raise(abort, ${refusal}); end`.execute(db);
}

async function sealAuditOnPostgres(db: Db): Promise<void> {
  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin raise exception 'audit_log is append-only'; end $$`.execute(db);
  await sql`
    create trigger audit_log_append_only before update or delete or truncate on audit_log
    for each statement execute function refuse_audit_change()`.execute(db);
}
