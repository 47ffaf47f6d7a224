import type { Selectable } from 'kysely';
import type { Schema } from './schema.ts';

/** One line of the append-only audit log. */
export interface AuditEntry {
  readonly atMs: number;
  /** Id of the key that acted, or `system`. */
  readonly actorId: string;
  readonly actorName: string;
  /** Dotted action, for example `key.created`. */
  readonly action: string;
  /** The subject of the action, for example a key's id. */
  readonly subject: string;
  /** JSON-safe values; null when there was nothing before or is nothing after. */
  readonly before: unknown;
  readonly after: unknown;
  readonly requestId: string | undefined;
}

export interface NewKey {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the key text, hex. */
  readonly keyHash: string;
  readonly roles: readonly string[];
  readonly paths: readonly string[];
  readonly exchangeAccountIds: readonly string[] | undefined;
  /** Owner of the client ids of plans and algorithms: `main`, or the id of a key. */
  readonly owner: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | undefined;
}

export type KeyRow = Selectable<Schema['api_keys']>;
/** A line that the database has not numbered yet. */
export type AuditRow = Omit<Selectable<Schema['audit_log']>, 'id'>;

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

export function fromAuditRow(row: AuditRow): AuditEntry {
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
