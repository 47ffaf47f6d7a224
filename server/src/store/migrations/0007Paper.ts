import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Schema } from '../schema.ts';
import type { Store } from '../types.ts';
import { columnsOf } from './columns.ts';

/** The tables of paper accounts: engines, orders and fills. */
export function paper(dialect: Store['dialect']): Migration {
  const { text, integer, tableEnd, clusteredEnd } = columnsOf[dialect];
  return {
    async up(db: Kysely<Schema>) {
      await db.schema
        .createTable('paper_engines')
        .addColumn('account', text, (column) => column.primaryKey().notNull())
        .addColumn('dump', text, (column) => column.notNull())
        .addColumn('updated_at_ms', integer, (column) => column.notNull())
        .modifyEnd(tableEnd)
        .execute();
      await db.schema
        .createTable('paper_orders')
        .addColumn('account', text, (column) => column.notNull())
        .addColumn('order_id', text, (column) => column.notNull())
        .addColumn('client_id', text, (column) => column.notNull())
        .addColumn('is_open', integer, (column) => column.notNull())
        .addColumn('order_json', text, (column) => column.notNull())
        .addPrimaryKeyConstraint('paper_orders_key', ['account', 'order_id'])
        .addUniqueConstraint('paper_orders_client', ['account', 'client_id'])
        .modifyEnd(tableEnd)
        .execute();
      // A restart reads the open orders of an account, a few of very many.
      await db.schema
        .createIndex('paper_orders_open')
        .on('paper_orders')
        .columns(['account', 'is_open'])
        .where('is_open', '=', 1)
        .execute();
      await db.schema
        .createTable('paper_fills')
        .addColumn('account', text, (column) => column.notNull())
        .addColumn('trade_id', integer, (column) => column.notNull())
        .addColumn('market_type', text, (column) => column.notNull())
        .addColumn('at_ms', integer, (column) => column.notNull())
        .addColumn('fill_json', text, (column) => column.notNull())
        .addPrimaryKeyConstraint('paper_fills_key', ['account', 'trade_id'])
        .modifyEnd(clusteredEnd)
        .execute();
      await db.schema
        .createIndex('paper_fills_time')
        .on('paper_fills')
        .columns(['account', 'market_type', 'at_ms', 'trade_id'])
        .execute();
    },
  };
}
