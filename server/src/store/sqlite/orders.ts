import type { Database } from 'better-sqlite3';
import type { OrderOperations } from '../operations.ts';
import { heldMicro, progressColumns, progressOf } from '../orderProgress.ts';
import type { FillRow, OrderRow } from '../schema.ts';
import type { AtOnce } from './calls.ts';

const insertOrderSql = `
  insert into meta_orders (id, account_id, client_order_id, venue_client_id, request_hash,
    symbol, market_type, side, order_type, quantity, price, stop_price, trailing_delta,
    time_in_force, reduce_only, position_leg, reserved_micro, settled_micro, quote_usd, day,
    actor_id, parent_id, created_at_ms, send_before_ms, order_status, venue_order_id,
    quantity_filled, avg_fill_price, cost, fee, fee_currency, reject_code, reason,
    last_traded_timestamp, updated_at_ms, version)
  values (@id, @account_id, @client_order_id, @venue_client_id, @request_hash, @symbol,
    @market_type, @side, @order_type, @quantity, @price, @stop_price, @trailing_delta,
    @time_in_force, @reduce_only, @position_leg, @reserved_micro, @settled_micro, @quote_usd,
    @day, @actor_id, @parent_id, @created_at_ms, @send_before_ms, @order_status,
    @venue_order_id, @quantity_filled, @avg_fill_price, @cost, @fee, @fee_currency,
    @reject_code, @reason, @last_traded_timestamp, @updated_at_ms, @version)`;

const updateOrderSql = `
  update meta_orders set ${progressColumns.map((column) => `${column} = @${column}`).join(', ')}
  where id = @id`;

const countOrderSql = `
  insert into daily_usage (account_id, day, used_micro_usd, order_count)
  values (@account_id, @day, @reserved_micro, 1)
  on conflict (account_id, day) do update set
    used_micro_usd = used_micro_usd + excluded.used_micro_usd, order_count = order_count + 1`;

const insertFillSql = `
  insert into order_fills (account_id, market_type, symbol, venue_trade_id, venue_order_id,
    order_id, side, price, quantity, fee, fee_asset, liquidity, at_ms)
  values (@account_id, @market_type, @symbol, @venue_trade_id, @venue_order_id, @order_id,
    @side, @price, @quantity, @fee, @fee_asset, @liquidity, @at_ms)
  on conflict (account_id, market_type, symbol, venue_trade_id) do nothing`;

/** The write operations of orders as prepared statements. */
export function createSqliteOrders(connection: Database): AtOnce<OrderOperations> {
  const { insertOrder, updateOrder, countOrder, insertFill, ...statements } = prepare(connection);
  const { findOrder, findByClientId, readUsed, countLive, changeUsed } = statements;
  return {
    reserveOrder(_epoch, order, { dailyMicroUsd, openOrdersMax }) {
      const { account_id, client_order_id, day, reserved_micro } = order;
      const earlier = findByClientId.get(account_id, client_order_id);
      if (earlier) return { kind: 'exists', order: earlier };
      const used = readUsed.get(account_id, day) ?? 0;
      const isOver = reserved_micro > 0 && used + reserved_micro > dailyMicroUsd;
      if (isOver) return { kind: 'overLimit', usedMicroUsd: used };
      if (openOrdersMax !== undefined) {
        const open = countLive.get(account_id) ?? 0;
        if (open >= openOrdersMax) return { kind: 'tooManyOpen', open };
      }
      insertOrder.run(order);
      countOrder.run(order);
      return { kind: 'recorded' };
    },
    recordOutcome(_epoch, id, said) {
      const row = findOrder.get(id);
      if (!row) return undefined;
      const next = progressOf(row, said);
      if (next === row) return row;
      updateOrder.run(next);
      const change = heldMicro(next) - heldMicro(row);
      if (change !== 0) changeUsed.run(change, row.account_id, row.day);
      return next;
    },
    addFills(_epoch, fills) {
      return fills.map((fill) => insertFill.run(fill).changes > 0);
    },
  };
}

function prepare(connection: Database) {
  return {
    insertOrder: connection.prepare<[OrderRow]>(insertOrderSql),
    updateOrder: connection.prepare<[OrderRow]>(updateOrderSql),
    countOrder: connection.prepare<[OrderRow]>(countOrderSql),
    insertFill: connection.prepare<[FillRow]>(insertFillSql),
    findOrder: connection.prepare<[string], OrderRow>('select * from meta_orders where id = ?'),
    findByClientId: connection.prepare<[string, string], OrderRow>(
      'select * from meta_orders where account_id = ? and client_order_id = ?',
    ),
    readUsed: connection
      .prepare<[string, string], number>(
        'select used_micro_usd from daily_usage where account_id = ? and day = ?',
      )
      .pluck(),
    countLive: connection
      .prepare<[string], number>(`
      select count(*) from meta_orders
      where account_id = ? and order_status in ('pending', 'unknown', 'open')`)
      .pluck(),
    changeUsed: connection.prepare<[number, string, string]>(`
    update daily_usage set used_micro_usd = max(0, used_micro_usd + ?)
    where account_id = ? and day = ?`),
  };
}
