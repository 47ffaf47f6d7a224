import { expect, it } from 'vitest';
import { eachDatabase } from '../../../test/support/databases/databases.ts';
import {
  accountRow,
  keptAtMs,
  keptDay,
  orderRow,
  putFill,
  storedOrder,
} from '../../../test/support/databases/kept/rows.ts';
import type { OrderRow } from '../schema.ts';
import type { Store } from '../types.ts';
import { inverseUnits } from './0017InverseUnits.ts';

/** As 0.1.0 stored a market order of 3 contracts: as 3 coins, at 64,999.5 each. */
function order(id: string, changes: Partial<OrderRow> = {}): OrderRow {
  return orderRow(id, {
    symbol: 'BTC/USD:BTC',
    reserved_micro: 195_000_000_000,
    settled_micro: 194_998_500_000,
    order_status: 'closed',
    quantity_filled: '3',
    avg_fill_price: 64_999.5,
    cost: '194998.5',
    fee: '0.0000023',
    fee_currency: 'BTC',
    last_traded_timestamp: keptAtMs,
    ...changes,
  });
}

async function fill(store: Store, of: OrderRow, trade: readonly [string, string, number]) {
  const [venue_trade_id, quantity, price] = trade;
  await putFill(store, of, {
    venue_trade_id,
    quantity,
    price,
    fee: '0.0000023',
    fee_asset: 'BTC',
  });
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
  await db.insertInto('exchange_accounts').values(accountRow()).execute();
  await db
    .insertInto('exchange_accounts')
    .values(accountRow({ id: 'paper', mode: 'paper' }))
    .execute();
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
    .values({ account_id: 'live', day: keptDay, used_micro_usd, order_count: 4 })
    .execute();
  return rows;
}

eachDatabase('inverse orders of 0.1.0', (database) => {
  it('are put in base units, with their fills, their costs and the daily limit', async () => {
    const store = await database.open();
    const { db } = store;
    const rows = await putRows(store);
    await inverseUnits().up(db);

    const done = await storedOrder(store, 'filled');
    const coins = 100 / 60_000 + 200 / 67_000;
    expect(Number(done.quantity_filled)).toBeCloseTo(coins, 15);
    expect(done.quantity).toBe(done.quantity_filled);
    expect([Number(done.cost), Number(done.settled_micro)]).toEqual([300, 300_000_000]);
    expect(done.avg_fill_price).toBeCloseTo(300 / coins, 8);
    expect(done.reason).toBe(
      'Sent as 3 contracts of USD 100 by version 0.1.0, which counted them as base units.',
    );
    // One of three filled; 200 dollars are open at 50,000.
    expect(await storedOrder(store, 'resting')).toMatchObject({
      quantity: '0.006',
      quantity_filled: '0.002',
      cost: '100',
      settled_micro: null,
      avg_fill_price: 50_000,
    });
    expect(Number((await storedOrder(store, 'resting')).reserved_micro)).toBe(300_000_000);
    expect(await storedOrder(store, 'ether')).toMatchObject({ quantity: '0.02', cost: '50' });
    for (const row of rows.slice(3)) {
      const { quantity, quantity_filled, cost, reason } = row;
      expect(await storedOrder(store, row.id)).toMatchObject({
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
