import type { Transaction } from 'kysely';
import type { Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import type { Ids } from '../../kit/ids.ts';
import { isTaken } from '../../kit/keyViolations.ts';
import { toAuditRow } from '../../store/rows.ts';
import type { Schema } from '../../store/schema.ts';
import type { Store } from '../../store/types.ts';
import type { TradeSettings, Vault } from '../vault.ts';
import { listVaults } from './lists.ts';
import { fromVaultRow, toVaultRow, type VaultRow } from './rows.ts';
import { readStats } from './stats.ts';
import { moveTotals } from './totals.ts';
import type { Actor, NewVault, SettingsChange, VaultChange, VaultRegistry } from './types.ts';

export interface RegistryDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Vaults §2.2: nothing may trade until limits are set. */
const defaultSettings: TradeSettings = {
  maxTradeSize: 0,
  dailyTradeLimit: 0,
  slippageTolerance: 1,
};

export function createVaultRegistry({ store, clock, ids }: RegistryDeps): VaultRegistry {
  const { db } = store;
  const vaults = db.selectFrom('vaults').selectAll();
  const edit = ({ id, action, actor, change }: Edit) =>
    db.transaction().execute(async (trx) => {
      const before = await locked(trx, store, id);
      const after = changed(before, change, clock.now());
      const { id: _id, ...columns } = toVaultRow(after);
      await trx.updateTable('vaults').set(columns).where('id', '=', id).execute();
      await record(trx, { action, actor, atMs: after.updatedAtMs, before, after });
      return after;
    });

  return {
    async create(request, actor) {
      const vault = newVault(ids.objectId(), request, clock.now());
      try {
        await db.transaction().execute(async (trx) => {
          await trx.insertInto('vaults').values(toVaultRow(vault)).execute();
          const atMs = vault.createdAtMs;
          await record(trx, { action: 'vault.created', actor, atMs, after: vault });
        });
      } catch (error) {
        throw isTaken(error) ? addressTaken(vault.address) : error;
      }
      return vault;
    },
    async find(id) {
      const row = await vaults.where('id', '=', id).executeTakeFirst();
      return required(row);
    },
    async findByAddress(address) {
      const row = await vaults.where('address', '=', address).executeTakeFirst();
      return row && fromVaultRow(row);
    },
    list: (query) => listVaults(store, query),
    stats: (filter) => readStats(db, filter, clock.now()),
    update: (id, change, actor) => edit({ id, action: 'vault.updated', actor, change }),
    toggle(id, { tradePermission, settings }, actor) {
      const change = { tradePermission, settings: tradePermission ? settings : {} };
      return edit({ id, action: 'vault.trade_permission', actor, change });
    },
    remove: (id, actor) =>
      db.transaction().execute(async (trx) => {
        const before = await locked(trx, store, id);
        const atMs = clock.now();
        await trx.deleteFrom('vaults').where('id', '=', id).execute();
        await record(trx, { action: 'vault.deleted', actor, atMs, before });
        return atMs;
      }),
  };
}

interface Edit {
  readonly id: string;
  readonly action: string;
  readonly actor: Actor;
  readonly change: VaultChange;
}

function newVault(id: string, request: NewVault, nowMs: number): Vault {
  const { name, owner, address, creationLedger, tradePermission, settings } = request;
  return {
    id,
    name,
    owner,
    address,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    creationLedger,
    tradePermission,
    settings: withChanges(defaultSettings, settings),
  };
}

function changed(vault: Vault, change: VaultChange, nowMs: number): Vault {
  return {
    ...vault,
    name: change.name ?? vault.name,
    tradePermission: change.tradePermission ?? vault.tradePermission,
    settings: withChanges(vault.settings, change.settings),
    // Vaults §3: every change changes it, even a second one within a millisecond.
    updatedAtMs: Math.max(nowMs, vault.updatedAtMs + 1),
  };
}

function withChanges(settings: TradeSettings, change: SettingsChange): TradeSettings {
  return {
    maxTradeSize: change.maxTradeSize ?? settings.maxTradeSize,
    dailyTradeLimit: change.dailyTradeLimit ?? settings.dailyTradeLimit,
    slippageTolerance: change.slippageTolerance ?? settings.slippageTolerance,
  };
}

/** Returns the vault and locks it until the transaction ends. */
async function locked(trx: Transaction<Schema>, store: Store, id: string): Promise<Vault> {
  const row = await trx
    .selectFrom('vaults')
    .selectAll()
    .where('id', '=', id)
    .$if(store.dialect === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  return required(row);
}

function required(row: VaultRow | undefined): Vault {
  if (!row) throw new AppError('VAULT_NOT_FOUND');
  return fromVaultRow(row);
}

interface Change {
  readonly action: string;
  readonly actor: Actor;
  readonly atMs: number;
  readonly before?: Vault;
  readonly after?: Vault;
}

/** Writes the records of a change. The totals come last: every writer waits for their rows. */
async function record(trx: Transaction<Schema>, change: Change): Promise<void> {
  const { action, actor, atMs, before, after } = change;
  const entry = {
    atMs,
    actorId: actor.id,
    actorName: actor.name,
    action,
    subject: (after ?? before)?.id ?? '',
    before: before ?? null,
    after: after ?? null,
    requestId: actor.requestId,
  };
  await trx.insertInto('audit_log').values(toAuditRow(entry)).execute();
  await moveTotals(trx, before, after);
}

/** Vaults §4.1. */
function addressTaken(address: string): AppError {
  const message = 'Vault address must be unique';
  return new AppError('VAULT_EXISTS', {
    issues: [{ field: 'vaultAddress', message, value: address }],
  });
}
