import { type ExpressionBuilder, sql } from 'kysely';
import { afterThisTurn } from '../../../kit/turn.ts';
import type { Schema } from '../../../store/schema.ts';
import type { Store } from '../../../store/types.ts';
import type { FillQuery, Page, ReportFill } from '../types.ts';
import { type FillReportRow, toReportFill } from './rows.ts';

type Db = Store['db'];

/**
 * Fills of one part of a list: about 2 ms of the event loop to take over from the database, as much
 * to process, and 4 ms of the database's only thread, which orders wait for meanwhile.
 */
const partSize = 500;

/** A position after this fill of the account; undefined is the beginning. */
type Place = Pick<FillReportRow, (typeof keyColumns)[number]> | undefined;

/**
 * Returns fills oldest first; ties by market type, symbol, the venue's id and account. The next
 * part is read while the one before is processed.
 */
export async function* readFills(db: Db, query: FillQuery): AsyncIterable<readonly ReportFill[]> {
  if (isEmpty(query)) return;
  const partAfter = (place: Place) =>
    readPart(db, query, { place, order: 'asc', size: partSize, skip: 0 });
  let coming = partAfter(undefined);
  for (;;) {
    const rows = await coming;
    const hasMore = rows.length === partSize;
    if (hasMore) {
      coming = partAfter(rows.at(-1));
      // The consumer may never ask for it.
      coming.catch(() => undefined);
    }
    // The next part is requested before this one is processed only if a turn of the event loop lies
    // between. Other callers may also get in then, who would else wait for both.
    await new Promise<void>((resolve) => afterThisTurn(resolve));
    if (rows.length > 0) yield rows.map(toReportFill);
    if (!hasMore) return;
  }
}

/** Returns a page of fills, newest first. */
export async function readFillPage(
  db: Db,
  query: FillQuery,
  { page, size }: Page,
): Promise<readonly ReportFill[]> {
  if (isEmpty(query)) return [];
  const part = { place: undefined, order: 'desc', size, skip: page * size } as const;
  return (await readPart(db, query, part)).map(toReportFill);
}

function isEmpty({ accountIds, marketTypes }: FillQuery): boolean {
  return accountIds.length === 0 || marketTypes.length === 0;
}

interface Part {
  readonly place: Place;
  readonly order: 'asc' | 'desc';
  readonly size: number;
  readonly skip: number;
}

const keyColumns = ['at_ms', 'market_type', 'symbol', 'venue_trade_id', 'account_id'] as const;

async function readPart(db: Db, query: FillQuery, part: Part): Promise<readonly FillReportRow[]> {
  let rows = db
    .selectFrom(keysOf(db, query, part).as('key'))
    .innerJoin('order_fills as fill', (join) =>
      join
        .onRef('fill.account_id', '=', 'key.account_id')
        .onRef('fill.market_type', '=', 'key.market_type')
        .onRef('fill.symbol', '=', 'key.symbol')
        .onRef('fill.venue_trade_id', '=', 'key.venue_trade_id'),
    )
    .leftJoin('fill_marks as mark', (join) =>
      join
        .onRef('mark.account_id', '=', 'key.account_id')
        .onRef('mark.market_type', '=', 'key.market_type')
        .onRef('mark.symbol', '=', 'key.symbol')
        .onRef('mark.venue_trade_id', '=', 'key.venue_trade_id'),
    )
    .leftJoin('meta_orders as order', 'order.id', 'fill.order_id')
    .select([
      ...(['fill.account_id', 'fill.market_type', 'fill.symbol', 'fill.venue_trade_id'] as const),
      ...(['fill.venue_order_id', 'fill.side', 'fill.price', 'fill.quantity'] as const),
      ...(['fill.fee', 'fill.fee_asset', 'fill.liquidity', 'fill.at_ms'] as const),
      ...(['mark.source', 'mark.quote_usd', 'mark.fee_usd', 'mark.half_spread'] as const),
      ...(['mark.mark_0', 'mark.mark_1', 'mark.mark_5'] as const),
      ...(['mark.mark_30', 'mark.mark_60', 'mark.mark_300'] as const),
      ...(['mark.mark_0_age_ms', 'mark.mark_0_missing'] as const),
      parentId.as('parent_id'),
    ]);
  for (const column of keyColumns) rows = rows.orderBy(`key.${column}`, part.order);
  return rows.execute();
}

/** A fill that came before its order was known to be ours carries only the venue's order id. */
const parentId = sql<string | null>`case when fill.order_id is null
  then (select its.parent_id from meta_orders as its
    where its.account_id = fill.account_id and its.venue_order_id = fill.venue_order_id
      and its.symbol = fill.symbol and its.market_type = fill.market_type limit 1)
  else "order".parent_id end`;

/**
 * Selects the keys of the wanted fills from the index alone. There is a select for each account:
 * each is in order by itself, and both databases merge them without sorting rows that are not
 * wanted.
 */
function keysOf(db: Db, query: FillQuery, { place, order, size, skip }: Part) {
  // Given two lower bounds, SQLite uses the first, and would read all rows between them.
  const bounded = place ? { ...query, fromMs: undefined } : query;
  const [first, ...others] = query.accountIds.map((accountId) =>
    db
      .selectFrom('order_fills')
      .select(keyColumns)
      .where('account_id', '=', accountId)
      .where((is) => is.and([...within(is, bounded), ...after(is, place)])),
  );
  let keys = first ?? db.selectFrom('order_fills').select(keyColumns).where(sql<boolean>`1 = 0`);
  for (const each of others) keys = keys.unionAll(each);
  for (const column of keyColumns) keys = keys.orderBy(column, order);
  return keys.limit(size).offset(skip);
}

type FillsOf = ExpressionBuilder<Schema, 'order_fills'>;

/** Returns the conditions of a window, market types and a symbol. */
export function within(is: FillsOf, { marketTypes, symbol, fromMs, toMs }: FillQuery) {
  return [
    is('market_type', 'in', marketTypes),
    ...(symbol === undefined ? [] : [is('symbol', '=', symbol)]),
    ...(fromMs === undefined ? [] : [is('at_ms', '>=', fromMs)]),
    ...(toMs === undefined ? [] : [is('at_ms', '<=', toMs)]),
  ];
}

/** The first of the two conditions adds nothing, but tells the index where to begin. */
function after(is: FillsOf, place: Place) {
  if (!place) return [];
  return [
    is('at_ms', '>=', place.at_ms),
    sql<boolean>`(at_ms, market_type, symbol, venue_trade_id, account_id)
      > (${place.at_ms}, ${place.market_type}, ${place.symbol}, ${place.venue_trade_id},
        ${place.account_id})`,
  ];
}
