import type { KeyOperations } from '../operations.ts';
import type { AuditRow, KeyRow } from '../rows.ts';
import type { Statements, Value } from './statements.ts';

const createKeySql = `
  with created as (
    insert into api_keys (id, name, key_hash, roles, paths, exchange_account_ids,
      created_at_ms, expires_at_ms, owner)
    values ($9, $10, $11, $12, $13, $14, $15, $16, $17)
  )
  insert into audit_log (at_ms, actor_id, actor_name, action, subject,
    before_json, after_json, request_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;

const revokeKeySql = `
  with revoked as (
    update api_keys set revoked_at_ms = $10 where id = $9 and revoked_at_ms is null returning id
  )
  insert into audit_log (at_ms, actor_id, actor_name, action, subject,
    before_json, after_json, request_id)
  select $1::bigint, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text
  from revoked`;

const appendAuditSql = `
  insert into audit_log (at_ms, actor_id, actor_name, action, subject,
    before_json, after_json, request_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;

/** The write operations of keys and of the audit log, each one statement. */
export function createPostgresKeys(statements: Statements): KeyOperations {
  return {
    async createKey(key, audit) {
      await statements.queryAsOwner(createKeySql, [...auditValues(audit), ...keyValues(key)]);
    },
    async revokeKey(id, atMs, audit) {
      const values = [...auditValues(audit), id, atMs];
      const { changed } = await statements.queryAsOwner(revokeKeySql, values);
      return changed === 1;
    },
    async appendAudit(line) {
      await statements.queryAsOwner(appendAuditSql, auditValues(line));
    },
  };
}

function auditValues(row: AuditRow): Value[] {
  return [
    row.at_ms,
    row.actor_id,
    row.actor_name,
    row.action,
    row.subject,
    row.before_json,
    row.after_json,
    row.request_id,
  ];
}

function keyValues(row: KeyRow): Value[] {
  return [
    row.id,
    row.name,
    row.key_hash,
    row.roles,
    row.paths,
    row.exchange_account_ids,
    row.created_at_ms,
    row.expires_at_ms,
    row.owner,
  ];
}
