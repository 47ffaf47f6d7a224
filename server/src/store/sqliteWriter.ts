import type { Database } from 'better-sqlite3';
import type { GroupCommit } from './groupCommit.ts';
import { toAuditRow, toKeyRow } from './rows.ts';
import { type HotWriter, StaleEpochError } from './types.ts';

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

/** The hot verbs as prepared statements, run by the group commit. */
export function createSqliteWriter(connection: Database, commit: GroupCommit): HotWriter {
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
  const upsertState = connection.prepare<[string, string, number]>(`
    insert into engine_state (name, value, epoch) values (?, ?, ?)
    on conflict (name) do update set value = excluded.value, epoch = excluded.epoch`);

  return {
    createKey: (key, audit) =>
      commit.run(() => {
        insertKey.run(toKeyRow(key));
        insertAudit.run(toAuditRow(audit));
      }),
    revokeKey: (id, atMs, audit) =>
      commit.run(() => {
        const revoked = revokeKey.run(atMs, id).changes > 0;
        if (revoked) insertAudit.run(toAuditRow(audit));
        return revoked;
      }),
    appendAudit: (entry) =>
      commit.run(() => {
        insertAudit.run(toAuditRow(entry));
      }),
    settleSetting: (name, value) =>
      commit.run(() => {
        insertSetting.run(name, value);
        return readSetting.get(name) ?? value;
      }),
    saveState: (epoch, name, value) =>
      commit.run(() => {
        const current = readEpoch.get() ?? 0;
        if (current !== epoch) throw new StaleEpochError(epoch, current);
        upsertState.run(name, value, epoch);
      }),
  };
}
