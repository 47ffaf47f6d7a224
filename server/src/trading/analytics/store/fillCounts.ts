import { sql } from 'kysely';
import type { Clock } from '../../../kit/clock.ts';
import type { Store } from '../../../store/types.ts';
import type { AccountId } from '../../model/account.ts';
import type { FillQuery } from '../types.ts';
import { within } from './fillReads.ts';

type Db = Store['db'];

/** Number of orders that filled, and number of fills. */
export interface FillCounts {
  readonly orders: number;
  readonly fills: number;
}

/** A fill that has just been stored. */
export interface NewFill {
  readonly accountId: AccountId;
  readonly atMs: number;
}

interface CountsDeps {
  readonly db: Db;
  readonly clock: Pick<Clock, 'now'>;
  /** Calls the listener with every new fill, once it is stored. */
  readonly onFill: (listener: (fill: NewFill) => void) => unknown;
}

/** Fills counted in one call: about 15 ms of the database's only thread; orders wait meanwhile. */
const sliceSize = 2_500;
/** Fills come within seconds. A count of older ones is kept, and made anew when one comes late. */
const settledAfterMs = 60_000;
/** Maximum number of counts that are kept, for all accounts: some hundred bytes each. */
const keptMax = 500;

/** Part of an account's list. */
interface Stretch {
  readonly accountId: AccountId;
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Counts the fills of lists and their orders. Settled fills are counted once, and the count is
 * kept. Each call then counts only those that came since. That is exact however often somebody
 * trades.
 */
export function createFillCounts({ db, clock, onFill }: CountsDeps) {
  const kept = createKept(onFill);
  const countOf = async (accountId: AccountId, query: FillQuery): Promise<FillCounts> => {
    const { fromMs = 0, toMs = Number.MAX_SAFE_INTEGER } = query;
    const settledMs = Math.max(fromMs - 1, Math.min(toMs, clock.now() - settledAfterMs));
    const key = nameOf(accountId, query, settledMs === toMs ? toMs : undefined);
    const stretch = { accountId, fromMs, toMs: settledMs };
    const settled = await kept.extend(key, stretch, (known) =>
      countOn(db, { ...query, accountId, fromMs }, { known, toMs: settledMs }),
    );
    return countOn(db, { ...query, accountId, fromMs }, { known: settled, toMs });
  };
  return async (query: FillQuery): Promise<FillCounts> => {
    let sum = { orders: 0, fills: 0 };
    if (query.marketTypes.length === 0) return sum;
    for (const accountId of query.accountIds) {
      const { orders, fills } = await countOf(accountId, query);
      sum = { orders: sum.orders + orders, fills: sum.fills + fills };
    }
    return sum;
  };
}

/** Names a list; one that ends in the past gets another name than one that goes on. */
function nameOf(accountId: AccountId, query: FillQuery, endMs: number | undefined): string {
  const { fromMs = 0, symbol = null, marketTypes } = query;
  return JSON.stringify([accountId, fromMs, endMs ?? null, symbol, [...marketTypes].sort()]);
}

/** Counts that are valid until a fill comes that should have been in them. */
function createKept(onFill: CountsDeps['onFill']) {
  // Invariant: the list that was asked for longest ago comes first.
  const counts = new Map<string, Stretch & FillCounts>();
  const flights = new Set<Stretch & { isSpoilt: boolean }>();
  onFill((fill) => {
    for (const [key, stretch] of counts) if (isIn(fill, stretch)) counts.delete(key);
    for (const flight of flights) if (isIn(fill, flight)) flight.isSpoilt = true;
  });
  return {
    /** Continues from the count that is kept, or starts from the beginning. */
    async extend(
      key: string,
      stretch: Stretch,
      count: (known: Stretch & FillCounts) => Promise<Stretch & FillCounts>,
    ): Promise<Stretch & FillCounts> {
      const known = counts.get(key);
      const isGood = known !== undefined && known.toMs <= stretch.toMs;
      const none = { ...stretch, toMs: stretch.fromMs - 1, orders: 0, fills: 0 };
      const flight = { ...stretch, isSpoilt: false };
      flights.add(flight);
      try {
        const counted = await count(isGood ? known : none);
        counts.delete(key);
        if (!flight.isSpoilt) counts.set(key, counted);
        const [oldest] = counts.keys();
        if (oldest !== undefined && counts.size > keptMax) counts.delete(oldest);
        return counted;
      } finally {
        flights.delete(flight);
      }
    },
  };
}

function isIn({ accountId, atMs }: NewFill, stretch: Stretch): boolean {
  return accountId === stretch.accountId && atMs >= stretch.fromMs && atMs <= stretch.toMs;
}

type CountQuery = FillQuery & { readonly accountId: AccountId; readonly fromMs: number };

/** Adds the fills after a count to it, slice by slice. */
async function countOn(
  db: Db,
  query: CountQuery,
  { known, toMs }: { readonly known: Stretch & FillCounts; readonly toMs: number },
): Promise<Stretch & FillCounts> {
  let { orders, fills } = known;
  let upToMs = known.toMs;
  while (upToMs < toMs) {
    const endMs = Math.min(toMs, (await sliceEnd(db, query, upToMs + 1)) ?? toMs);
    const counted = await countSlice(db, query, { fromMs: upToMs + 1, toMs: endMs });
    orders += counted.orders;
    fills += counted.fills;
    upToMs = endMs;
  }
  return { ...known, toMs: Math.max(toMs, known.toMs), orders, fills };
}

/**
 * Returns the time of the fill that many places later, whatever its kind; undefined when there are
 * fewer.
 */
async function sliceEnd(
  db: Db,
  { accountId }: CountQuery,
  fromMs: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('order_fills')
    .select('at_ms')
    .where('account_id', '=', accountId)
    .where('at_ms', '>=', fromMs)
    .orderBy('at_ms')
    .limit(1)
    .offset(sliceSize)
    .executeTakeFirst();
  return row?.at_ms;
}

/** Counts only orders without a fill of the list before the slice: others were counted there. */
async function countSlice(
  db: Db,
  query: CountQuery,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<FillCounts> {
  const byOrder = db
    .selectFrom('order_fills')
    .select(({ fn }) => [
      ...(['market_type', 'symbol', 'venue_order_id'] as const),
      fn.countAll<number>().as('fills'),
    ])
    .where('account_id', '=', query.accountId)
    .where((is) => is.and(within(is, { ...query, fromMs, toMs })))
    .groupBy(['market_type', 'symbol', 'venue_order_id']);
  const isCounted = sql<number>`exists (select 1 from order_fills as earlier
    where earlier.account_id = ${query.accountId} and earlier.market_type = one.market_type
      and earlier.symbol = one.symbol and earlier.venue_order_id = one.venue_order_id
      and earlier.at_ms >= ${query.fromMs} and earlier.at_ms < ${fromMs})`;
  const row = await db
    .selectFrom(byOrder.as('one'))
    .select([
      sql<number>`coalesce(sum(case when ${isCounted} then 0 else 1 end), 0)`.as('orders'),
      sql<number>`coalesce(sum(one.fills), 0)`.as('fills'),
    ])
    .executeTakeFirstOrThrow();
  return { orders: Number(row.orders), fills: Number(row.fills) };
}
