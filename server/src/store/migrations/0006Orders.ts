import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Schema } from '../schema.ts';
import type { Store } from '../types.ts';
import { type Columns, columnsOf } from './columns.ts';

type Db = Kysely<Schema>;

/**
 * Orders, what is used of the daily limits, and fills. All name their account without a cascade, so
 * an account that ever had an order stays.
 */
export function orders(dialect: Store['dialect']): Migration {
  const columns = columnsOf[dialect];
  return {
    async up(db: Db) {
      await createOrders(db, columns);
      await createOrderIndexes(db);
      await createUsage(db, columns);
      await createFills(db, columns);
      if (dialect === 'postgres') await createReserve(db);
    },
  };
}

async function createOrders(db: Db, { text, integer, float, tableEnd }: Columns): Promise<void> {
  await db.schema
    .createTable('meta_orders')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('account_id', text, (column) => column.notNull().references('exchange_accounts.id'))
    .addColumn('client_order_id', text, (column) => column.notNull())
    .addColumn('venue_client_id', text, (column) => column.notNull().unique())
    .addColumn('request_hash', text, (column) => column.notNull())
    .addColumn('symbol', text, (column) => column.notNull())
    .addColumn('market_type', text, (column) => column.notNull())
    .addColumn('side', text, (column) => column.notNull())
    .addColumn('order_type', text, (column) => column.notNull())
    .addColumn('quantity', text, (column) => column.notNull())
    .addColumn('price', text)
    .addColumn('stop_price', text)
    .addColumn('trailing_delta', float)
    .addColumn('time_in_force', text, (column) => column.notNull())
    .addColumn('reduce_only', integer, (column) => column.notNull())
    .addColumn('reserved_micro', integer, (column) => column.notNull())
    .addColumn('settled_micro', integer)
    .addColumn('quote_usd', float, (column) => column.notNull())
    .addColumn('day', text, (column) => column.notNull())
    .addColumn('actor_id', text, (column) => column.notNull())
    .addColumn('parent_id', text)
    .addColumn('created_at_ms', integer, (column) => column.notNull())
    .addColumn('order_status', text, (column) => column.notNull())
    .addColumn('venue_order_id', text)
    .addColumn('quantity_filled', text, (column) => column.notNull())
    .addColumn('avg_fill_price', float)
    .addColumn('cost', text, (column) => column.notNull())
    .addColumn('fee', text, (column) => column.notNull())
    .addColumn('fee_currency', text)
    .addColumn('reject_code', text)
    .addColumn('reason', text)
    .addColumn('last_traded_timestamp', integer)
    .addColumn('updated_at_ms', integer, (column) => column.notNull())
    .addColumn('version', integer, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
}

/** The last two hold only the few orders that are not over, however many were stored. */
async function createOrderIndexes(db: Db): Promise<void> {
  await db.schema
    .createIndex('meta_orders_client')
    .on('meta_orders')
    .columns(['account_id', 'client_order_id'])
    .unique()
    .execute();
  await db.schema
    .createIndex('meta_orders_venue')
    .on('meta_orders')
    .columns(['account_id', 'venue_order_id'])
    .execute();
  await db.schema
    .createIndex('meta_orders_unsettled')
    .on('meta_orders')
    .columns(['created_at_ms', 'id'])
    .where(sql<boolean>`order_status in ('pending', 'unknown')`)
    .execute();
  await db.schema
    .createIndex('meta_orders_live')
    .on('meta_orders')
    .columns(['account_id', 'created_at_ms', 'id'])
    .where(sql<boolean>`order_status in ('pending', 'unknown', 'open')`)
    .execute();
}

async function createUsage(db: Db, { text, integer, clusteredEnd }: Columns): Promise<void> {
  await db.schema
    .createTable('daily_usage')
    .addColumn('account_id', text, (column) => column.notNull().references('exchange_accounts.id'))
    .addColumn('day', text, (column) => column.notNull())
    .addColumn('used_micro_usd', integer, (column) => column.notNull())
    .addColumn('order_count', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('daily_usage_key', ['account_id', 'day'])
    .modifyEnd(clusteredEnd)
    .execute();
}

async function createFills(db: Db, { text, integer, float, tableEnd }: Columns): Promise<void> {
  await db.schema
    .createTable('order_fills')
    .addColumn('account_id', text, (column) => column.notNull().references('exchange_accounts.id'))
    .addColumn('market_type', text, (column) => column.notNull())
    .addColumn('symbol', text, (column) => column.notNull())
    .addColumn('venue_trade_id', text, (column) => column.notNull())
    .addColumn('venue_order_id', text, (column) => column.notNull())
    .addColumn('order_id', text, (column) => column.references('meta_orders.id'))
    .addColumn('side', text, (column) => column.notNull())
    .addColumn('price', float, (column) => column.notNull())
    .addColumn('quantity', text, (column) => column.notNull())
    .addColumn('fee', text, (column) => column.notNull())
    .addColumn('fee_asset', text, (column) => column.notNull())
    .addColumn('liquidity', text, (column) => column.notNull())
    .addColumn('at_ms', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('order_fills_key', [
      'account_id',
      'market_type',
      'symbol',
      'venue_trade_id',
    ])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex('order_fills_order').on('order_fills').column('order_id').execute();
  // The venue's id of an order is unique only with all of these.
  await db.schema
    .createIndex('order_fills_venue')
    .on('order_fills')
    .columns(['account_id', 'market_type', 'symbol', 'venue_order_id'])
    .execute();
  // Reports read an account's fills of a window.
  await db.schema
    .createIndex('order_fills_time')
    .on('order_fills')
    .columns(['account_id', 'at_ms'])
    .execute();
}

/**
 * One call, one round trip. A function and not one statement, because a statement sees the database
 * as it was when it began: what it counts after it has waited for a lock is out of date. Within a
 * function every statement sees what was committed by then, so an account's lock makes its orders
 * take turns, whichever days and processes they are of. The lock is a number in a space of its own
 * ("ORDR"): it ends with the transaction, writes nothing, and two accounts that share a number only
 * wait for each other.
 */
async function createReserve(db: Db): Promise<void> {
  await sql`
    create function reserve_order(
      held_epoch bigint, asked jsonb, daily_limit bigint, open_max bigint
    ) returns jsonb language plpgsql as $$
    declare
      fresh meta_orders := jsonb_populate_record(null::meta_orders, asked);
      earlier meta_orders;
      owner_epoch bigint;
      used bigint;
      live bigint;
    begin
      -- A new owner waits for this transaction, or this one sees the new owner.
      select epoch into owner_epoch from engine where id = 1 for share;
      if owner_epoch <> held_epoch then
        return jsonb_build_object('kind', 'stale', 'epoch', owner_epoch);
      end if;
      perform pg_advisory_xact_lock(1330791506, hashtext(fresh.account_id));

      select * into earlier from meta_orders
        where account_id = fresh.account_id and client_order_id = fresh.client_order_id;
      if found then
        return jsonb_build_object('kind', 'exists', 'order', to_jsonb(earlier));
      end if;

      -- Outcomes do not take the account's lock: one in between is one that came just after.
      select used_micro_usd into used from daily_usage
        where account_id = fresh.account_id and day = fresh.day;
      used := coalesce(used, 0);
      if fresh.reserved_micro > 0 and used + fresh.reserved_micro > daily_limit then
        return jsonb_build_object('kind', 'overLimit', 'usedMicroUsd', used);
      end if;

      if open_max is not null then
        select count(*) into live from meta_orders
          where account_id = fresh.account_id
            and order_status in ('pending', 'unknown', 'open');
        if live >= open_max then
          return jsonb_build_object('kind', 'tooManyOpen', 'open', live);
        end if;
      end if;

      insert into meta_orders select (fresh).*;
      insert into daily_usage (account_id, day, used_micro_usd, order_count)
        values (fresh.account_id, fresh.day, fresh.reserved_micro, 1)
        on conflict (account_id, day) do update set
          used_micro_usd = daily_usage.used_micro_usd + excluded.used_micro_usd,
          order_count = daily_usage.order_count + 1;
      return jsonb_build_object('kind', 'recorded');
    end $$`.execute(db);
}
