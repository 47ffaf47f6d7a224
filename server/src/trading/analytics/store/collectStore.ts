import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../store/types.ts';
import type { CollectStore, FillPlace, LedgerRecord, MarksSave, TwapRecord } from '../types.ts';
import {
  keyOf,
  markColumns,
  type TwapFillRow,
  toLedgerRow,
  toMarksRow,
  toStoredMarks,
  toTwapRows,
} from './rows.ts';

type Db = Store['db'];

/** Rows of one statement: about 2 ms of the database's only thread. */
const rowsMax = 200;
/** Maximum number of excluded names: keeps a statement within the embedded database's size. */
const exceptMax = 200;

/** Creates the store for what collecting writes and looks up. */
export function createCollectStore({ db }: Pick<Store, 'db'>): CollectStore {
  return {
    addLedger: (records) => addLedger(db, records),
    addTwaps: (records) => addTwaps(db, records),
    async readSince(accountId, list) {
      const row = await db
        .selectFrom('ledger_readings')
        .select('since_ms')
        .where('account_id', '=', accountId)
        .where('list', '=', list)
        .executeTakeFirst();
      return row?.since_ms;
    },
    async saveSince(accountId, list, { sinceMs, nowMs }) {
      const reading = { since_ms: sinceMs, updated_at_ms: nowMs };
      await db
        .insertInto('ledger_readings')
        .values({ account_id: accountId, list, ...reading })
        .onConflict((found) => found.columns(['account_id', 'list']).doUpdateSet(reading))
        .execute();
    },
    saveMarks: (marks) => saveMarks(db, marks),
    async dueMarks(fromMs, limit) {
      const rows = await db
        .selectFrom('fill_marks')
        .selectAll()
        .where('due_ms', 'is not', null)
        .where('due_ms', '>=', fromMs)
        .orderBy('due_ms')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...toStoredMarks(row), dueMs: row.due_ms ?? fromMs }));
    },
    async unknownMarks({ except, limit }) {
      const rows = await db
        .selectFrom('fill_marks')
        .selectAll()
        // A literal and not parameters: only then does the database use the small index for them.
        .where(sql<boolean>`source is null and due_ms is null and market_type <> 'spot'`)
        .$if(except.length > 0, (query) =>
          query.where('symbol', 'not in', except.slice(0, exceptMax)),
        )
        .orderBy('at_ms', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toStoredMarks);
    },
    fillsAfter: (...asked) => readFillsAfter(db, asked),
  };
}

async function addLedger(db: Db, records: readonly LedgerRecord[]): Promise<number> {
  let added = 0;
  for (const rows of partsOf(records.map(toLedgerRow))) {
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('account_ledger')
      .values(rows)
      .onConflict((found) => found.doNothing())
      .executeTakeFirstOrThrow();
    added += Number(numInsertedOrUpdatedRows);
  }
  return added;
}

async function addTwaps(db: Db, records: readonly TwapRecord[]): Promise<number> {
  const rows = records.map(toTwapRows);
  // One statement cannot change one row twice.
  const orders = new Map(rows.map(({ order }) => [`${order.account_id} ${order.twap_id}`, order]));
  for (const some of rows) {
    const { order } = some;
    const key = `${order.account_id} ${order.twap_id}`;
    const known = orders.get(key) ?? order;
    const total_size = known.total_size ?? order.total_size;
    orders.set(key, { ...known, total_size, at_ms: Math.min(known.at_ms, order.at_ms) });
  }
  for (const some of partsOf([...orders.values()])) {
    await db
      .insertInto('twap_orders')
      .values(some)
      .onConflict((found) =>
        found.columns(['account_id', 'twap_id']).doUpdateSet({
          total_size: sql`coalesce(twap_orders.total_size, excluded.total_size)`,
          at_ms: sql`case when excluded.at_ms < twap_orders.at_ms
            then excluded.at_ms else twap_orders.at_ms end`,
        }),
      )
      .execute();
  }
  return addTwapFills(
    db,
    rows.flatMap(({ fills }) => fills),
  );
}

