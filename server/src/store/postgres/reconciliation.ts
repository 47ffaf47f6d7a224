import type { ReconciliationVerbs } from '../verbs.ts';
import { type Statements, writeAtEpoch } from './statements.ts';

/**
 * One statement, which sees the table as it was before: so the bound counts what is written now
 * beside what was there.
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
  saved_differences as (
    insert into reconciliation_differences select * from written
    on conflict (id) do update
    set last_seen_at_ms = excluded.last_seen_at_ms, resolved_at_ms = excluded.resolved_at_ms,
      expected = excluded.expected, found = excluded.found, reason = excluded.reason
  ),
  pruned as (
    delete from reconciliation_differences where id in (
      select id from reconciliation_differences
      where account_id = $2::text and exists (select 1 from written)
        and id not in (select id from written)
      order by (resolved_at_ms is null) desc, id desc
      offset greatest(0, $6::bigint - (select count(*) from written)))
  )
  select epoch from owner`;

/** The hot verb of comparisons with venues as one statement. */
export function createPostgresReconciliation(statements: Statements): ReconciliationVerbs {
  return {
    async saveReconciliation(epoch, save) {
      const { accountId, stateJson, atMs, differences, differencesMax } = save;
      const lists = [JSON.stringify(differences), differencesMax];
      const values = [epoch, accountId, stateJson, atMs, ...lists] as const;
      await writeAtEpoch(statements, saveReconciliationSql, values);
    },
  };
}
