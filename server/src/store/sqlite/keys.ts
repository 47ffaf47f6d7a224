import type { Database } from 'better-sqlite3';
import type { KeyOperations } from '../operations.ts';
import type { AuditRow, KeyRow } from '../rows.ts';
import type { AtOnce } from './calls.ts';

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

/** The write operations of keys and of the audit log as prepared statements. */
export function createSqliteKeys(connection: Database): AtOnce<KeyOperations> {
  const insertKey = connection.prepare<[KeyRow]>(insertKeySql);
  const insertAudit = connection.prepare<[AuditRow]>(insertAuditSql);
  const revokeKey = connection.prepare<[number, string]>(
    'update api_keys set revoked_at_ms = ? where id = ? and revoked_at_ms is null',
  );
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
    appendAudit(line) {
      insertAudit.run(line);
    },
  };
}
