import type { OrderRow, Schema } from '../../../../src/store/schema.ts';
import type { Store } from '../../../../src/store/types.ts';

/** The day of the rows below, and its first millisecond. */
export const keptDay = '2026-11-20';
export const keptAtMs = Date.UTC(2026, 10, 20);

/** Returns the row of a live account with no settings of its own. */
export function accountRow(
  changes: Partial<Schema['exchange_accounts']> = {},
): Schema['exchange_accounts'] {
  return {
    id: 'live',
    mode: 'live',
    venue: 'binance',
    environment: 'production',
    region: 'global',
    portfolio_id: null,
    portfolio_margin: 0,
    hedge_mode: 0,
    unified_mode: null,
    daily_limit_micro: 1_000_000_000_000,
    max_order_micro: null,
    price_collar_pct: 10,
    max_open_orders: null,
    cancel_after_s: null,
    fee_overrides: null,
    paper_balances: null,
    credentials: null,
    futures_credentials: null,
    credentials_at_ms: null,
    halted: 0,
    created_at_ms: keptAtMs,
    updated_at_ms: keptAtMs,
    ...changes,
  };
}

/** Returns the row of an open market order without fills. */
export function orderRow(id: string, changes: Partial<OrderRow> = {}): OrderRow {
  return {
    id,
    account_id: 'live',
    client_order_id: id,
    venue_client_id: id,
    request_hash: 'hash',
    symbol: 'BTC/USDT:USDT',
    market_type: 'swap',
    side: 'buy',
    order_type: 'market',
    quantity: '3',
    price: null,
    stop_price: null,
    trailing_delta: null,
    time_in_force: 'GTC',
    reduce_only: 0,
    position_leg: null,
    reserved_micro: 0,
    settled_micro: null,
    quote_usd: 1,
    send_before_ms: null,
    day: keptDay,
    actor_id: 'key',
    parent_id: null,
    created_at_ms: keptAtMs,
    order_status: 'open',
    venue_order_id: `v-${id}`,
    quantity_filled: '0',
    avg_fill_price: null,
    cost: '0',
    fee: '0',
    fee_currency: null,
    reject_code: null,
    reason: null,
    last_traded_timestamp: null,
    updated_at_ms: keptAtMs,
    version: 2,
    ...changes,
  };
}

type KeptFill = Pick<Schema['order_fills'], 'venue_trade_id' | 'quantity' | 'price'> &
  Partial<Schema['order_fills']>;

/** Stores a fill of an order, under the order's id and the venue's id for it. */
export async function putFill({ db }: Store, of: OrderRow, fill: KeptFill): Promise<void> {
  await db
    .insertInto('order_fills')
    .values({
      account_id: of.account_id,
      market_type: of.market_type,
      symbol: of.symbol,
      side: of.side,
      order_id: of.id,
      venue_order_id: of.venue_order_id ?? '',
      fee: '0.5',
      fee_asset: 'USD',
      liquidity: 'taker',
      at_ms: keptAtMs,
      ...fill,
    })
    .execute();
}

export async function storedOrder({ db }: Store, id: string): Promise<OrderRow> {
  return db.selectFrom('meta_orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
