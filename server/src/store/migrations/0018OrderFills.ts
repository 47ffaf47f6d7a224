import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import {
  addExact,
  compareExact,
  exactly,
  formatExact,
  multiplyExact,
  roundUpExact,
  zeroExact,
} from '../../kit/exact.ts';
import type { FillRow, OrderRow, Schema } from '../schema.ts';

type Db = Kysely<Schema>;

/**
 * Version 0.1.0 kept an order as it had ended, also when fills of it were found later: `expired`
 * with nothing filled, beside its fills. Such orders are corrected by them, with what they count of
 * their day's limit, and say so.
 */
export function orderFills(): Migration {
  return {
    async up(db: Db) {
      for (const id of await suspects(db)) await correct(db, id);
    },
  };
}

/** Returns ended orders of which more seems to be stored as fills than they say is filled. */
async function suspects(db: Db): Promise<readonly string[]> {
  const byName = sql`fill.order_id = placed.id`;
  const byVenue = sql`fill.order_id is null
    and fill.account_id = placed.account_id
    and fill.market_type = placed.market_type
    and fill.symbol = placed.symbol
    and fill.venue_order_id = placed.venue_order_id`;
  const ids = new Set<string>();
  for (const isOf of [byName, byVenue]) {
    const { rows } = await sql<{ readonly id: string }>`
      select placed.id as id
      from order_fills fill join meta_orders placed on ${isOf}
      where placed.order_status in ('closed', 'canceled', 'expired', 'rejected')
      group by placed.id, placed.quantity_filled
      having sum(cast(fill.quantity as double precision))
        > cast(placed.quantity_filled as double precision)`.execute(db);
    for (const { id } of rows) ids.add(id);
  }
  return [...ids];
}

async function correct(db: Db, id: string): Promise<void> {
  const order = await db
    .selectFrom('meta_orders')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const fills = await fillsOf(db, order);
  const filled = fills.map(({ quantity }) => exactly(quantity)).reduce(addExact, zeroExact);
  // The database compares in binary fractions: a sum may seem more and be the same.
  if (compareExact(filled, exactly(order.quantity_filled)) <= 0) return;
  const cost = fills.map(worthOf).reduce(addExact, zeroExact);
  const worth = Number(roundUpExact(multiplyExact(cost, exactly(String(order.quote_usd))), 6));
  const settled_micro = order.reserved_micro === 0 ? 0 : worth;
  const order_status = statusOf(order, formatExact(filled));
  const wasRejected = order.order_status === 'rejected';
  await db
    .updateTable('meta_orders')
    .set({
      order_status,
      settled_micro,
      ...paidBy(fills),
      quantity_filled: formatExact(filled),
      cost: formatExact(cost),
      avg_fill_price: Number(formatExact(cost)) / Number(formatExact(filled)),
      reject_code: wasRejected ? null : order.reject_code,
      reason: 'Corrected by its fills: version 0.1.0 did not count those that came after its end.',
      version: order.version + 1,
    })
    .where('id', '=', id)
    .execute();
  await settleDay(db, order, settled_micro - (order.settled_micro ?? order.reserved_micro));
}

function fillsOf(db: Db, order: OrderRow): Promise<readonly FillRow[]> {
  return db
    .selectFrom('order_fills')
    .selectAll()
    .where('account_id', '=', order.account_id)
    .where('market_type', '=', order.market_type)
    .where('symbol', '=', order.symbol)
    .where((is) =>
      is.or([is('order_id', '=', order.id), is('venue_order_id', '=', order.venue_order_id ?? '')]),
    )
    .orderBy('at_ms')
    .execute();
}

function worthOf({ quantity, price }: FillRow) {
  return multiplyExact(exactly(quantity), exactly(price));
}

/** Returns the status of an order by its fills: only its unfilled rest can have been refused. */
function statusOf(order: OrderRow, filled: string): OrderRow['order_status'] {
  if (compareExact(exactly(filled), exactly(order.quantity)) >= 0) return 'closed';
  return order.order_status === 'rejected' ? 'canceled' : order.order_status;
}

/** An order names one asset that it paid in; what it paid in others its fills tell. */
function paidBy(fills: readonly FillRow[]) {
  const last = fills.at(-1);
  const paid = fills.filter(({ fee_asset }) => fee_asset === last?.fee_asset);
  return {
    fee: formatExact(paid.map(({ fee }) => exactly(fee)).reduce(addExact, zeroExact)),
    fee_currency: last?.fee_asset ?? null,
    last_traded_timestamp: last?.at_ms ?? null,
  };
}

async function settleDay(db: Db, order: OrderRow, change: number): Promise<void> {
  const usage = await db
    .selectFrom('daily_usage')
    .select('used_micro_usd')
    .where('account_id', '=', order.account_id)
    .where('day', '=', order.day)
    .executeTakeFirst();
  if (!usage) return;
  await db
    .updateTable('daily_usage')
    .set({ used_micro_usd: Math.max(0, Number(usage.used_micro_usd) + change) })
    .where('account_id', '=', order.account_id)
    .where('day', '=', order.day)
    .execute();
}
