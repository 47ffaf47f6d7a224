import { expect, it } from 'vitest';
import { eachDatabase, type TestDatabase } from '../../../test/support/databases/databases.ts';
import { createManualClock } from '../../../test/support/manualClock.ts';
import { createIds } from '../../kit/ids.ts';
import { createSeededRandom } from '../../kit/random.ts';
import { fromAuditRow } from '../../store/rows.ts';
import { createVaultRegistry } from './registry.ts';
import type { NewVault } from './types.ts';

const actor = { id: 'key-1', name: 'desk', requestId: 'request-1' };

function newVault(changes: Partial<NewVault> = {}): NewVault {
  return {
    name: 'Treasury',
    owner: 'GOWNER',
    address: 'CVAULT',
    tradePermission: false,
    settings: {},
    ...changes,
  };
}

async function open(database: TestDatabase) {
  const store = await database.open();
  const clock = createManualClock();
  const ids = createIds(createSeededRandom('registry'));
  const registry = createVaultRegistry({ store, clock, ids });
  const audit = async () => {
    const rows = await store.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
    return rows.map(fromAuditRow);
  };
  return { store, clock, registry, audit };
}

eachDatabase('the registry', (database) => {
  it('leaves a line in the audit log with every change, before and after', async () => {
    const { registry, audit } = await open(database);
    const made = await registry.create(newVault({ creationLedger: 7 }), actor);
    const renamed = await registry.update(made.id, { name: 'Reserve', settings: {} }, actor);
    const on = { tradePermission: true, settings: { maxTradeSize: 5, dailyTradeLimit: 3 } };
    const enabled = await registry.toggle(made.id, on, actor);
    const deletedAtMs = await registry.remove(made.id, actor);
    const json = (value: unknown) => JSON.parse(JSON.stringify(value));
    const by = { actorId: 'key-1', actorName: 'desk', requestId: 'request-1', subject: made.id };
    expect(await audit()).toEqual([
      { ...by, action: 'vault.created', atMs: made.createdAtMs, before: null, after: json(made) },
      {
        ...by,
        action: 'vault.updated',
        atMs: renamed.updatedAtMs,
        before: json(made),
        after: json(renamed),
      },
      {
        ...by,
        action: 'vault.trade_permission',
        atMs: enabled.updatedAtMs,
        before: json(renamed),
        after: json(enabled),
      },
      { ...by, action: 'vault.deleted', atMs: deletedAtMs, before: json(enabled), after: null },
    ]);
  });

  it('changes nothing at all when a change fails', async () => {
    const { store, registry, audit } = await open(database);
    await registry.create(newVault(), actor);
    const before = await registry.stats({});
    await expect(registry.create(newVault({ name: 'Other' }), actor)).rejects.toMatchObject({
      code: 'VAULT_EXISTS',
      issues: [{ field: 'vaultAddress', message: 'Vault address must be unique', value: 'CVAULT' }],
    });
    await expect(registry.remove('nobody', actor)).rejects.toMatchObject({
      code: 'VAULT_NOT_FOUND',
    });
    expect(await registry.stats({})).toEqual(before);
    expect(await audit()).toHaveLength(1);
    const { length } = await store.db.selectFrom('vaults').select('id').execute();
    expect(length).toBe(1);
  });

  it('removes holdings and their history with the vault, and those of no other', async () => {
    const { store, registry } = await open(database);
    const gone = await registry.create(newVault(), actor);
    const kept = await registry.create(newVault({ address: 'COTHER' }), actor);
    const balance = { network: 'mainnet', token: 'CTOKEN', amount: '70', ledger: 9 };
    for (const { id } of [gone, kept]) {
      await store.db
        .insertInto('holdings')
        .values({ ...balance, vault_id: id, id: `holding of ${id}`, updated_at_ms: 1 })
        .execute();
      await store.db
        .insertInto('balance_changes')
        .values({ ...balance, vault_id: id, previous: null, at_ms: 1 })
        .execute();
    }
    await registry.remove(gone.id, actor);
    for (const table of ['holdings', 'balance_changes'] as const) {
      const left = await store.db.selectFrom(table).select('vault_id').execute();
      expect(left).toEqual([{ vault_id: kept.id }]);
    }
  });

  it('keeps its totals when many change them at once', async () => {
    const { store, registry } = await open(database);
    const made = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        registry.create(
          newVault({ address: `C${n}`, owner: `G${n % 3}`, tradePermission: n % 2 === 0 }),
          actor,
        ),
      ),
    );
    const outcomes = await Promise.allSettled(
      made.flatMap(({ id }, n) => [
        registry.toggle(id, { tradePermission: n % 2 === 1, settings: {} }, actor),
        registry.update(id, { settings: { dailyTradeLimit: n } }, actor),
        ...(n % 4 === 0 ? [registry.remove(id, actor)] : []),
      ]),
    );
    const wrong = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' && outcome.reason.code !== 'VAULT_NOT_FOUND'
        ? [outcome.reason]
        : [],
    );
    expect(wrong).toEqual([]);
    // A range that excludes nothing is counted from the rows themselves.
    await store.db.updateTable('vaults').set({ creation_ledger: 1 }).execute();
    const counted = await registry.stats({ minLedger: 0 });
    const kept = await registry.stats({});
    expect({ ...kept, ledgers: undefined }).toEqual({ ...counted, ledgers: undefined });
    expect(kept.vaults).toBe(18);
  });

  it('never gives two changes of a vault the same time, even if the clock goes back', async () => {
    const { registry, clock } = await open(database);
    const { id, updatedAtMs } = await registry.create(newVault(), actor);
    await clock.advance(10);
    const first = await registry.update(id, { settings: {} }, actor);
    const second = await registry.update(id, { settings: {} }, actor);
    expect([first.updatedAtMs, second.updatedAtMs]).toEqual([updatedAtMs + 10, updatedAtMs + 11]);
  });

  it('finds parts of names with a sigma that stands at an end', async () => {
    const { registry } = await open(database);
    await registry.create(newVault({ name: 'ΟΔΟΣΑ' }), actor);
    const list = { sortBy: 'vaultName', sortOrder: 'asc', page: 1, limit: 10 } as const;
    for (const search of ['ΟΔΟΣ', 'οδος', 'σα']) {
      expect((await registry.list({ ...list, search })).total).toBe(1);
    }
  });

  it('counts a ledger range alike, be it narrow or nearly all of the registry', async () => {
    const { registry } = await open(database);
    const ledgers = Array.from({ length: 20 }, (_, index) => index + 1);
    for (const creationLedger of ledgers) {
      const [owner, address] = [creationLedger % 3 === 0 ? 'GA' : 'GB', `C${creationLedger}`];
      const tradePermission = creationLedger % 2 === 0;
      const settings = { dailyTradeLimit: creationLedger };
      const vault = { owner, address, creationLedger, tradePermission, settings };
      await registry.create(newVault(vault), actor);
    }
    for (const [minLedger, maxLedger] of [[4, 7] as const, [2, 20] as const]) {
      const within = ledgers.filter((ledger) => ledger > minLedger && ledger < maxLedger);
      const mean = within.reduce((sum, ledger) => sum + ledger, 0) / within.length;
      const topOwners = [0, 1]
        .map((rest) => within.filter((ledger) => (ledger % 3 === 0 ? 0 : 1) === rest))
        .map((own, rest) => ({
          owner: rest === 0 ? 'GA' : 'GB',
          vaults: own.length,
          tradeEnabled: own.filter((ledger) => ledger % 2 === 0).length,
        }))
        .sort((a, b) => b.vaults - a.vaults || (a.owner < b.owner ? -1 : 1));
      expect(await registry.stats({ minLedger, maxLedger })).toMatchObject({
        vaults: within.length,
        tradeEnabled: within.filter((ledger) => ledger % 2 === 0).length,
        averages: { dailyTradeLimit: mean },
        createdWithin: { day: within.length, quarter: within.length },
        ledgers: { min: within[0], max: within.at(-1), average: mean },
        topOwners,
      });
    }
  });
});
