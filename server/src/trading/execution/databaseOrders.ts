import { sql } from 'kysely';
import type { FillRow, OrderRow } from '../../store/schema.ts';
import type { Store } from '../../store/types.ts';
import type { AccountId } from '../model/account.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import { fromFillRow, fromOrderRow, toFillRow, toOrderRow, toOutcomeRow } from './orderRows.ts';
import type { OrderStore, StoredFill, StoredOrder } from './orderStore.ts';

/**
 * Maximum number of fills in one write: at about 10 µs each they delay other writes by 2 ms. Each
 * fill is stored once, so after a crash between two writes the rest is stored when it arrives
 * again.
 */
const fillsPerWriteMax = 200;
/**
 * Maximum number of orders with the same name: a venue that numbers orders per symbol repeats a
 * number in each, and an account trades dozens.
 */
const sameNameMax = 100;

// Written as literals, not parameters: only then are the small partial indexes used.
const isUnsettled = sql<boolean>`order_status in ('pending', 'unknown')`;
const isLive = sql<boolean>`order_status in ('pending', 'unknown', 'open')`;

/** Creates the order store of a database. */
export function createOrderStore({ db, write }: Pick<Store, 'db' | 'write'>): OrderStore {
  const orders = db.selectFrom('meta_orders').selectAll();
  const oldestFirst = orders.orderBy('created_at_ms').orderBy('id');
  return {
    async reserve(epoch, intent, limits) {
      const answer = await write.reserveOrder(epoch, toOrderRow(intent), limits);
      return answer.kind === 'exists' ? { ...answer, order: fromOrderRow(answer.order) } : answer;
    },
    async record(epoch, id, outcome) {
      const row = await write.recordOutcome(epoch, id, toOutcomeRow(outcome));
      return row && fromOrderRow(row);
    },
    async addFills(epoch, fills) {
      const added: StoredFill[] = [];
      for (let start = 0; start < fills.length; start += fillsPerWriteMax) {
        const part = fills.slice(start, start + fillsPerWriteMax);
        const isNew = await write.addFills(epoch, part.map(toFillRow));
        added.push(...part.filter((_, index) => isNew[index]));
      }
      return added;
    },
    async find(accountId, name, symbol) {
      const rows = await orders
        // The account is in each arm so that every name is looked up in its index.
        .where((is) =>
          is.or(nameColumns.map((column) => is.and({ account_id: accountId, [column]: name }))),
        )
        .$if(symbol !== undefined, (query) => query.where('symbol', '=', symbol ?? ''))
        .orderBy('created_at_ms', 'desc')
        .limit(sameNameMax)
        .execute();
      const row = bestNamed(rows, name);
      return row && fromOrderRow(row);
    },
    unsettled: async (limit) =>
      toOrders(await oldestFirst.where(isUnsettled).limit(limit).execute()),
    live: async (accountId) =>
      toOrders(await oldestFirst.where('account_id', '=', accountId).where(isLive).execute()),
    fillsOf: (order) => readFills(db, order),
    fillsWithin: (accountId, within) => readFillsWithin(db, accountId, within),
    symbolsSince: (...asked) => readSymbols(db, asked),
    async reasonNotRemovable({ id }) {
      const order = await orders.where('account_id', '=', id).limit(1).executeTakeFirst();
      if (!order) return undefined;
      return `The exchange account ${id} has orders on record and stays. Halt it instead.`;
    },
    async usage(accountId, day) {
      const row = await db
        .selectFrom('daily_usage')
        .select(['used_micro_usd', 'order_count'])
        .where('account_id', '=', accountId)
        .where('day', '=', day)
        .executeTakeFirst();
      return { usedMicroUsd: row?.used_micro_usd ?? 0, orders: row?.order_count ?? 0 };
    },
  };
}

async function readSymbols(
  db: Store['db'],
  [accountId, marketType, sinceMs]: Parameters<OrderStore['symbolsSince']>,
): Promise<readonly InstrumentSymbol[]> {
  const rows = await db
    .selectFrom('meta_orders')
    .select('symbol')
    .distinct()
    .where('account_id', '=', accountId)
    .where('market_type', '=', marketType)
    .where((is) => is.or([isLive, is('updated_at_ms', '>=', sinceMs)]))
    .orderBy('symbol')
    .execute();
  return rows.map(({ symbol }) => symbol as InstrumentSymbol);
}

/** Columns with the names of an order, the most certain first; only the last is not unique. */
const nameColumns = ['id', 'client_order_id', 'venue_client_id', 'venue_order_id'] as const;

function bestNamed(rows: readonly OrderRow[], name: string): OrderRow | undefined {
  for (const column of nameColumns) {
    const [named, ...others] = rows.filter((row) => row[column] === name);
    if (named) return others.length === 0 ? named : undefined;
  }
  return undefined;
}

function toOrders(rows: readonly OrderRow[]): readonly StoredOrder[] {
  return rows.map(fromOrderRow);
}

/**
 * Reads the fills of an order. A fill that arrived before its order was known to be ours has only
 * the venue's id of it.
 */
async function readFills(db: Store['db'], order: StoredOrder): Promise<readonly StoredFill[]> {
  const { id, accountId, symbol, marketType, venueOrderId } = order;
  const rows: readonly FillRow[] = await db
    .selectFrom('order_fills')
    .selectAll()
    .where((is) =>
      is.or([
        is('order_id', '=', id),
        ...(venueOrderId === undefined
          ? []
          : [
              is.and({
                account_id: accountId,
                venue_order_id: venueOrderId,
                symbol,
                market_type: marketType,
              }),
            ]),
      ]),
    )
    .orderBy('at_ms')
    .orderBy('venue_trade_id')
    .execute();
  return rows.map(fromFillRow);
}

async function readFillsWithin(
  db: Store['db'],
  accountId: AccountId,
  { marketType, fromMs, toMs }: Parameters<OrderStore['fillsWithin']>[1],
): Promise<readonly StoredFill[]> {
  const rows = await db
    .selectFrom('order_fills')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('at_ms', '>=', fromMs)
    .where('at_ms', '<=', toMs)
    .where('market_type', '=', marketType)
    .execute();
  return rows.map(fromFillRow);
}
