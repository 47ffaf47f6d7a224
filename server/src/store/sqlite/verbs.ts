import type { Database } from 'better-sqlite3';
import { type PaperSave, StaleEpochError } from '../types.ts';
import { createSqliteAlgorithms } from './algorithms.ts';
import type { SqliteVerbs } from './calls.ts';
import { createSqliteOrders } from './orders.ts';
import { createSqlitePlans } from './plans.ts';
import { createSqliteReconciliation } from './reconciliation.ts';

const insertKeySql = `
  insert into api_keys (id, name, key_hash, roles, paths, exchange_account_ids,
    created_at_ms, expires_at_ms, revoked_at_ms, owner)
  values (@id, @name, @key_hash, @roles, @paths, @exchange_account_ids,
    @created_at_ms, @expires_at_ms, @revoked_at_ms, @owner)`;

const insertAuditSql = `
  insert into audit_log (at_ms, actor_id, actor_name, action, subject,
    before_json, after_json, request_id)
  values (@at_ms, @actor_id, @actor_name, @action, @subject,
    @before_json, @after_json, @request_id)`;

/** The hot verbs as prepared statements of a migrated database. */
export function createSqliteVerbs(connection: Database): SqliteVerbs {
  const insertKey = connection.prepare(insertKeySql);
  const insertAudit = connection.prepare(insertAuditSql);
  const revokeKey = connection.prepare<[number, string]>(
    'update api_keys set revoked_at_ms = ? where id = ? and revoked_at_ms is null',
  );
  const insertSetting = connection.prepare<[string, string]>(
    'insert into settings (name, value) values (?, ?) on conflict (name) do nothing',
  );
  const readSetting = connection
    .prepare<[string], string>('select value from settings where name = ?')
    .pluck();
  const requireEpoch = createEpochCheck(connection);
  const raiseEpoch = connection
    .prepare<[], number>('update engine set epoch = epoch + 1 where id = 1 returning epoch')
    .pluck();
  const upsertState = connection.prepare<[string, string, number]>(`
    insert into engine_state (name, value, epoch) values (?, ?, ?)
    on conflict (name) do update set value = excluded.value, epoch = excluded.epoch`);

  const writePaper = createPaperWriter(connection);
  const writeReconciliation = createSqliteReconciliation(connection);

  return {
    createKey(key, audit) {
      insertKey.run(key);
      insertAudit.run(audit);
    },
    revokeKey(id, atMs, audit) {
      const revoked = revokeKey.run(atMs, id).changes > 0;
      if (revoked) insertAudit.run(audit);
      return revoked;
    },
    appendAudit(entry) {
      insertAudit.run(entry);
    },
    settleSetting(name, value) {
      insertSetting.run(name, value);
      return readSetting.get(name) ?? value;
    },
    saveState(epoch, name, value) {
      requireEpoch(epoch);
      upsertState.run(name, value, epoch);
    },
    savePaper(epoch, save) {
      requireEpoch(epoch);
      writePaper(save);
    },
    saveReconciliation(epoch, save) {
      requireEpoch(epoch);
      writeReconciliation(save);
    },
    raiseEpoch: () => raiseEpoch.get() ?? 0,
    ...createSqliteOrders(connection, requireEpoch),
    ...createSqlitePlans(connection, requireEpoch),
    ...createSqliteAlgorithms(connection, requireEpoch),
  };
}

function createEpochCheck(connection: Database): (epoch: number) => void {
  const readEpoch = connection.prepare<[], number>('select epoch from engine where id = 1').pluck();
  return (epoch) => {
    const current = readEpoch.get() ?? 0;
    if (current !== epoch) throw new StaleEpochError(epoch, current);
  };
}

function createPaperWriter(connection: Database): (save: PaperSave) => void {
  const upsertEngine = connection.prepare<[string, string, number]>(`
    insert into paper_engines (account, dump, updated_at_ms) values (?, ?, ?)
    on conflict (account) do update
    set dump = excluded.dump, updated_at_ms = excluded.updated_at_ms`);
  const upsertOrder = connection.prepare(`
    insert into paper_orders (account, order_id, client_id, is_open, order_json)
    values (@account, @order_id, @client_id, @is_open, @order_json)
    on conflict (account, order_id) do update
    set is_open = excluded.is_open, order_json = excluded.order_json`);
  const insertFill = connection.prepare(`
    insert into paper_fills (account, trade_id, market_type, at_ms, fill_json)
    values (@account, @trade_id, @market_type, @at_ms, @fill_json)
    on conflict (account, trade_id) do nothing`);
  const insertEntry = connection.prepare(`
    insert into paper_ledger (account, entry_id, kind, market_type, symbol, at_ms, entry_json)
    values (@account, @entry_id, @kind, @market_type, @symbol, @at_ms, @entry_json)
    on conflict (account, entry_id) do nothing`);
  return ({ account, dump, atMs, orders, fills, ledger }) => {
    upsertEngine.run(account, dump, atMs);
    for (const order of orders) upsertOrder.run({ ...order, account });
    for (const fill of fills) insertFill.run({ ...fill, account });
    for (const entry of ledger) insertEntry.run({ ...entry, account });
  };
}
