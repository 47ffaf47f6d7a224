import type { Kysely, Selectable } from 'kysely';
import type { Ids } from '../../kit/ids.ts';
import type { Schema } from '../../store/schema.ts';
import type { Store } from '../../store/types.ts';
import { type Network, toNetwork } from '../network.ts';
import type { Holding } from './holding.ts';
import {
  type HoldingReading,
  type NewChange,
  type StoreOutcome,
  updateBalances,
} from './updateBalances.ts';

/** When each token was last read, by vault and by the token's contract. */
export type Freshness = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Latest balances of vaults, and the record of their changes. */
export interface HoldingStore {
  /** Returns holdings by token, then network. */
  ofVault(vaultId: string, network?: Network): Promise<readonly Holding[]>;
  /** Returns the tokens read after a time, in one query; a vault without any is left out. */
  freshness(query: FreshnessQuery): Promise<Freshness>;
  /** Stores readings in one transaction; returns outcomes in the order of the readings. */
  store(readings: readonly HoldingReading[], nowMs: number): Promise<readonly StoreOutcome[]>;
}

interface FreshnessQuery {
  readonly vaultIds: readonly string[];
  readonly network: Network;
  readonly afterMs: number;
}

/** Rows of one statement. Building a statement of 100 rows takes the main thread about 1 ms. */
const rowsPerStatementMax = 100;

interface HoldingStoreDeps {
  readonly store: Pick<Store, 'db' | 'dialect'>;
  readonly ids: Ids;
}

export function createHoldingStore(deps: HoldingStoreDeps): HoldingStore {
  const { store, ids } = deps;
  const { db } = store;
  return {
    async ofVault(vaultId, network) {
      let query = db.selectFrom('holdings').selectAll().where('vault_id', '=', vaultId);
      if (network) query = query.where('network', '=', network);
      return (await query.orderBy('token').orderBy('network').execute()).map(toHolding);
    },
    async freshness({ vaultIds, network, afterMs }) {
      if (vaultIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('holdings')
        .select(['vault_id', 'token', 'updated_at_ms'])
        .where('vault_id', 'in', vaultIds)
        .where('network', '=', network)
        .where('updated_at_ms', '>', afterMs)
        .execute();
      return groupByVault(rows);
    },
    store(readings, nowMs) {
      if (readings.length === 0) return Promise.resolve([]);
      return db.transaction().execute(async (transaction) => {
        const existing = await lockVaults(transaction, store.dialect, readings);
        const balances = await presentBalances(transaction, readings);
        const present = { existing, balances, newId: () => ids.objectId(), nowMs };
        const { holdings, changes, outcomes } = updateBalances(readings, present);
        await writeBalances(transaction, holdings);
        await writeChanges(transaction, changes);
        return outcomes;
      });
    },
  };
}

function groupByVault(
  rows: readonly { vault_id: string; token: string; updated_at_ms: number }[],
): Freshness {
  const byVault = new Map<string, Map<string, number>>();
  for (const { vault_id, token, updated_at_ms } of rows) {
    const tokens = byVault.get(vault_id) ?? new Map<string, number>();
    byVault.set(vault_id, tokens.set(token, updated_at_ms));
  }
  return byVault;
}

/** Locks the vaults that still exist until the transaction ends. */
async function lockVaults(
  db: Kysely<Schema>,
  dialect: Store['dialect'],
  readings: readonly HoldingReading[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(readings.map(({ vaultId }) => vaultId))];
  // The same order everywhere, so that two transactions never wait for each other.
  const query = db.selectFrom('vaults').select('id').where('id', 'in', ids).orderBy('id');
  // SQLite has one connection, which this transaction holds.
  const rows = await (dialect === 'postgres' ? query.forUpdate() : query).execute();
  return new Set(rows.map(({ id }) => id));
}

async function presentBalances(
  db: Kysely<Schema>,
  readings: readonly HoldingReading[],
): Promise<readonly Holding[]> {
  const rows = await db
    .selectFrom('holdings')
    .selectAll()
    .where('vault_id', 'in', [...new Set(readings.map(({ vaultId }) => vaultId))])
    .where('network', 'in', [...new Set(readings.map(({ network }) => network))])
    .execute();
  return rows.map(toHolding);
}

async function writeBalances(db: Kysely<Schema>, holdings: readonly Holding[]): Promise<void> {
  for (const part of parts(holdings)) {
    await db
      .insertInto('holdings')
      .values(
        part.map((holding) => ({
          vault_id: holding.vaultId,
          network: holding.network,
          token: holding.token,
          id: holding.id,
          amount: String(holding.amount),
          ledger: holding.ledger,
          updated_at_ms: holding.updatedAtMs,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['vault_id', 'network', 'token']).doUpdateSet((row) => ({
          amount: row.ref('excluded.amount'),
          ledger: row.ref('excluded.ledger'),
          updated_at_ms: row.ref('excluded.updated_at_ms'),
        })),
      )
      .execute();
  }
}

async function writeChanges(db: Kysely<Schema>, changes: readonly NewChange[]): Promise<void> {
  for (const part of parts(changes)) {
    await db
      .insertInto('balance_changes')
      .values(
        part.map((change) => ({
          vault_id: change.vaultId,
          network: change.network,
          token: change.token,
          amount: String(change.amount),
          previous: change.previous === undefined ? null : String(change.previous),
          ledger: change.ledger,
          at_ms: change.atMs,
        })),
      )
      .execute();
  }
}

function* parts<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += rowsPerStatementMax) {
    yield rows.slice(start, start + rowsPerStatementMax);
  }
}

function toHolding(row: Selectable<Schema['holdings']>): Holding {
  return {
    id: row.id,
    vaultId: row.vault_id,
    network: toNetwork(row.network),
    token: row.token,
    amount: BigInt(row.amount),
    ledger: row.ledger,
    updatedAtMs: row.updated_at_ms,
  };
}
