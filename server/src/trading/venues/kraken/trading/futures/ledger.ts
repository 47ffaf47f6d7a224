import { compareExact, exactly, zeroExact } from '../../../../../kit/exact.ts';
import type { MarketType } from '../../../../model/order.ts';
import type { LedgerQuery, VenueLedgerEntry } from '../../../perpsPort.ts';
import { type Fields, isFields } from '../../../shared/json.ts';
import type { DialectCall } from '../../../shared/live/dialect.ts';
import { DialectRefusal } from '../../../shared/live/failures.ts';
import { required, textOf } from '../../../shared/live/shapes.ts';
import { NoAnswerError } from '../../../shared/live/tradeHttp.ts';
import { valueAt } from '../../../shared/wireFields.ts';
import { fromFuturesAsset, fromProductId } from '../../symbols.ts';
import { accountLog } from './endpoints.ts';
import { timeOf } from './time.ts';

/** This many rows cost three of the hundred tokens of ten minutes; more cost twice that. */
const pageLength = 1_000;
/** Sixty of the tokens: look-ups of orders, which need one each, have the rest. */
const pagesMax = 20;

/**
 * Returns funding from rows of every kind: each hour has a row for it, and a trade that changes the
 * position settles what has accrued since.
 */
export function futuresFundingPayments(call: DialectCall, query: LedgerQuery) {
  return entriesOf(call, query, 'realized_funding');
}

/**
 * Returns profits from rows of every kind: a liquidation realises a loss as a trade does, and so
 * does a settlement.
 */
export function futuresRealizedPnl(call: DialectCall, query: LedgerQuery) {
  return entriesOf(call, query, 'realized_pnl');
}

/**
 * Reads forwards from the requested time, or backwards from now, until there are enough entries.
 */
async function entriesOf(
  { client }: DialectCall,
  query: LedgerQuery,
  field: 'realized_funding' | 'realized_pnl',
): Promise<readonly VenueLedgerEntry[]> {
  const { sinceMs, limit } = query;
  const isBackwards = sinceMs === undefined;
  const rows = new Map<string, Fields>();
  let edge: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const answer = await accountLog(client, {
      sort: isBackwards ? 'desc' : 'asc',
      count: pageLength,
      // No document says whether the time itself is included.
      since: isBackwards ? undefined : Math.max(0, sinceMs - 1),
      from: isBackwards ? undefined : edge,
      to: isBackwards ? edge : undefined,
    });
    const logs = valueAt(answer, 'logs');
    if (!Array.isArray(logs)) throw new NoAnswerError('The exchange returned no account log.');
    const known = rows.size;
    for (const row of logs.filter(isFields)) rows.set(idOf(row), row);
    const entries = [...rows.values()].flatMap((row) => entryOf(row, field, query));
    const isLast = logs.length < pageLength || rows.size === known;
    if (isLast || entries.length >= limit) return entries;
    // Rows are numbered in the order of their times. No document says whether the number itself is
    // included either: a row that comes twice is one.
    edge = idOf(logs.at(-1));
  }
  const most = pagesMax * pageLength;
  throw new DialectRefusal(`The account log of kraken has more than ${most} rows there: ${hint}.`);
}

const hint = 'ask for fewer entries, or from a later time on';

function idOf(row: unknown): string {
  return String(required(valueAt(row, 'id'), 'number of a row'));
}

/** Returns none for rows that book nothing of the kind, or that were not requested. */
function entryOf(row: Fields, field: string, query: LedgerQuery): readonly VenueLedgerEntry[] {
  const { asset, contract, date } = row;
  const wire = row[field];
  // A trade has a row for the money and one for the size of the position, which repeats some of it.
  if (wire === null || wire === undefined || asset === contract) return [];
  const amount = textOf(String(wire));
  if (compareExact(exactly(amount), zeroExact) === 0) return [];
  const product = String(contract ?? '').toUpperCase();
  const symbol = fromProductId(product);
  const atMs = required(timeOf(date), 'time of a row');
  const { sinceMs = 0 } = query;
  const isMeant = typeOf(product) === query.marketType && (query.symbol ?? symbol) === symbol;
  if (!isMeant || atMs < sinceMs) return [];
  const code = fromFuturesAsset(String(required(asset, 'asset of a row')).toUpperCase());
  return [{ id: idOf(row), symbol, amount, asset: code, atMs, info: row }];
}

/** Also for products that have no name here. */
function typeOf(product: string): MarketType {
  return product.startsWith('F') ? 'future' : 'swap';
}
