import type { ReconciliationOperations } from '../operations.ts';
import { type Statements, writeAtEpoch } from './statements.ts';

/**
 * One statement, in which no part sees the rows of another: so it is decided first which
 * differences are kept. What is still so stays longest: gone from the list, it would be told again.
 */
const saveReconciliationSql = `
  with owner as (select epoch from engine where id = 1 for share),
  allowed as (select epoch from owner where epoch = $1::bigint),
  saved_state as (
    insert into reconciliation_states (account_id, state_json, updated_at_ms)
    select $2::text, $3::text, $4::bigint from allowed where $3::text is not null
    on conflict (account_id) do update
    set state_json = excluded.state_json, updated_at_ms = excluded.updated_at_ms
  ),
  written as (
    select given.* from allowed,
      json_populate_recordset(null::reconciliation_differences, $5::json) as given
  ),
  kept as (
    select id from (
      select id, resolved_at_ms from written
      union all
      select id, resolved_at_ms from reconciliation_differences
      where account_id = $2::text and id not in (select id from written)
    ) as all_of_account
    order by (resolved_at_ms is null) desc, id desc
    limit $6::bigint
  ),
  saved_differences as (
    insert into reconciliation_differences
    select * from written where id in (select id from kept)
    on conflict (id) do update
    set last_seen_at_ms = excluded.last_seen_at_ms, resolved_at_ms = excluded.resolved_at_ms,
      expected = excluded.expected, found = excluded.found, reason = excluded.reason
  ),
  pruned as (
    delete from reconciliation_differences
    where account_id = $2::text and exists (select 1 from written)
      and id not in (select id from kept)
  )
  select epoch from owner`;

/** The write operation of comparisons with venues as one statement. */
export function createPostgresReconciliation(statements: Statements): ReconciliationOperations {
  return {
    async saveReconciliation(epoch, save) {
      const { accountId, stateJson, atMs, differences, differencesMax } = save;
      const lists = [JSON.stringify(differences), differencesMax];
      const values = [epoch, accountId, stateJson, atMs, ...lists] as const;
      await writeAtEpoch(statements, saveReconciliationSql, values);
    },
  };
}
