import type { Database } from 'better-sqlite3';
import type { SqliteVerbs } from './sqliteCalls.ts';
import { StaleEpochError } from './types.ts';

const insertKeySql = `
  insert into api_keys (id, name, key_hash, roles, paths, exchange_account_ids,
    created_at_ms, expires_at_ms, revoked_at_ms)
  values (@id, @name, @key_hash, @roles, @paths, @exchange_account_ids,
    @created_at_ms, @expires_at_ms, @revoked_at_ms)`;

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
  const readEpoch = connection.prepare<[], number>('select epoch from engine where id = 1').pluck();
  const raiseEpoch = connection
    .prepare<[], number>('update engine set epoch = epoch + 1 where id = 1 returning epoch')
    .pluck();
  const upsertState = connection.prepare<[string, string, number]>(`
    insert into engine_state (name, value, epoch) values (?, ?, ?)
    on conflict (name) do update set value = excluded.value, epoch = excluded.epoch`);

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
      const current = readEpoch.get() ?? 0;
      if (current !== epoch) throw new StaleEpochError(epoch, current);
      upsertState.run(name, value, epoch);
    },
    raiseEpoch: () => raiseEpoch.get() ?? 0,
  };
}
