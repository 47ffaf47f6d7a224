import { expect, it } from 'vitest';
import { eachDatabase } from '../../../test/support/databases.ts';
import type { OrderRow, Schema } from '../schema.ts';
import type { Store } from '../types.ts';
import { orderFills } from './0018OrderFills.ts';

const day = '2026-11-20';
const at = Date.UTC(2026, 10, 20);

const live: Schema['exchange_accounts'] = {
  id: 'live',
  mode: 'live',
  venue: 'kraken',
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
  created_at_ms: at,
  updated_at_ms: at,
};

/** As 0.1.0 left a market order of 0.3 after the process was killed: expired, nothing filled. */
function order(id: string, changes: Partial<OrderRow> = {}): OrderRow {
  return {
    id,
    account_id: 'live',
    client_order_id: id,
    venue_client_id: id,
    request_hash: 'hash',
    symbol: 'BTC/USD:USD',
    market_type: 'swap',
    side: 'buy',
    order_type: 'market',
    quantity: '0.3',
    price: null,
    stop_price: null,
    trailing_delta: null,
    time_in_force: 'GTC',
    reduce_only: 0,
    position_leg: null,
    reserved_micro: 20_000_000_000,
    settled_micro: 0,
    quote_usd: 1,
    day,
    actor_id: 'key',
    parent_id: null,
    created_at_ms: at,
    order_status: 'expired',
    venue_order_id: `v-${id}`,
    quantity_filled: '0',
    avg_fill_price: null,
    cost: '0',
    fee: '0',
    fee_currency: null,
    reject_code: null,
    reason: 'IoC',
    last_traded_timestamp: null,
    updated_at_ms: at,
    version: 2,
    ...changes,
  };
}

async function fill(
  { db }: Store,
  of: OrderRow,
  { named = true, id, quantity }: { named?: boolean; id: string; quantity: string },
): Promise<void> {
  await db
    .insertInto('order_fills')
    .values({
      account_id: of.account_id,
      market_type: of.market_type,
      symbol: of.symbol,
      side: of.side,
      order_id: named ? of.id : null,
      venue_order_id: `v-${of.id}`,
      venue_trade_id: id,
      quantity,
      price: 60_000,
      fee: '0.5',
      fee_asset: 'USD',
      liquidity: 'taker',
      at_ms: at + 5,
    })
    .execute();
}

async function stored({ db }: Store, id: string): Promise<OrderRow> {
  return db.selectFrom('meta_orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

eachDatabase('orders of 0.1.0 that ended before their fills were found', (database) => {
  it('are corrected by them, with the daily limit', async () => {
    const store = await database.open();
    const { db } = store;
    await db.insertInto('exchange_accounts').values(live).execute();
    const rows = {
      whole: order('whole'),
      part: order('part', { order_status: 'rejected', reject_code: 'NOT_SENT' }),
      // The sum of a tenth and two is a little more than 0.3 in binary fractions.
      right: order('right', {
        order_status: 'closed',
        quantity_filled: '0.3',
        cost: '18000',
        settled_micro: 18_000_000_000,
      }),
      empty: order('empty'),
      open: order('open', { order_status: 'open', settled_micro: null }),
    };
    for (const row of Object.values(rows)) await db.insertInto('meta_orders').values(row).execute();
    await fill(store, rows.whole, { id: 't1', quantity: '0.1' });
    await fill(store, rows.whole, { id: 't2', quantity: '0.2' });
    await fill(store, rows.part, { id: 't3', quantity: '0.1', named: false });
    await fill(store, rows.right, { id: 't4', quantity: '0.1' });
    await fill(store, rows.right, { id: 't5', quantity: '0.2' });
    await fill(store, rows.open, { id: 't6', quantity: '0.1' });
    const used_micro_usd = 18_000_000_000 + 20_000_000_000;
    const usage = { account_id: 'live', day, used_micro_usd, order_count: 5 };
    await db.insertInto('daily_usage').values(usage).execute();

    await orderFills().up(db);
    await orderFills().up(db);

    expect(await stored(store, 'whole')).toMatchObject({
      order_status: 'closed',
      quantity_filled: '0.3',
      avg_fill_price: 60_000,
      cost: '18000',
      fee: '1',
      fee_currency: 'USD',
      reason: 'Corrected by its fills: version 0.1.0 did not count those that came after its end.',
      version: 3,
    });
    expect(Number((await stored(store, 'whole')).settled_micro)).toBe(18_000_000_000);
    expect(await stored(store, 'part')).toMatchObject({
      order_status: 'canceled',
      reject_code: null,
      quantity_filled: '0.1',
      cost: '6000',
    });
    for (const { id, version, quantity_filled, reason } of [rows.right, rows.empty, rows.open]) {
      expect(await stored(store, id)).toMatchObject({ version, quantity_filled, reason });
    }
    const [after] = await db.selectFrom('daily_usage').selectAll().execute();
    expect(Number(after?.used_micro_usd)).toBe(used_micro_usd + 18_000_000_000 + 6_000_000_000);
  });
});
