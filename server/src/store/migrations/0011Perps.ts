import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Schema } from '../schema.ts';
import type { Store } from '../types.ts';
import { columnsOf } from './columns.ts';

/**
 * Margin modes of markets whose venue keeps none, and the paper venue's bookings on its accounts
 * beside fills: funding, profits taken, transfers, liquidations.
 */
export function perps(dialect: Store['dialect']): Migration {
  const { text, integer, tableEnd, clusteredEnd } = columnsOf[dialect];
  return {
    async up(db: Kysely<Schema>) {
      await db.schema
        .createTable('margin_modes')
        .addColumn('account_id', text, (column) =>
          column.notNull().references('exchange_accounts.id').onDelete('cascade'),
        )
        .addColumn('symbol', text, (column) => column.notNull())
        .addColumn('margin_mode', text, (column) => column.notNull())
        .addPrimaryKeyConstraint('margin_modes_key', ['account_id', 'symbol'])
        .modifyEnd(clusteredEnd)
        .execute();
      await db.schema
        .createTable('paper_ledger')
        .addColumn('account', text, (column) => column.notNull())
        .addColumn('entry_id', integer, (column) => column.notNull())
        .addColumn('kind', text, (column) => column.notNull())
        .addColumn('market_type', text, (column) => column.notNull())
        .addColumn('symbol', text)
        .addColumn('at_ms', integer, (column) => column.notNull())
        .addColumn('entry_json', text, (column) => column.notNull())
        .addPrimaryKeyConstraint('paper_ledger_key', ['account', 'entry_id'])
        .modifyEnd(tableEnd)
        .execute();
      await db.schema
        .createIndex('paper_ledger_time')
        .on('paper_ledger')
        .columns(['account', 'kind', 'market_type', 'at_ms', 'entry_id'])
        .execute();
      // A list by symbol would walk all entries of the account by time alone.
      await db.schema
        .createIndex('paper_ledger_symbol')
        .on('paper_ledger')
        .columns(['account', 'kind', 'market_type', 'symbol', 'at_ms', 'entry_id'])
        .execute();
    },
  };
}
