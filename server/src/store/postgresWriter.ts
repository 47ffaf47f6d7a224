import type { Pool } from 'pg';
import { StoreBusyError, StoreClosedError, waitingWritesMax } from './limits.ts';
import { toAuditRow, toKeyRow } from './rows.ts';
import { type AuditEntry, type HotWriter, type NewKey, StaleEpochError } from './types.ts';

// Every verb is one statement, so it is atomic without a transaction and takes one round trip.

const createKeySql = `
  with created as (
    insert into api_keys (id, name, key_hash, roles, paths, exchange_account_ids,
      created_at_ms, expires_at_ms)
    values ($9, $10, $11, $12, $13, $14, $15, $16)
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

// "do nothing" would return no row, and a select beside it cannot see what another session has just
// committed: setting the value to itself returns the one that stands.
const settleSettingSql = `
  insert into settings (name, value) values ($1, $2)
  on conflict (name) do update set value = settings.value
  returning value`;

// The shared lock makes a new owner wait for this statement, and this statement see a new owner.
const saveStateSql = `
  with owner as (select epoch from engine where id = 1 for share),
  saved as (
    insert into engine_state (name, value, epoch)
    select $2::text, $3::text, owner.epoch from owner where owner.epoch = $1::bigint
    on conflict (name) do update set value = excluded.value, epoch = excluded.epoch
  )
  select epoch from owner`;

interface PostgresWriter {
  readonly write: HotWriter;
  /** Refuses further writes and resolves when all that were accepted are settled. */
  close(): Promise<void>;
}

/** The hot verbs as single statements. */
export function createPostgresWriter(pool: Pool): PostgresWriter {
  const running = new Set<Promise<unknown>>();
  // Invariant: holds the last save of each name that is not settled yet.
  const lastSaves = new Map<string, Promise<void>>();
  let closed = false;

  const accept = <Result>(start: () => Promise<Result>): Promise<Result> => {
    if (closed) return Promise.reject(new StoreClosedError());
    if (running.size >= waitingWritesMax) return Promise.reject(new StoreBusyError());
    const write = start().finally(() => running.delete(write));
    running.add(write);
    return write;
  };

  const saveState = async (epoch: number, name: string, value: string): Promise<void> => {
    const { rows } = await pool.query<{ epoch: number }>(saveStateSql, [epoch, name, value]);
    const current = rows[0]?.epoch ?? 0;
    if (current !== epoch) throw new StaleEpochError(epoch, current);
  };

  // Two connections may overtake each other; the later save of one name must win nevertheless.
  const saveInOrder = (epoch: number, name: string, value: string): Promise<void> => {
    const earlier = lastSaves.get(name);
    const begin = () => saveState(epoch, name, value);
    const save = (earlier === undefined ? begin() : earlier.then(begin, begin)).finally(() => {
      if (lastSaves.get(name) === save) lastSaves.delete(name);
    });
    lastSaves.set(name, save);
    return save;
  };

  return {
    write: {
      createKey: (key, audit) =>
        accept(async () => {
          await pool.query(createKeySql, [...auditValues(audit), ...keyValues(key)]);
        }),
      revokeKey: (id, atMs, audit) =>
        accept(async () => {
          const { rowCount } = await pool.query(revokeKeySql, [...auditValues(audit), id, atMs]);
          return rowCount === 1;
        }),
      appendAudit: (entry) =>
        accept(async () => {
          await pool.query(appendAuditSql, auditValues(entry));
        }),
      settleSetting: (name, value) =>
        accept(async () => {
          const { rows } = await pool.query<{ value: string }>(settleSettingSql, [name, value]);
          return rows[0]?.value ?? value;
        }),
      saveState: (epoch, name, value) => accept(() => saveInOrder(epoch, name, value)),
    },
    async close() {
      closed = true;
      await Promise.allSettled(running);
    },
  };
}

type Value = string | number | null;

function auditValues(entry: AuditEntry): Value[] {
  const row = toAuditRow(entry);
  return [
    row.at_ms,
    row.actor_id,
    row.actor_name,
    row.action,
    row.subject,
    row.before_json ?? null,
    row.after_json ?? null,
    row.request_id ?? null,
  ];
}

function keyValues(key: NewKey): Value[] {
  const row = toKeyRow(key);
  return [
    row.id,
    row.name,
    row.key_hash,
    row.roles,
    row.paths,
    row.exchange_account_ids ?? null,
    row.created_at_ms,
    row.expires_at_ms ?? null,
  ];
}
