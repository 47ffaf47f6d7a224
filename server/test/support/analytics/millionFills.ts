import { sql } from 'kysely';
import type { Store } from '../../../src/store/types.ts';
import type { AccountId } from '../../../src/trading/model/account.ts';
import { addAccounts } from '../orders/fixture.ts';

const accountCount = 10;
export const fillsPerAccount = 100_000;
const fillsPerOrder = 4;
const days = 30;
const dayMs = 86_400_000;

/**
 * Adds a million fills with their marks, of ten accounts over thirty days, made within the
 * database: on three perpetuals, four per order. Each order of the first account is stored.
 */
export async function addMillionFills(store: Store, endMs: number): Promise<readonly AccountId[]> {
  const ids = Array.from({ length: accountCount }, (_, i) => `desk-${i}` as AccountId);
  await addAccounts(store, ...ids);
  const startMs = endMs - days * dayMs;
  const stepMs = (days * dayMs) / fillsPerAccount;
  for (const id of ids) {
    const isFirst = id === ids[0];
    if (isFirst) await addOrders(store, id, startMs);
    await addFills(store, id, { startMs, stepMs, isOurs: isFirst });
    await addMarks(store, id);
  }
  await sql`analyze`.execute(store.db);
  return ids;
}

const numbers = (count: number) => sql`with recursive numbers (n) as
  (select 0 union all select n + 1 from numbers where n + 1 < ${count})`;

async function addOrders({ db }: Store, id: AccountId, startMs: number): Promise<void> {
  await sql`insert into meta_orders (id, account_id, client_order_id, venue_client_id,
      request_hash, symbol, market_type, side, order_type, quantity, time_in_force, reduce_only,
      reserved_micro, quote_usd, day, actor_id, parent_id, created_at_ms, order_status,
      quantity_filled, cost, fee, updated_at_ms, version)
    ${numbers(fillsPerAccount / fillsPerOrder)}
    select 'order-' || n, ${id}, 'client-' || n, 'venue-' || n, '', 'BTC/USDT', 'spot', 'buy',
      'limit', '1', 'GTC', 0, 0, 1.0, '2026-01-01', 'key', 'parent-' || (n % 50), ${startMs},
      'closed', '1', '1', '0', ${startMs}, 1 from numbers`.execute(db);
}

interface Spread {
  readonly startMs: number;
  readonly stepMs: number;
  readonly isOurs: boolean;
}

async function addFills({ db }: Store, id: AccountId, spread: Spread): Promise<void> {
  const { startMs, stepMs, isOurs } = spread;
  await sql`insert into order_fills (account_id, market_type, symbol, venue_trade_id,
      venue_order_id, order_id, side, price, quantity, fee, fee_asset, liquidity, at_ms)
    ${numbers(fillsPerAccount)}
    select ${id}, 'swap', case n / 4 % 3
        when 0 then 'SOL/USDT:USDT' when 1 then 'BTC/USDT:USDT' else 'ETH/USDT:USDT' end,
      'trade-' || n, 'venue-order-' || (n / ${sql.lit(fillsPerOrder)}),
      case ${isOurs ? 1 : 0} when 1 then 'order-' || (n / ${sql.lit(fillsPerOrder)}) else null end,
      case n % 2 when 0 then 'buy' else 'sell' end, 100000.0 + n % 977, '0.01', '0.05', 'USDT',
      case n % 5 when 0 then 'maker' else 'taker' end,
      cast(${startMs} + n * ${stepMs} as integer) from numbers`.execute(db);
}

async function addMarks({ db }: Store, id: AccountId): Promise<void> {
  await sql`insert into fill_marks (account_id, market_type, symbol, venue_trade_id, at_ms, source,
      quote_usd, fee_usd, half_spread, mark_0, mark_1, mark_5, mark_30, mark_60, mark_300)
    select account_id, market_type, symbol, venue_trade_id, at_ms, 'live', 1.0003, 1.0003, 0.05,
      price + 0.5, price + 0.25, price - 0.125, price + 1.1, price - 1.3, price + 2.7
    from order_fills where account_id = ${id}`.execute(db);
}
