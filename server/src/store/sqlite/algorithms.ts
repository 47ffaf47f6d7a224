import type { Database } from 'better-sqlite3';
import type { AlgorithmOperations, AlgorithmRows } from '../operations.ts';
import type { AlgorithmChildRow, AlgorithmEventRow, AlgorithmRow } from '../schema.ts';
import type { AtOnce } from './calls.ts';

/** The write operations of algorithms as prepared statements. */
export function createSqliteAlgorithms(connection: Database): AtOnce<AlgorithmOperations> {
  const findByClientId = connection.prepare<[string, string], AlgorithmRow>(
    'select * from algorithm_orders where owner = ? and client_id = ?',
  );
  const insert = connection.prepare<[AlgorithmRow]>(`
    insert into algorithm_orders (id, client_id, request_hash, type, symbol, status, actor_id,
      created_at_ms, updated_at_ms, ended_at_ms, record_json, owner)
    values (@id, @client_id, @request_hash, @type, @symbol, @status, @actor_id,
      @created_at_ms, @updated_at_ms, @ended_at_ms, @record_json, @owner)`);
  const insertAccount = connection.prepare<[string, string]>(
    'insert into algorithm_accounts (parent_id, account_id) values (?, ?)',
  );
  const update = connection.prepare<[AlgorithmRow]>(`
    update algorithm_orders
    set status = @status, updated_at_ms = @updated_at_ms,
      ended_at_ms = coalesce(ended_at_ms, @ended_at_ms), record_json = @record_json
    where id = @id and (status in ('RUNNING', 'PAUSED', 'CANCELLING') or status = @status)`);
  const writeParts = createPartWriter(connection);
  return {
    createAlgorithm(_epoch, rows, accountIds) {
      const { order } = rows;
      const { client_id, owner } = order;
      const earlier = client_id === null ? undefined : findByClientId.get(owner, client_id);
      if (earlier) return { kind: 'exists', order: earlier };
      insert.run(order);
      for (const accountId of accountIds) insertAccount.run(order.id, accountId);
      writeParts(rows);
      return { kind: 'recorded' };
    },
    saveAlgorithmStep(_epoch, rows) {
      if (update.run(rows.order).changes > 0) writeParts(rows);
    },
  };
}

function createPartWriter(connection: Database): (rows: AlgorithmRows) => void {
  const upsertChild = connection.prepare<[AlgorithmChildRow]>(`
    insert into algorithm_children (parent_id, number, account_id, client_order_id, stage, filled,
      child_json)
    values (@parent_id, @number, @account_id, @client_order_id, @stage, @filled, @child_json)
    on conflict (parent_id, number) do update
    set account_id = excluded.account_id, client_order_id = excluded.client_order_id,
      stage = excluded.stage, filled = excluded.filled, child_json = excluded.child_json`);
  const insertEvent = connection.prepare<[AlgorithmEventRow]>(`
    insert into algorithm_events (parent_id, number, at_ms, kind, text)
    values (@parent_id, @number, @at_ms, @kind, @text)
    on conflict (parent_id, number) do nothing`);
  return ({ children, events }) => {
    for (const child of children) upsertChild.run(child);
    for (const event of events) insertEvent.run(event);
  };
}
