import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Schema } from '../schema.ts';
import type { Store } from '../types.ts';
import { type Columns, columnsOf } from './columns.ts';

type Db = Kysely<Schema>;

/**
 * Creates the tables of portfolios and of exchange accounts with their sealed credentials. Limits
 * in columns `…_micro` are in millionths of a US dollar.
 */
export function accounts(dialect: Store['dialect']): Migration {
  const columns = columnsOf[dialect];
  return {
    async up(db: Db) {
      await createPortfolios(db, columns);
      await createAccounts(db, columns);
    },
  };
}

async function createPortfolios(db: Db, { text, integer, tableEnd }: Columns): Promise<void> {
  await db.schema
    .createTable('portfolios')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('created_at_ms', integer, (column) => column.notNull())
    .addColumn('updated_at_ms', integer, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
}

async function createAccounts(db: Db, { text, integer, float, tableEnd }: Columns): Promise<void> {
  await db.schema
    .createTable('exchange_accounts')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('venue', text, (column) => column.notNull())
    .addColumn('mode', text, (column) => column.notNull())
    .addColumn('portfolio_id', text, (column) => column.references('portfolios.id'))
    .addColumn('portfolio_margin', integer, (column) => column.notNull())
    .addColumn('daily_limit_micro', integer, (column) => column.notNull())
    .addColumn('max_order_micro', integer)
    .addColumn('price_collar_pct', float, (column) => column.notNull())
    .addColumn('max_open_orders', integer)
    .addColumn('fee_overrides', text)
    .addColumn('paper_balances', text)
    .addColumn('credentials', text)
    .addColumn('futures_credentials', text)
    .addColumn('credentials_at_ms', integer)
    .addColumn('halted', integer, (column) => column.notNull())
    .addColumn('created_at_ms', integer, (column) => column.notNull())
    .addColumn('updated_at_ms', integer, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
}
