import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Schema } from '../schema.ts';
import type { Store } from '../types.ts';
import { columnsOf } from './columns.ts';

/** Last known good prices of coins, and the provider's list of coins. */
export function prices(dialect: Store['dialect']): Migration {
  const { text, integer, tableEnd, clusteredEnd } = columnsOf[dialect];
  return {
    async up(db: Kysely<Schema>) {
      await db.schema
        .createTable('price_tickers')
        .addColumn('vs_currency', text, (column) => column.notNull())
        .addColumn('coin_id', text, (column) => column.notNull())
        .addColumn('ticker_json', text, (column) => column.notNull())
        .addColumn('fetched_at_ms', integer, (column) => column.notNull())
        .addPrimaryKeyConstraint('price_tickers_key', ['vs_currency', 'coin_id'])
        .modifyEnd(clusteredEnd)
        .execute();
      await db.schema
        .createIndex('price_tickers_age')
        .on('price_tickers')
        .columns(['fetched_at_ms'])
        .execute();
      await db.schema
        .createTable('price_coin_lists')
        .addColumn('name', text, (column) => column.primaryKey().notNull())
        .addColumn('ids_json', text, (column) => column.notNull())
        .addColumn('fetched_at_ms', integer, (column) => column.notNull())
        .modifyEnd(tableEnd)
        .execute();
    },
  };
}
