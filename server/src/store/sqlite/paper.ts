import type { Database } from 'better-sqlite3';
import type { PaperOperations } from '../operations.ts';
import type { AtOnce } from './calls.ts';

/** The write operation of paper accounts as prepared statements. */
export function createSqlitePaper(connection: Database): AtOnce<PaperOperations> {
  const upsertEngine = connection.prepare<[string, string, number]>(`
    insert into paper_engines (account, dump, updated_at_ms) values (?, ?, ?)
    on conflict (account) do update
    set dump = excluded.dump, updated_at_ms = excluded.updated_at_ms`);
  const upsertOrder = connection.prepare(`
    insert into paper_orders (account, order_id, client_id, is_open, order_json)
    values (@account, @order_id, @client_id, @is_open, @order_json)
    on conflict (account, order_id) do update
    set is_open = excluded.is_open, order_json = excluded.order_json`);
  const insertFill = connection.prepare(`
    insert into paper_fills (account, trade_id, market_type, at_ms, fill_json)
    values (@account, @trade_id, @market_type, @at_ms, @fill_json)
    on conflict (account, trade_id) do nothing`);
  const insertEntry = connection.prepare(`
    insert into paper_ledger (account, entry_id, kind, market_type, symbol, at_ms, entry_json)
    values (@account, @entry_id, @kind, @market_type, @symbol, @at_ms, @entry_json)
    on conflict (account, entry_id) do nothing`);
  return {
    savePaper(_epoch, { account, dump, atMs, orders, fills, ledger }) {
      upsertEngine.run(account, dump, atMs);
      for (const order of orders) upsertOrder.run({ ...order, account });
      for (const fill of fills) insertFill.run({ ...fill, account });
      for (const entry of ledger) insertEntry.run({ ...entry, account });
    },
  };
}
