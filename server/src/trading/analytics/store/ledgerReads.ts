import { type ExpressionBuilder, sql } from 'kysely';
import { addExact, type Exact, exactly, formatExact, zeroExact } from '../../../kit/exact.ts';
import type { Schema } from '../../../store/schema.ts';
import type { Store } from '../../../store/types.ts';
import type { LedgerListQuery, LedgerRecord, Page } from '../types.ts';
import { fromLedgerRow } from './rows.ts';

type Db = Store['db'];

/** Entries of one part: about 4 ms of the event loop to take over from the database. */
const partSize = 1_000;

type Place = Pick<LedgerRecord, 'atMs' | 'marketType' | 'entryId' | 'accountId'> | undefined;

/** Returns entries oldest first; ties by market type, the venue's id and account. */
export async function* readLedger(
  db: Db,
  query: LedgerListQuery,
): AsyncIterable<readonly LedgerRecord[]> {
  let place: Place;
  for (;;) {
    const records = await readPart(db, query, { place, order: 'asc', size: partSize, skip: 0 });
    if (records.length > 0) yield records;
    place = records.at(-1);
    if (records.length < partSize) return;
  }
}

/** Returns a page of entries, newest first. */
export async function readLedgerPage(
  db: Db,
  query: LedgerListQuery,
  { page, size }: Page,
): Promise<readonly LedgerRecord[]> {
  return readPart(db, query, { place: undefined, order: 'desc', size, skip: page * size });
}

/** Sums in code and part by part: neither database adds decimal text exactly. */
export async function sumLedger(db: Db, query: LedgerListQuery) {
  const sums = new Map<string, { total: Exact; count: number }>();
  for await (const records of readLedger(db, query)) {
    for (const { asset, amount } of records) {
      const sum = sums.get(asset) ?? { total: zeroExact, count: 0 };
      sums.set(asset, { total: addExact(sum.total, exactly(amount)), count: sum.count + 1 });
    }
  }
  return [...sums]
    .map(([asset, { total, count }]) => ({ asset, total: formatExact(total), count }))
    .sort((a, b) => (a.asset < b.asset ? -1 : 1));
}

interface Part {
  readonly place: Place;
  readonly order: 'asc' | 'desc';
  readonly size: number;
  readonly skip: number;
}

/** One select for each account: each is in order by itself, and the databases merge them. */
async function readPart(
  db: Db,
  query: LedgerListQuery,
  { place, order, size, skip }: Part,
): Promise<readonly LedgerRecord[]> {
  const [first, ...others] = query.accountIds.map((accountId) =>
    db
      .selectFrom('account_ledger')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('kind', '=', query.kind)
      .where((is) => is.and([...within(is, query), ...after(is, place)])),
  );
  if (!first) return [];
  let entries = first;
  for (const each of others) entries = entries.unionAll(each);
  for (const column of ['at_ms', 'market_type', 'entry_id', 'account_id'] as const) {
    entries = entries.orderBy(column, order);
  }
  return (await entries.limit(size).offset(skip).execute()).map(fromLedgerRow);
}

type EntriesOf = ExpressionBuilder<Schema, 'account_ledger'>;

function within(is: EntriesOf, { asset, fromMs, toMs }: LedgerListQuery) {
  return [
    ...(asset === undefined ? [] : [is('asset', '=', asset)]),
    ...(fromMs === undefined ? [] : [is('at_ms', '>=', fromMs)]),
    ...(toMs === undefined ? [] : [is('at_ms', '<=', toMs)]),
  ];
}

/** The first of the two conditions adds nothing, but tells the index where to begin. */
function after(is: EntriesOf, place: Place) {
  if (!place) return [];
  const { atMs, marketType, entryId, accountId } = place;
  return [
    is('at_ms', '>=', atMs),
    sql<boolean>`(at_ms, market_type, entry_id, account_id)
      > (${atMs}, ${marketType}, ${entryId}, ${accountId})`,
  ];
}
