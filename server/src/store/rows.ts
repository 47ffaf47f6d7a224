import type { Insertable, Selectable } from 'kysely';
import type { Schema } from './schema.ts';
import type { AuditEntry, NewKey } from './types.ts';

export type KeyRow = Insertable<Schema['api_keys']>;
export type AuditRow = Insertable<Schema['audit_log']>;

/** The door between domain values and rows: lists and JSON become text, absence becomes null. */
export function toKeyRow(key: NewKey): KeyRow {
  return {
    id: key.id,
    name: key.name,
    key_hash: key.keyHash,
    roles: JSON.stringify(key.roles),
    paths: JSON.stringify(key.paths),
    exchange_account_ids: toJson(key.exchangeAccountIds),
    owner: key.owner,
    created_at_ms: key.createdAtMs,
    expires_at_ms: key.expiresAtMs ?? null,
    revoked_at_ms: null,
  };
}

export function toAuditRow(entry: AuditEntry): AuditRow {
  return {
    at_ms: entry.atMs,
    actor_id: entry.actorId,
    actor_name: entry.actorName,
    action: entry.action,
    subject: entry.subject,
    before_json: toJson(entry.before),
    after_json: toJson(entry.after),
    request_id: entry.requestId ?? null,
  };
}

export function fromAuditRow(row: Selectable<Schema['audit_log']>): AuditEntry {
  return {
    atMs: row.at_ms,
    actorId: row.actor_id,
    actorName: row.actor_name,
    action: row.action,
    subject: row.subject,
    before: fromJson(row.before_json),
    after: fromJson(row.after_json),
    requestId: row.request_id ?? undefined,
  };
}

function toJson(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}

function fromJson(text: string | null): unknown {
  return text === null ? null : JSON.parse(text);
}
