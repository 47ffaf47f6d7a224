import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Schema } from '../schema.ts';
import type { Store } from '../types.ts';
import { type Columns, columnsOf } from './columns.ts';

type Db = Kysely<Schema>;

/** The vault registry, balances of vaults with their history, and totals over the registry. */
export function vaults(dialect: Store['dialect']): Migration {
  const columns = columnsOf[dialect];
  return {
    async up(db: Db) {
      await createVaults(db, columns);
      await createVaultIndexes(db);
      await createTotals(db, columns);
      await createHoldings(db, columns);
      await createChanges(db, columns);
    },
  };
}

async function createVaults(db: Db, { text, integer, float, tableEnd }: Columns): Promise<void> {
  await db.schema
    .createTable('vaults')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('name_folded', text, (column) => column.notNull())
    .addColumn('owner', text, (column) => column.notNull())
    .addColumn('address', text, (column) => column.notNull().unique())
    .addColumn('created_at_ms', integer, (column) => column.notNull())
    .addColumn('updated_at_ms', integer, (column) => column.notNull())
    .addColumn('creation_ledger', integer, (column) => column.notNull())
    .addColumn('trade_permission', integer, (column) => column.notNull())
    .addColumn('max_trade_size', float, (column) => column.notNull())
    .addColumn('daily_trade_limit', integer, (column) => column.notNull())
    .addColumn('slippage_tolerance', float, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
}

/**
 * One index for each order of the lists, over all vaults and over those of an owner. Each holds
 * what the other filters ask for, so that a list is filtered and counted within an index.
 */
async function createVaultIndexes(db: Db): Promise<void> {
  const orders = ['created_at_ms', 'creation_ledger', 'name', 'updated_at_ms'] as const;
  const filters = ['creation_ledger', 'trade_permission'] as const;
  for (const order of orders) {
    const others = filters.filter((filter) => filter !== order);
    await db.schema
      .createIndex(`vaults_${order}`)
      .on('vaults')
      .columns([order, 'id', ...others])
      .execute();
    await db.schema
      .createIndex(`vaults_owner_${order}`)
      .on('vaults')
      .columns(['owner', order, 'id', ...others])
      .execute();
  }
  // A bulk refresh walks the vaults of an owner in the order of their ids.
  await db.schema
    .createIndex('vaults_owner_id')
    .on('vaults')
    .columns(['owner', 'id', 'trade_permission'])
    .execute();
}

/** Rows of an owner, and of all owners together under the empty name. */
async function createTotals(db: Db, { text, integer, tableEnd }: Columns): Promise<void> {
  await db.schema
    .createTable('vault_totals')
    .addColumn('owner', text, (column) => column.notNull())
    .addColumn('scope', integer, (column) => column.notNull())
    .addColumn('vaults', integer, (column) => column.notNull())
    .addColumn('max_trade_size_micro', integer, (column) => column.notNull())
    .addColumn('daily_trade_limit', integer, (column) => column.notNull())
    .addColumn('slippage_tolerance_micro', integer, (column) => column.notNull())
    .addColumn('ledgers', integer, (column) => column.notNull())
    .addColumn('ledger_sum', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('vault_totals_key', ['owner', 'scope'])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createIndex('vault_totals_rank')
    .on('vault_totals')
    .columns(['scope', 'vaults desc', 'owner'])
    .execute();
}

async function createHoldings(db: Db, { text, integer, clusteredEnd }: Columns): Promise<void> {
  await db.schema
    .createTable('holdings')
    .addColumn('vault_id', text, (column) => column.notNull())
    .addColumn('network', text, (column) => column.notNull())
    .addColumn('token', text, (column) => column.notNull())
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('amount', text, (column) => column.notNull())
    .addColumn('ledger', integer, (column) => column.notNull())
    .addColumn('updated_at_ms', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('holdings_key', ['vault_id', 'network', 'token'])
    .addForeignKeyConstraint('holdings_vault', ['vault_id'], 'vaults', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .modifyEnd(clusteredEnd)
    .execute();
}

async function createChanges(db: Db, { text, integer, serial, tableEnd }: Columns): Promise<void> {
  await db.schema
    .createTable('balance_changes')
    .addColumn('id', serial)
    .addColumn('vault_id', text, (column) =>
      column.notNull().references('vaults.id').onDelete('cascade'),
    )
    .addColumn('network', text, (column) => column.notNull())
    .addColumn('token', text, (column) => column.notNull())
    .addColumn('amount', text, (column) => column.notNull())
    .addColumn('previous', text)
    .addColumn('ledger', integer, (column) => column.notNull())
    .addColumn('at_ms', integer, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createIndex('balance_changes_time')
    .on('balance_changes')
    .columns(['vault_id', 'at_ms', 'id', 'network'])
    .execute();
  await db.schema
    .createIndex('balance_changes_token')
    .on('balance_changes')
    .columns(['vault_id', 'token', 'at_ms', 'id', 'network'])
    .execute();
}
