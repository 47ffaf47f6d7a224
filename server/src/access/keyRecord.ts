import { roles } from '@windlass/contract';
import type { Selectable } from 'kysely';
import type { Caller } from '../http/scope.ts';
import type { Schema } from '../store/schema.ts';

/** The data of a key, without its text and its hash. */
export interface StoredKey extends Caller {
  readonly createdAtMs: number;
  readonly revokedAtMs: number | undefined;
}

export function isUsable(key: StoredKey, nowMs: number): boolean {
  const expired = key.expiresAtMs !== undefined && key.expiresAtMs <= nowMs;
  return key.revokedAtMs === undefined && !expired;
}

export function toCaller(key: StoredKey): Caller {
  const { id, name, paths, exchangeAccountIds, owner, expiresAtMs } = key;
  return { id, name, roles: key.roles, paths, exchangeAccountIds, owner, expiresAtMs };
}

/** Converts a row to a key. Roles that this version does not know give nothing. */
export function toStoredKey(row: Selectable<Schema['api_keys']>): StoredKey {
  const named = new Set(texts(row.roles));
  return {
    id: row.id,
    name: row.name,
    roles: roles.filter((role) => named.has(role)),
    paths: texts(row.paths),
    exchangeAccountIds:
      row.exchange_account_ids === null ? undefined : texts(row.exchange_account_ids),
    owner: row.owner,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms ?? undefined,
    revokedAtMs: row.revoked_at_ms ?? undefined,
  };
}

function texts(json: string): readonly string[] {
  const list: unknown = JSON.parse(json);
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
}
