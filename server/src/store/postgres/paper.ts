import type { PaperOperations } from '../operations.ts';
import { type Statements, writeAtEpoch } from './statements.ts';

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

/** The write operation of paper accounts as one statement. */
export function createPostgresPaper(statements: Statements): PaperOperations {
  return {
    async savePaper(epoch, { account, dump, atMs, orders, fills, ledger }) {
      const lists = [orders, fills, ledger].map((list) => JSON.stringify(list));
      await writeAtEpoch(statements, savePaperSql, [epoch, account, dump, atMs, ...lists]);
    },
  };
}
