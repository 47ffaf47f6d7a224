import type { Database } from 'better-sqlite3';
import type { ReconciliationOperations } from '../operations.ts';
import type { AtOnce } from './calls.ts';

/** The write operation of comparisons with venues as prepared statements. */
export function createSqliteReconciliation(connection: Database): AtOnce<ReconciliationOperations> {
  const upsertState = connection.prepare<[string, string, number]>(`
    insert into reconciliation_states (account_id, state_json, updated_at_ms) values (?, ?, ?)
    on conflict (account_id) do update
    set state_json = excluded.state_json, updated_at_ms = excluded.updated_at_ms`);
  const upsertDifference = connection.prepare(`
    insert into reconciliation_differences (id, account_id, kind, identity, first_seen_at_ms,
      last_seen_at_ms, resolved_at_ms, market_type, symbol, order_id, asset, expected, found,
      reason)
    values (@id, @account_id, @kind, @identity, @first_seen_at_ms, @last_seen_at_ms,
      @resolved_at_ms, @market_type, @symbol, @order_id, @asset, @expected, @found, @reason)
    on conflict (id) do update
    set last_seen_at_ms = excluded.last_seen_at_ms, resolved_at_ms = excluded.resolved_at_ms,
      expected = excluded.expected, found = excluded.found, reason = excluded.reason`);
  // Unresolved differences stay longest: once deleted, they would be reported again.
  const prune = connection.prepare<[string, number]>(`
    delete from reconciliation_differences where id in (
      select id from reconciliation_differences where account_id = ?
      order by (resolved_at_ms is null) desc, id desc limit -1 offset ?)`);
  return {
    saveReconciliation(_epoch, { accountId, stateJson, atMs, differences, differencesMax }) {
      if (stateJson !== null) upsertState.run(accountId, stateJson, atMs);
      for (const difference of differences) upsertDifference.run(difference);
      if (differences.length > 0) prune.run(accountId, differencesMax);
    },
  };
}