async function addTwapFills(db: Db, fills: readonly TwapFillRow[]): Promise<number> {
  let added = 0;
  for (const rows of partsOf(fills)) {
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('twap_fills')
      .values(rows)
      .onConflict((found) => found.doNothing())
      .executeTakeFirstOrThrow();
    added += Number(numInsertedOrUpdatedRows);
  }
  return added;
}

const knownColumns = [
  'source',
  'quote_usd',
  'fee_usd',
  'half_spread',
  'mark_0_age_ms',
  'mark_0_missing',
  ...markColumns,
] as const;
type KnownColumn = (typeof knownColumns)[number];

/**
 * Writes without a transaction, which would keep orders waiting: each mark stands for itself. No
 * fill may be in the list twice.
 */
async function saveMarks(db: Db, marks: readonly MarksSave[]): Promise<void> {
  const isDueKnown = ({ dueMs }: MarksSave) => dueMs !== undefined;
  for (const part of partsOf(marks.filter(isDueKnown))) await upsertMarks(db, part, true);
  const others = marks.filter((each) => !isDueKnown(each));
  for (const part of partsOf(others)) await upsertMarks(db, part, false);
}

async function upsertMarks(
  db: Db,
  marks: readonly MarksSave[],
  isDueKnown: boolean,
): Promise<void> {
  const kept = Object.fromEntries(
    knownColumns.map((column) => [
      column,
      sql`coalesce(${sql.ref(`fill_marks.${column}`)}, ${sql.ref(`excluded.${column}`)})`,
    ]),
  ) as Record<KnownColumn, RawBuilder<never>>;
  const due = isDueKnown ? { due_ms: sql<never>`excluded.due_ms` } : {};
  await db
    .insertInto('fill_marks')
    .values(marks.map(toMarksRow))
    .onConflict((found) =>
      found
        .columns(['account_id', 'market_type', 'symbol', 'venue_trade_id'])
        .doUpdateSet({ ...kept, ...due }),
    )
    .execute();
}

async function readFillsAfter(
  db: Db,
  [accountId, place, limit]: Parameters<CollectStore['fillsAfter']>,
) {
  const rows = await db
    .selectFrom('order_fills as fill')
    .leftJoin('fill_marks as mark', (join) =>
      join
        .onRef('mark.account_id', '=', 'fill.account_id')
        .onRef('mark.market_type', '=', 'fill.market_type')
        .onRef('mark.symbol', '=', 'fill.symbol')
        .onRef('mark.venue_trade_id', '=', 'fill.venue_trade_id'),
    )
    .select([
      ...(['fill.account_id', 'fill.market_type', 'fill.symbol', 'fill.venue_trade_id'] as const),
      ...(['fill.side', 'fill.price', 'fill.fee_asset', 'fill.at_ms'] as const),
      'mark.at_ms as marked_ms',
    ])
    .where('fill.account_id', '=', accountId)
    .where('fill.at_ms', '>=', place.atMs)
    .where(isAfter(place))
    .orderBy('fill.at_ms')
    .orderBy('fill.market_type')
    .orderBy('fill.symbol')
    .orderBy('fill.venue_trade_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...keyOf(row),
    side: row.side,
    price: row.price,
    feeAsset: row.fee_asset,
    atMs: row.at_ms,
    isMarked: row.marked_ms !== null,
  }));
}

function isAfter({ atMs, marketType, symbol, venueTradeId }: FillPlace) {
  return sql<boolean>`(fill.at_ms, fill.market_type, fill.symbol, fill.venue_trade_id)
    > (${atMs}, ${marketType}, ${symbol}, ${venueTradeId})`;
}

function partsOf<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const parts: (readonly Row[])[] = [];
  for (let start = 0; start < rows.length; start += rowsMax) {
    parts.push(rows.slice(start, start + rowsMax));
  }
  return parts;
}
