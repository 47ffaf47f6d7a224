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
import { orderFills } from './0018OrderFills.ts';

/** As 0.1.0 left a market order of 0.3 after the process was killed: expired, nothing filled. */
function order(id: string, changes: Partial<OrderRow> = {}): OrderRow {
  return orderRow(id, {
    symbol: 'BTC/USD:USD',
    quantity: '0.3',
    reserved_micro: 20_000_000_000,
    settled_micro: 0,
    order_status: 'expired',
    reason: 'IoC',
    ...changes,
  });
}

async function fill(
  store: Store,
  of: OrderRow,
  { named = true, id, quantity }: { named?: boolean; id: string; quantity: string },
): Promise<void> {
  await putFill(store, of, {
    venue_trade_id: id,
    quantity,
    price: 60_000,
    order_id: named ? of.id : null,
    at_ms: keptAtMs + 5,
  });
}

eachDatabase('orders of 0.1.0 that ended before their fills were found', (database) => {
  it('are corrected by them, with the daily limit', async () => {
    const store = await database.open();
    const { db } = store;
    await db
      .insertInto('exchange_accounts')
      .values(accountRow({ venue: 'kraken' }))
      .execute();
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
    const usage = { account_id: 'live', day: keptDay, used_micro_usd, order_count: 5 };
    await db.insertInto('daily_usage').values(usage).execute();

    await orderFills().up(db);
    await orderFills().up(db);

    expect(await storedOrder(store, 'whole')).toMatchObject({
      order_status: 'closed',
      quantity_filled: '0.3',
      avg_fill_price: 60_000,
      cost: '18000',
      fee: '1',
      fee_currency: 'USD',
      reason: 'Corrected by its fills: version 0.1.0 did not count those that came after its end.',
      version: 3,
    });
    expect(Number((await storedOrder(store, 'whole')).settled_micro)).toBe(18_000_000_000);
    expect(await storedOrder(store, 'part')).toMatchObject({
      order_status: 'canceled',
      reject_code: null,
      quantity_filled: '0.1',
      cost: '6000',
    });
    for (const { id, version, quantity_filled, reason } of [rows.right, rows.empty, rows.open]) {
      expect(await storedOrder(store, id)).toMatchObject({ version, quantity_filled, reason });
    }
    const [after] = await db.selectFrom('daily_usage').selectAll().execute();
    expect(Number(after?.used_micro_usd)).toBe(used_micro_usd + 18_000_000_000 + 6_000_000_000);
  });
});
