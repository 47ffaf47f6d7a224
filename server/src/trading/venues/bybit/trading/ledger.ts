import { exactly, formatExact, subtractExact } from '../../../../kit/exact.ts';
import { type InstrumentSymbol, isInverse, symbolParts } from '../../../model/symbol.ts';
import type { LedgerQuery, VenueLedgerEntry } from '../../perpsPort.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { required } from '../../shared/live/shapes.ts';
import { readPositive } from '../../shared/wireFields.ts';
import { fromVenueSymbol, type MarketName } from '../symbols.ts';
import { closedPnl, transactionLog } from './endpoints.ts';
import { amountAt, amountOrZero, categoryOf, kindOf, listedOf, textAt } from './rows.ts';
import { type WeeklyList, type WeeklyQuery, weeklyEntries } from './weeklyLists.ts';

/**
 * Reads funding from the log of the account. Executions report it as a fee, positive when it was
 * paid, and without its currency; the log has the change of the wallet, its currency and a separate
 * id.
 */
export async function fundingPayments(
  call: DialectCall,
  query: LedgerQuery,
): Promise<readonly VenueLedgerEntry[]> {
  // Dated futures pay no funding.
  if (query.marketType !== 'swap') return [];
  const { symbol } = query;
  const list: WeeklyList = {
    limit: 50,
    queries: [
      ({ startTime, endTime, limit, cursor }) =>
        transactionLog(call.client, {
          accountType: 'UNIFIED',
          type: 'SETTLEMENT',
          category: symbol && categoryOf(symbol),
          baseCoin: symbol && symbolParts(symbol).base,
          startTime,
          endTime,
          limit,
          cursor,
        }),
    ],
    read: (row) => wanted(query, paymentOf(row)),
  };
  return weeklyEntries(call, list, query);
}

/**
 * Options settle in the same log, and contracts in USDC settle profits there: neither is funding.
 */
function paymentOf(row: Fields): VenueLedgerEntry | undefined {
  const { category } = row;
  const amount = amountOrZero(row, 'funding');
  if ((category !== 'linear' && category !== 'inverse') || amount === '0') return undefined;
  return {
    id: required(textAt(row, 'id'), 'id of a payment'),
    symbol: fromVenueSymbol(category, textAt(row, 'symbol') ?? ''),
    amount,
    asset: required(textAt(row, 'currency'), 'currency of a payment'),
    atMs: required(readPositive(row.transactionTime), 'time of a payment'),
    info: row,
  };
}

const categories = ['linear', 'inverse'] as const;

/** Returns realised profits, by closing order. */
export async function realizedPnl(
  call: DialectCall,
  query: LedgerQuery,
): Promise<readonly VenueLedgerEntry[]> {
  const { symbol } = query;
  const queryOf =
    (category: MarketName, marketId?: string): WeeklyQuery =>
    ({ startTime, endTime, limit, cursor }) =>
      closedPnl(call.client, { category, symbol: marketId, startTime, endTime, limit, cursor });
  const listed = symbol && listedOf(call, symbol);
  const list: WeeklyList = {
    limit: 100,
    queries: listed
      ? [queryOf(listed.category, listed.symbol)]
      : categories.map((category) => queryOf(category)),
    read: (row) => wanted(query, profitOf(row, symbol)),
  };
  return weeklyEntries(call, list, query);
}

/** A row does not give its category, but no contract of one category has a name of the other. */
function profitOf(row: Fields, asked: InstrumentSymbol | undefined): VenueLedgerEntry | undefined {
  const name = textAt(row, 'symbol') ?? '';
  const symbol = asked ?? fromVenueSymbol('linear', name) ?? fromVenueSymbol('inverse', name);
  if (symbol === undefined) return undefined;
  // The time by which the list is sorted and cut: pages that go on from another time lose rows.
  const atMs = required(readPositive(row.createdTime), 'time of a profit');
  const bit = [textAt(row, 'updatedTime') ?? '', textAt(row, 'cumExitValue') ?? ''];
  return {
    // An order that closes bit by bit has a row for each bit, several of them in one millisecond.
    id: [textAt(row, 'orderId') ?? name, atMs, ...bit].join(':'),
    symbol,
    amount: grossOf(row, symbol),
    asset: required(symbolParts(symbol).settle, 'currency of a contract'),
    atMs,
    info: row,
  };
}

/**
 * Returns the exit value minus the entry value of the position: `closedPnl` has fees subtracted.
 * The side is that of the closing order, and inverse contracts are worth less coin at higher
 * prices.
 */
function grossOf(row: Fields, symbol: InstrumentSymbol): string {
  if (textAt(row, 'cumEntryValue') === undefined || textAt(row, 'cumExitValue') === undefined) {
    return amountAt(row, 'closedPnl');
  }
  const [entry, exit] = [
    exactly(amountAt(row, 'cumEntryValue')),
    exactly(amountAt(row, 'cumExitValue')),
  ];
  const isLong = row.side === 'Sell';
  const isRise = isLong !== isInverse(symbol);
  return formatExact(isRise ? subtractExact(exit, entry) : subtractExact(entry, exit));
}

/** Keeps the entries of the requested market type and symbol. */
function wanted(
  { marketType, symbol }: LedgerQuery,
  entry: VenueLedgerEntry | undefined,
): VenueLedgerEntry | undefined {
  if (entry?.symbol === undefined || kindOf(entry.symbol) !== marketType) return undefined;
  return symbol === undefined || entry.symbol === symbol ? entry : undefined;
}
