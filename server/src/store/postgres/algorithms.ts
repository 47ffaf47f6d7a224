import { assert } from '../../kit/assert.ts';
import type { AlgorithmOperations, AlgorithmRows } from '../operations.ts';
import type { AlgorithmRow } from '../schema.ts';
import { requireEpoch, type Statements, writeAtEpoch } from './statements.ts';

/**
 * Writes the parts of the parent that `written` returns, or of none; children are $1 after `first`,
 * events next.
 */
const partsSql = (written: string, first: number): string => `
  saved_children as (
    insert into algorithm_children
    select child.* from ${written},
      json_populate_recordset(null::algorithm_children, $${first}::json) as child
    on conflict (parent_id, number) do update
    set account_id = excluded.account_id, client_order_id = excluded.client_order_id,
      stage = excluded.stage, filled = excluded.filled, child_json = excluded.child_json
  ),
  saved_events as (
    insert into algorithm_events
    select event.* from ${written},
      json_populate_recordset(null::algorithm_events, $${first + 1}::json) as event
    -- A save whose answer was lost is made again.
    on conflict (parent_id, number) do nothing
  )`;

const createSql = `
  with owner as (select epoch from engine where id = 1 for share),
  created as (
    insert into algorithm_orders
    select given.* from owner, json_populate_record(null::algorithm_orders, $2::json) as given
    where owner.epoch = $1::bigint
    on conflict (owner, client_id) do nothing
    returning id
  ),
  saved_accounts as (
    insert into algorithm_accounts (parent_id, account_id)
    select created.id, named.account_id
    from created, json_array_elements_text($3::json) as named (account_id)
  ),
  ${partsSql('created', 4)}
  select owner.epoch, exists (select 1 from created) as "isNew" from owner`;

const findSql = 'select * from algorithm_orders where owner = $1 and client_id = $2';

const saveSql = `
  with owner as (select epoch from engine where id = 1 for share),
  saved as (
    update algorithm_orders
    set status = $3::text, updated_at_ms = $4::bigint,
      ended_at_ms = coalesce(ended_at_ms, $5::bigint), record_json = $6::text
    where id = $2::text and (status in ('RUNNING', 'PAUSED', 'CANCELLING') or status = $3::text)
      and (select epoch from owner) = $1::bigint
    returning id
  ),
  ${partsSql('saved', 7)}
  select epoch from owner`;

/** The write operations of algorithms, each one statement that writes. */
export function createPostgresAlgorithms(statements: Statements): AlgorithmOperations {
  return {
    async createAlgorithm(epoch, rows, accountIds) {
      const { order } = rows;
      const values = [epoch, JSON.stringify(order), JSON.stringify(accountIds), ...partsOf(rows)];
      const { rows: answers } = await statements.query<Created>(createSql, values);
      requireEpoch(epoch, answers[0]);
      if (answers[0]?.isNew) return { kind: 'recorded' };
      // Algorithms are never removed, so the one that was in the way is still there.
      const found = await statements.query<AlgorithmRow>(findSql, [order.owner, order.client_id]);
      const earlier = found.rows[0];
      assert(earlier, 'an algorithm that was not new exists already');
      return { kind: 'exists', order: earlier };
    },
    async saveAlgorithmStep(epoch, rows) {
      const { id, status, updated_at_ms, ended_at_ms, record_json } = rows.order;
      const order = [id, status, updated_at_ms, ended_at_ms, record_json];
      await writeAtEpoch(statements, saveSql, [epoch, ...order, ...partsOf(rows)]);
    },
  };
}

interface Created {
  readonly epoch: number;
  readonly isNew: boolean;
}

/** Returns children and events as JSON lists: one text each, however many there are. */
function partsOf({ children, events }: AlgorithmRows): string[] {
  return [JSON.stringify(children), JSON.stringify(events)];
}
