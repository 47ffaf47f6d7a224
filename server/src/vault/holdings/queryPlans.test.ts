import { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manualClock.ts';
import { ownerOf, tokenOf, vaultIdOf } from '../../../test/support/vault/fixtures.ts';
import { createIds } from '../../kit/ids.ts';
import { createSeededRandom } from '../../kit/random.ts';
import { migrate } from '../../store/migrate.ts';
import type { Schema } from '../../store/schema.ts';
import { createSqliteDialect } from '../../store/sqlite/dialect.ts';
import { openSqliteSession, type SqliteSession } from '../../store/sqlite/session.ts';
import type { Store } from '../../store/types.ts';
import { createBalanceHistory } from './balanceHistory.ts';
import { type BulkSelection, createBulkTargets } from './bulkTargets.ts';
import { createHoldingStore } from './holdingStore.ts';

let session: SqliteSession;
let store: Pick<Store, 'db' | 'dialect'>;
let plans: string[] = [];

/** A database that records SQLite's plan of every query. */
beforeEach(async () => {
  session = openSqliteSession(':memory:');
  let watching = false;
  const db = new Kysely<Schema>({
    dialect: createSqliteDialect({
      async query(sql, parameters) {
        if (watching && sql.startsWith('select')) {
          const { rows } = session.query(`explain query plan ${sql}`, parameters);
          plans.push(rows.map((row) => JSON.stringify(row)).join('\n'));
        }
        return session.query(sql, parameters);
      },
      commit: async (writes) => session.commit(writes),
      close: async () => session.close(),
      lost: new AbortController().signal,
    }),
  });
  await migrate(db, 'sqlite');
  watching = true;
  plans = [];
  store = { db, dialect: 'sqlite' };
});
afterEach(() => session.close());

function expectSearches(count: number): void {
  expect(plans).toHaveLength(count);
  for (const plan of plans) {
    expect(plan).toContain('SEARCH');
    expect(plan).not.toContain('SCAN');
    expect(plan).not.toContain('TEMP B-TREE');
  }
}

const vaultId = vaultIdOf(1);

it.each([
  {},
  { token: tokenOf(0).contract },
  { network: 'testnet' },
  { fromMs: 1, toMs: 9 },
  { token: tokenOf(0).contract, network: 'mainnet', fromMs: 1, toMs: 9 },
] as const)('the history filtered by %o searches an index in its order', async (filters) => {
  // With a row, the second query, which reads the page, runs as well.
  session.query('pragma foreign_keys = off', []);
  await store.db
    .insertInto('balance_changes')
    .values({
      vault_id: vaultId,
      network: filters.network ?? 'mainnet',
      token: tokenOf(0).contract,
      amount: '1',
      previous: null,
      ledger: 1,
      at_ms: 5,
    })
    .execute();
  const query = { ...filters, vaultId, order: 'desc', offset: 0, limit: 10 } as const;
  expect((await createBalanceHistory(store).list(query)).total).toBe(1);
  expectSearches(2);
});

it('holdings are found by the index of the vault', async () => {
  const ids = createIds(createSeededRandom('plans'));
  const holdings = createHoldingStore({ store, ids });
  await holdings.ofVault(vaultId);
  await holdings.ofVault(vaultId, 'testnet');
  await holdings.freshness({ vaultIds: [vaultId], network: 'mainnet', afterMs: 1 });
  await holdings.store([{ vaultId, network: 'mainnet', ledger: 1, amounts: new Map() }], 1);
  const sorting = plans.splice(0, 2);
  expectSearches(3);
  // The hundred holdings of one vault may be sorted.
  for (const plan of sorting) expect(plan).not.toContain('SCAN');
});

it.each<Partial<BulkSelection>>([
  {},
  { owner: ownerOf(1) },
  { afterId: vaultIdOf(5), owner: ownerOf(1), tradePermissionOnly: true },
  { vaultIds: [vaultId, vaultIdOf(2)] },
])('the vaults of a bulk refresh of %o are walked by an index', async (changes) => {
  const selection = { tradePermissionOnly: false, vaultsMax: 10, ...changes };
  const deps = { db: store.db, clock: createManualClock(), pageSize: 10 };
  for await (const page of createBulkTargets(deps, selection).pages()) expect(page).toBeDefined();
  expectSearches(1);
});
