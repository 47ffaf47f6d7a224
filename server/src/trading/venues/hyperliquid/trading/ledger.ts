import type { LedgerQuery, VenueLedgerEntry } from '../../perpsPort.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { required } from '../../shared/live/shapes.ts';
import { fromCoin } from '../symbols.ts';
import { createBudget, entriesFrom, type PagedRows, timeOf } from './pagedRows.ts';
import { accountRows, decimalAt } from './rows.ts';

const hourMs = 3_600_000;
/** The exchange began in 2023: there is nothing before. */
const beginMs = 1_672_531_200_000;
/** A full page of funding weighs 45 of the 600 a minute that reads may take. */
const fundingAnswersMax = 12;
/** A full page of executions weighs 120 of them. */
const executionAnswersMax = 5;
/**
 * First guess of the number of payments per hour. Too few cost a page or two that were not needed,
 * too many cost a few small requests.
 */
const paymentsGuessed = 16;
/** In this time the venue's some 200 markets fill nine of the pages that may be requested. */
const firstHoursMax = 16;
/** Factor by which each period is longer than the one after it, until one has enough. */
const growth = 4;

/** Funding is paid by the hour, and listed oldest first, 500 per answer. */
export async function fundingPayments(
  call: DialectCall,
  query: LedgerQuery,
): Promise<readonly VenueLedgerEntry[]> {
  if (query.marketType !== 'swap') return [];
  const { sinceMs, limit } = query;
  const list: PagedRows<VenueLedgerEntry> = {
    pageSize: 500,
    ask: ({ startTime, endTime }) => accountRows(call, { type: 'userFunding', startTime, endTime }),
    read: (row) => wanted(query, paymentOf(row)),
    idOf: ({ id }) => id,
  };
  const budget = createBudget(fundingAnswersMax);
  if (sinceMs !== undefined) {
    return entriesFrom(list, { startTime: sinceMs }, { count: limit, budget });
  }
  // The newest ones: a position held for a number of hours has as many payments, and some positions
  // are held.
  const found: VenueLedgerEntry[] = [];
  let endTime = call.client.milliseconds();
  let lengthMs = Math.min(Math.ceil(limit / paymentsGuessed), firstHoursMax) * hourMs;
  while (found.length < limit && endTime >= beginMs) {
    const startTime = Math.max(endTime - lengthMs, beginMs);
    const every = { count: Number.POSITIVE_INFINITY, budget };
    found.push(...(await entriesFrom(list, { startTime, endTime }, every)));
    endTime = startTime - 1;
    lengthMs *= growth;
  }
  return found;
}

/** The hash is zero, or the same for all payments of an hour. */
function paymentOf(row: Fields): VenueLedgerEntry | undefined {
  const { delta } = row;
  if (!isFields(delta)) return undefined;
  const atMs = timeOf(row);
  const coin = String(delta.coin);
  return {
    id: `${atMs}:${coin}`,
    symbol: fromCoin(coin),
    amount: decimalAt(delta, 'usdc'),
    asset: 'USDC',
    atMs,
    info: row,
  };
}

/**
 * Profits are given with the executions that realised them, of which the newest 10,000 are kept.
 */
export async function realizedPnl(
  call: DialectCall,
  query: LedgerQuery,
): Promise<readonly VenueLedgerEntry[]> {
  if (query.marketType !== 'swap') return [];
  const { sinceMs, limit } = query;
  const list: PagedRows<VenueLedgerEntry> = {
    pageSize: 2_000,
    ask: ({ startTime, endTime }) =>
      accountRows(call, { type: 'userFillsByTime', startTime, endTime }),
    read: (row) => wanted(query, profitOf(row)),
    idOf: ({ id }) => id,
  };
  const budget = createBudget(executionAnswersMax);
  if (sinceMs !== undefined) {
    const period = { startTime: sinceMs, endTime: call.client.milliseconds() };
    return entriesFrom(list, period, { count: limit, budget });
  }
  budget.spend();
  const newest = await accountRows(call, { type: 'userFills' });
  const found = newest.flatMap((row) => list.read(row) ?? []);
  const oldest = newest.at(-1);
  if (found.length >= limit || newest.length < list.pageSize || !oldest) return found;
  const every = { count: Number.POSITIVE_INFINITY, budget };
  const before = { startTime: beginMs, endTime: timeOf(oldest) };
  return [...found, ...(await entriesFrom(list, before, every))];
}

/** Returns undefined for an execution that closed nothing, or closed at the entry price. */
function profitOf(row: Fields): VenueLedgerEntry | undefined {
  const amount = decimalAt(row, 'closedPnl');
  if (amount === '0') return undefined;
  return {
    id: String(required(row.tid, 'id of an execution')),
    symbol: fromCoin(String(row.coin)),
    amount,
    asset: 'USDC',
    atMs: timeOf(row),
    info: row,
  };
}

/** Keeps entries of the exchange's own perpetuals, of one market when it was requested. */
function wanted(
  { symbol }: LedgerQuery,
  entry: VenueLedgerEntry | undefined,
): VenueLedgerEntry | undefined {
  if (entry?.symbol === undefined) return undefined;
  return symbol === undefined || entry.symbol === symbol ? entry : undefined;
}
