import { expect, it } from 'vitest';
import { eachDatabase } from '../../../test/support/databases.ts';
import type { OrderRow, Schema } from '../schema.ts';
import type { Store } from '../types.ts';
import { inverseUnits } from './0017InverseUnits.ts';

const symbol = 'BTC/USD:BTC';
const day = '2026-11-20';
const at = Date.UTC(2026, 10, 20);

function account(id: string, mode: 'paper' | 'live'): Schema['exchange_accounts'] {
  return {
    id,
    mode,
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
    created_at_ms: at,
    updated_at_ms: at,
  };
}

/** As 0.1.0 stored a market order of 3 contracts: as 3 coins, at 64,999.5 each. */
function order(id: string, changes: Partial<OrderRow> = {}): OrderRow {
  return {
    id,
    account_id: 'live',
    client_order_id: id,
    venue_client_id: id,
    request_hash: 'hash',
    symbol,
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
    reserved_micro: 195_000_000_000,
    settled_micro: 194_998_500_000,
    quote_usd: 1,
    day,
    actor_id: 'key',
    parent_id: null,
    created_at_ms: at,
    order_status: 'closed',
    venue_order_id: `v-${id}`,
    quantity_filled: '3',
    avg_fill_price: 64_999.5,
    cost: '194998.5',
    fee: '0.0000023',
    fee_currency: 'BTC',
    reject_code: null,
    reason: null,
    last_traded_timestamp: at,
    updated_at_ms: at,
    version: 2,
    ...changes,
  };
}

async function fill({ db }: Store, of: OrderRow, trade: readonly [string, string, number]) {
  const [id, quantity, price] = trade;
  const { account_id, market_type, symbol: own, side, id: order_id } = of;
  const values = { account_id, market_type, symbol: own, side, order_id, quantity, price };
  await db
    .insertInto('order_fills')
    .values({
      ...values,
      venue_trade_id: id,
      venue_order_id: of.venue_order_id ?? '',
      fee: '0.0000023',
      fee_asset: 'BTC',
      liquidity: 'taker',
      at_ms: at,
    })
    .execute();
}

async function stored({ db }: Store, id: string) {
  return db.selectFrom('meta_orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

const usedOf = async ({ db }: Store, id: string) =>
  Number(
    (
      await db
        .selectFrom('daily_usage')
        .select('used_micro_usd')
        .where('account_id', '=', id)
        .executeTakeFirstOrThrow()
    ).used_micro_usd,
  );

/** As 0.1.0 left them; returns the orders. */
async function putRows(store: Store): Promise<readonly OrderRow[]> {
  const { db } = store;
  await db.insertInto('exchange_accounts').values(account('live', 'live')).execute();
  await db.insertInto('exchange_accounts').values(account('paper', 'paper')).execute();
  const rows = [
    order('filled'),
    order('resting', {
      order_type: 'limit',
      price: '50000',
      order_status: 'open',
      quantity_filled: '1',
      avg_fill_price: 50_000,
      cost: '50000',
      settled_micro: null,
      reserved_micro: 150_000_000_000,
    }),
    order('ether', {
      symbol: 'ETH/USD:ETH',
      quantity: '5',
      quantity_filled: '5',
      avg_fill_price: 2_500,
      cost: '12500',
      settled_micro: 0,
      reserved_micro: 0,
    }),
    order('linear', { symbol: 'BTC/USDT:USDT' }),
    order('rejected', { order_status: 'rejected', quantity_filled: '0', cost: '0' }),
    order('paper', { account_id: 'paper', symbol: 'BTC/USDT:USDT' }),
  ];
  for (const row of rows) await db.insertInto('meta_orders').values(row).execute();
  const [filled, resting, ether, linear] = rows;
  if (!filled || !resting || !ether || !linear) throw new Error('rows');
  await fill(store, filled, ['t1', '1', 60_000]);
  await fill(store, filled, ['t2', '2', 67_000]);
  await fill(store, resting, ['t3', '1', 50_000]);
  await fill(store, ether, ['t4', '5', 2_500]);
  await fill(store, linear, ['t5', '3', 64_999.5]);
  const used_micro_usd = 194_998_500_000 + 150_000_000_000 + 194_998_500_000;
  await db
    .insertInto('daily_usage')
    .values({ account_id: 'live', day, used_micro_usd, order_count: 4 })
    .execute();
  return rows;
}

eachDatabase('inverse orders of 0.1.0', (database) => {
  it('are put in base units, with their fills, their costs and the daily limit', async () => {
    const store = await database.open();
    const { db } = store;
    const rows = await putRows(store);
    await inverseUnits().up(db);

    const done = await stored(store, 'filled');
    const coins = 100 / 60_000 + 200 / 67_000;
    expect(Number(done.quantity_filled)).toBeCloseTo(coins, 15);
    expect(done.quantity).toBe(done.quantity_filled);
    expect([Number(done.cost), Number(done.settled_micro)]).toEqual([300, 300_000_000]);
    expect(done.avg_fill_price).toBeCloseTo(300 / coins, 8);
    expect(done.reason).toBe(
      'Sent as 3 contracts of USD 100 by version 0.1.0, which counted them as base units.',
    );
    // One of three filled; 200 dollars are open at 50,000.
    expect(await stored(store, 'resting')).toMatchObject({
      quantity: '0.006',
      quantity_filled: '0.002',
      cost: '100',
      settled_micro: null,
      avg_fill_price: 50_000,
    });
    expect(Number((await stored(store, 'resting')).reserved_micro)).toBe(300_000_000);
    expect(await stored(store, 'ether')).toMatchObject({ quantity: '0.02', cost: '50' });
    for (const row of rows.slice(3)) {
      const { quantity, quantity_filled, cost, reason } = row;
      expect(await stored(store, row.id)).toMatchObject({
        quantity,
        quantity_filled,
        cost,
        reason,
      });
    }
    // 300 dollars each, and what was no inverse order.
    expect(await usedOf(store, 'live')).toBe(300_000_000 + 300_000_000 + 194_998_500_000);
    const fills = await db
      .selectFrom('order_fills')
      .select(['venue_trade_id', 'quantity'])
      .execute();
    const byId = new Map(fills.map((each) => [each.venue_trade_id, each.quantity]));
    expect([byId.get('t3'), byId.get('t4'), byId.get('t5')]).toEqual(['0.002', '0.02', '3']);
  });
});
