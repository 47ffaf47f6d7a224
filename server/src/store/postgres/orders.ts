import { assert } from '../../kit/assert.ts';
import type { OrderOperations, ReserveAnswer } from '../operations.ts';
import { heldMicro, progressColumns, progressOf } from '../orderProgress.ts';
import type { FillRow, OrderRow } from '../schema.ts';
import { StaleEpochError } from '../types.ts';
import { requireEpoch, type Statements } from './statements.ts';

/** The function of the migration `0006Orders`. */
const reserveSql = 'select reserve_order($1, $2, $3, $4) as answer';

const findSql = `
  select engine.epoch, to_jsonb(meta_orders) as stored
  from engine left join meta_orders on meta_orders.id = $1 where engine.id = 1`;

const columns = progressColumns.join(', ');

// Writes only if the order is still the one that was read. An update that had to wait for another
// looks again, finds a later version and changes nothing, neither the order nor its day.
const progressSql = `
  with owner as (select epoch from engine where id = 1 for share),
  changed as (
    update meta_orders set (${columns}) =
      (select ${columns} from jsonb_populate_record(null::meta_orders, $2))
    where id = $3 and version = $4 and (select epoch from owner) = $1
    returning account_id, day
  ),
  settled as (
    update daily_usage set used_micro_usd = greatest(0, used_micro_usd + $5::bigint)
    from changed
    where $5::bigint <> 0
      and daily_usage.account_id = changed.account_id and daily_usage.day = changed.day
  )
  select owner.epoch, exists (select 1 from changed) as "isChanged" from owner`;

// In the order of the key, so that two batches with the same fills never wait for each other.
const addFillsSql = `
  with owner as (select epoch from engine where id = 1 for share),
  added as (
    insert into order_fills
    select fill.* from owner, jsonb_populate_recordset(null::order_fills, $2) as fill
    where owner.epoch = $1
    order by fill.account_id, fill.market_type, fill.symbol, fill.venue_trade_id
    on conflict (account_id, market_type, symbol, venue_trade_id) do nothing
    returning account_id, market_type, symbol, venue_trade_id
  )
  select owner.epoch, coalesce((select jsonb_agg(to_jsonb(added)) from added), '[]') as added
  from owner`;

/**
 * Maximum number of lost races. Each means that another report on the same order was stored in
 * between, and an order rarely has several at once.
 */
const racesMax = 100;

/** The write operations of orders, each one statement that writes. */
export function createPostgresOrders(statements: Statements): OrderOperations {
  const find = async (id: string) => {
    const { rows } = await statements.query<Found>(findSql, [id]);
    return rows[0] ?? { epoch: 0, stored: null };
  };

  return {
    async reserveOrder(epoch, order, { dailyMicroUsd, openOrdersMax }) {
      const values = [epoch, JSON.stringify(order), dailyMicroUsd, openOrdersMax ?? null];
      const { rows } = await statements.query<{ answer: Reserved }>(reserveSql, values);
      const answer = rows[0]?.answer;
      assert(answer, 'a function that returns a value gives a row');
      if (answer.kind === 'stale') throw new StaleEpochError(epoch, answer.epoch);
      return answer;
    },
    async recordOutcome(epoch, id, said) {
      for (let race = 0; race < racesMax; race += 1) {
        const { epoch: current, stored } = await find(id);
        if (current !== epoch) throw new StaleEpochError(epoch, current);
        if (!stored) return undefined;
        const next = progressOf(stored, said);
        if (next === stored) return stored;
        const change = heldMicro(next) - heldMicro(stored);
        const values = [epoch, JSON.stringify(next), id, stored.version, change];
        const { rows } = await statements.query<Changed>(progressSql, values);
        requireEpoch(epoch, rows[0]);
        if (rows[0]?.isChanged) return next;
      }
      throw new Error(`The order ${id} changed ${racesMax} times while its outcome was recorded.`);
    },
    async addFills(epoch, fills) {
      const values = [epoch, JSON.stringify(fills)];
      const { rows } = await statements.query<Added>(addFillsSql, values);
      requireEpoch(epoch, rows[0]);
      const added = new Set(rows[0]?.added.map(keyOf));
      // A fill that is twice in the batch was new once.
      return fills.map((fill) => added.delete(keyOf(fill)));
    },
  };
}

type Reserved = ReserveAnswer | { readonly kind: 'stale'; readonly epoch: number };
type Found = { readonly epoch: number; readonly stored: OrderRow | null };
type Changed = { readonly epoch: number; readonly isChanged: boolean };
type FillKey = Pick<FillRow, 'account_id' | 'market_type' | 'symbol' | 'venue_trade_id'>;
type Added = { readonly epoch: number; readonly added: readonly FillKey[] };

function keyOf({ account_id, market_type, symbol, venue_trade_id }: FillKey): string {
  return JSON.stringify([account_id, market_type, symbol, venue_trade_id]);
}
