import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Schema } from '../schema.ts';
import type { Store } from '../types.ts';
import { type Columns, columnsOf } from './columns.ts';

type Db = Kysely<Schema>;

/**
 * Data for reports beside fills: mark prices at each fill and after it, bookings on accounts beside
 * trading, and TWAP orders of exchanges. All of it is deleted with its account.
 */
export function analytics(dialect: Store['dialect']): Migration {
  const columns = columnsOf[dialect];
  return {
    async up(db: Db) {
      await indexFills(db);
      await createFillMarks(db, columns);
      await createLedger(db, columns);
      await createTwaps(db, columns);
      await createReadings(db, columns);
    },
  };
}

function createAccountColumn(db: Db, table: string, { text }: Columns) {
  return db.schema
    .createTable(table)
    .addColumn('account_id', text, (column) =>
      column.notNull().references('exchange_accounts.id').onDelete('cascade'),
    );
}

/**
 * All columns that order, filter and count lists of fills, so that a page far down a long list
 * touches only its own fills. It begins like the index that it replaces.
 */
async function indexFills(db: Db): Promise<void> {
  await db.schema
    .createIndex('order_fills_report')
    .on('order_fills')
    .columns(['account_id', 'at_ms', 'market_type', 'symbol', 'venue_trade_id', 'venue_order_id'])
    .execute();
  await db.schema.dropIndex('order_fills_time').execute();
}

async function createFillMarks(db: Db, columns: Columns): Promise<void> {
  const { text, integer, float, clusteredEnd } = columns;
  await createAccountColumn(db, 'fill_marks', columns)
    .addColumn('market_type', text, (column) => column.notNull())
    .addColumn('symbol', text, (column) => column.notNull())
    .addColumn('venue_trade_id', text, (column) => column.notNull())
    .addColumn('at_ms', integer, (column) => column.notNull())
    .addColumn('source', text)
    .addColumn('quote_usd', float)
    .addColumn('fee_usd', float)
    .addColumn('half_spread', float)
    .addColumn('mark_0', float)
    .addColumn('mark_1', float)
    .addColumn('mark_5', float)
    .addColumn('mark_30', float)
    .addColumn('mark_60', float)
    .addColumn('mark_300', float)
    .addColumn('due_ms', integer)
    .addPrimaryKeyConstraint('fill_marks_key', [
      'account_id',
      'market_type',
      'symbol',
      'venue_trade_id',
    ])
    .modifyEnd(clusteredEnd)
    .execute();
  // Few are incomplete, however many fills there are.
  await db.schema
    .createIndex('fill_marks_due')
    .on('fill_marks')
    .columns(['due_ms'])
    .where(sql<boolean>`due_ms is not null`)
    .execute();
  // These marks can still be read from candles; the newest are asked for first.
  await db.schema
    .createIndex('fill_marks_unknown')
    .on('fill_marks')
    .columns(['at_ms'])
    .where(sql<boolean>`source is null and due_ms is null and market_type <> 'spot'`)
    .execute();
}

async function createLedger(db: Db, columns: Columns): Promise<void> {
  const { text, integer, float, clusteredEnd } = columns;
  await createAccountColumn(db, 'account_ledger', columns)
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('market_type', text, (column) => column.notNull())
    .addColumn('entry_id', text, (column) => column.notNull())
    .addColumn('symbol', text)
    .addColumn('asset', text, (column) => column.notNull())
    .addColumn('amount', text, (column) => column.notNull())
    .addColumn('source', text)
    .addColumn('usd', float)
    .addColumn('at_ms', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('account_ledger_key', [
      'account_id',
      'kind',
      'market_type',
      'entry_id',
    ])
    .modifyEnd(clusteredEnd)
    .execute();
  await db.schema
    .createIndex('account_ledger_time')
    .on('account_ledger')
    .columns(['account_id', 'kind', 'at_ms'])
    .execute();
}

async function createTwaps(db: Db, columns: Columns): Promise<void> {
  const { text, integer, float, clusteredEnd } = columns;
  await createAccountColumn(db, 'twap_orders', columns)
    .addColumn('twap_id', text, (column) => column.notNull())
    .addColumn('symbol', text, (column) => column.notNull())
    .addColumn('side', text, (column) => column.notNull())
    .addColumn('total_size', text)
    .addColumn('at_ms', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('twap_orders_key', ['account_id', 'twap_id'])
    .modifyEnd(clusteredEnd)
    .execute();
  await createAccountColumn(db, 'twap_fills', columns)
    .addColumn('twap_id', text, (column) => column.notNull())
    .addColumn('venue_trade_id', text, (column) => column.notNull())
    .addColumn('price', float, (column) => column.notNull())
    .addColumn('quantity', text, (column) => column.notNull())
    .addColumn('fee', text, (column) => column.notNull())
    .addColumn('at_ms', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('twap_fills_key', ['account_id', 'twap_id', 'venue_trade_id'])
    .modifyEnd(clusteredEnd)
    .execute();
}

async function createReadings(db: Db, columns: Columns): Promise<void> {
  const { text, integer, clusteredEnd } = columns;
  await createAccountColumn(db, 'ledger_readings', columns)
    .addColumn('list', text, (column) => column.notNull())
    .addColumn('since_ms', integer, (column) => column.notNull())
    .addColumn('updated_at_ms', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('ledger_readings_key', ['account_id', 'list'])
    .modifyEnd(clusteredEnd)
    .execute();
}
