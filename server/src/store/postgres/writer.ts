import { StoreBusyError, StoreClosedError, waitingWritesMax } from '../limits.ts';
import { toAuditRow, toKeyRow } from '../rows.ts';
import {
  type AuditEntry,
  type HotWriter,
  type NewKey,
  type PaperSave,
  StaleEpochError,
} from '../types.ts';
import { createPostgresAlgorithms } from './algorithms.ts';
import type { Statements } from './failures.ts';
import { createPostgresOrders } from './orders.ts';
import { createPostgresPlans } from './plans.ts';
import { reconciliationValues, saveReconciliationSql } from './reconciliation.ts';

// Every verb is one statement, so it is atomic without a transaction. Those that name an epoch take
// one round trip; the rare ones that name none are committed by what asks for it.

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

// Orders, fills and entries come as JSON lists: one text each, however many there are.
const savePaperSql = `
  with owner as (select epoch from engine where id = 1 for share),
  allowed as (select epoch from owner where epoch = $1::bigint),
  saved_engine as (
    insert into paper_engines (account, dump, updated_at_ms)
    select $2::text, $3::text, $4::bigint from allowed
    on conflict (account) do update
    set dump = excluded.dump, updated_at_ms = excluded.updated_at_ms
  ),
  saved_orders as (
    insert into paper_orders (account, order_id, client_id, is_open, order_json)
    select $2::text, changed.order_id, changed.client_id, changed.is_open, changed.order_json
    from allowed, json_to_recordset($5::json)
      as changed (order_id text, client_id text, is_open bigint, order_json text)
    on conflict (account, order_id) do update
    set is_open = excluded.is_open, order_json = excluded.order_json
  ),
  saved_fills as (
    insert into paper_fills (account, trade_id, market_type, at_ms, fill_json)
    select $2::text, made.trade_id, made.market_type, made.at_ms, made.fill_json
    from allowed, json_to_recordset($6::json)
      as made (trade_id bigint, market_type text, at_ms bigint, fill_json text)
    -- A save whose answer was lost is made again.
    on conflict (account, trade_id) do nothing
  ),
  saved_ledger as (
    insert into paper_ledger (account, entry_id, kind, market_type, symbol, at_ms, entry_json)
    select $2::text, booked.entry_id, booked.kind, booked.market_type, booked.symbol,
      booked.at_ms, booked.entry_json
    from allowed, json_to_recordset($7::json)
      as booked (entry_id bigint, kind text, market_type text, symbol text, at_ms bigint,
        entry_json text)
    on conflict (account, entry_id) do nothing
  )
  select epoch from owner`;

interface PostgresWriter {
  readonly write: HotWriter;
  /** Refuses further writes and resolves when all that were accepted are settled. */
  close(): Promise<void>;
}

interface Named {
  readonly value: string;
}

/** The hot verbs as single statements. */
export function createPostgresWriter(statements: Statements): PostgresWriter {
  const orders = createPostgresOrders(statements);
  const plans = createPostgresPlans(statements);
  const algorithms = createPostgresAlgorithms(statements);
  const { accept, close } = createIntake();
  // Invariant: holds the last save of each name that is not settled yet.
  const lastSaves = new Map<string, Promise<void>>();

  // Two connections may overtake each other; the later save of one name must win nevertheless.
  const saveInOrder = (epoch: number, name: string, value: string): Promise<void> => {
    const earlier = lastSaves.get(name);
    const begin = () => saveOwned(statements, saveStateSql, [epoch, name, value]);
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
          const values = [...auditValues(audit), ...keyValues(key)];
          await statements.queryAsOwner(createKeySql, values);
        }),
      revokeKey: (id, atMs, audit) =>
        accept(async () => {
          const values = [...auditValues(audit), id, atMs];
          const { changed } = await statements.queryAsOwner(revokeKeySql, values);
          return changed === 1;
        }),
      appendAudit: (entry) =>
        accept(async () => {
          await statements.queryAsOwner(appendAuditSql, auditValues(entry));
        }),
      settleSetting: (name, value) =>
        accept(async () => {
          const { rows } = await statements.queryAsOwner<Named>(settleSettingSql, [name, value]);
          return rows[0]?.value ?? value;
        }),
      saveState: (epoch, name, value) => accept(() => saveInOrder(epoch, name, value)),
      reserveOrder: (...args) => accept(() => orders.reserveOrder(...args)),
      recordOutcome: (...args) => accept(() => orders.recordOutcome(...args)),
      addFills: (...args) => accept(() => orders.addFills(...args)),
      savePaper: (epoch, save) => accept(() => savePaper(statements, epoch, save)),
      saveReconciliation: (epoch, save) =>
        accept(() =>
          saveOwned(statements, saveReconciliationSql, [epoch, ...reconciliationValues(save)]),
        ),
      createRoutingPlan: (...args) => accept(() => plans.createRoutingPlan(...args)),
      saveRoutingPlan: (...args) => accept(() => plans.saveRoutingPlan(...args)),
      createAlgorithm: (...args) => accept(() => algorithms.createAlgorithm(...args)),
      saveAlgorithmStep: (...args) => accept(() => algorithms.saveAlgorithmStep(...args)),
    },
    close,
  };
}

/** Counts the writes that are not settled yet, and refuses what would be too many or too late. */
function createIntake() {
  const running = new Set<Promise<unknown>>();
  let closed = false;
  return {
    accept<Result>(start: () => Promise<Result>): Promise<Result> {
      if (closed) return Promise.reject(new StoreClosedError());
      if (running.size >= waitingWritesMax) return Promise.reject(new StoreBusyError());
      const write = start().finally(() => running.delete(write));
      running.add(write);
      return write;
    },
    async close(): Promise<void> {
      closed = true;
      await Promise.allSettled(running);
    },
  };
}

async function savePaper(statements: Statements, epoch: number, save: PaperSave): Promise<void> {
  const { account, dump, atMs, orders, fills, ledger } = save;
  const lists = [orders, fills, ledger].map((list) => JSON.stringify(list));
  await saveOwned(statements, savePaperSql, [epoch, account, dump, atMs, ...lists]);
}

/** Runs a statement that writes only for the owner and answers whose epoch it is. */
async function saveOwned(
  statements: Statements,
  sql: string,
  values: readonly [epoch: number, ...Value[]],
): Promise<void> {
  const { rows } = await statements.query<{ epoch: number }>(sql, [...values]);
  const [epoch] = values;
  const current = rows[0]?.epoch ?? 0;
  if (current !== epoch) throw new StaleEpochError(epoch, current);
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
    row.owner,
  ];
}
