import { parseExact } from '../../../../kit/exact.ts';
import type { LedgerQuery, VenueLedgerEntry } from '../../perpsPort.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { told } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { readPositive } from '../../shared/wireFields.ts';
import { type Endpoint, type HouseName, housesOf, idOf, listAt, marketNamed } from './houses.ts';

/** Where each house lists what it booked beside orders. */
export type IncomeBooks = Readonly<Record<HouseName, Endpoint>>;

export type IncomeKind = 'FUNDING_FEE' | 'REALIZED_PNL';

type IncomeQuery = LedgerQuery & { readonly kind: IncomeKind };

/** The longest list of the venue. */
const pageMax = 1_000;
/**
 * A page weighs 30 of 2,400 a minute: a window of more pages than these would spend a minute's
 * weight of the account. It would be 20,000 payments.
 */
const pagesMax = 20;
const dayMs = 24 * 3_600_000;
/**
 * The venue keeps income for three months, and refuses a search that begins before 90 days; an hour
 * is left for the difference of the clocks.
 */
const keptMs = 90 * dayMs - 3_600_000;
/**
 * How far back the newest are looked for, step by step: who asks for them mostly wants the last
 * days, and who trades much has a thousand of them in one.
 */
const reachesMs = [dayMs, 7 * dayMs, 30 * dayMs, keptMs] as const;

/** At least what the query asks for, of one kind of income; of both houses without a symbol. */
export async function listIncomes(
  books: IncomeBooks,
  call: DialectCall,
  query: IncomeQuery,
): Promise<readonly VenueLedgerEntry[]> {
  const lists = housesOf(query.symbol).map((house) => {
    const list = { ...books[house], house, query };
    return query.sinceMs === undefined ? newest(call, list) : first(call, list, query.sinceMs);
  });
  return (await Promise.all(lists)).flat();
}

interface Listed extends Endpoint {
  readonly house: HouseName;
  readonly query: IncomeQuery;
}

/** Nothing says how the venue cuts a list without times: each window is named and read whole. */
async function newest(call: DialectCall, list: Listed): Promise<readonly VenueLedgerEntry[]> {
  const nowMs = call.clock.now();
  const found: VenueLedgerEntry[] = [];
  let toMs = nowMs;
  for (const reachMs of reachesMs) {
    const fromMs = nowMs - reachMs;
    const window = { fromMs, toMs, wanted: Number.POSITIVE_INFINITY };
    found.push(...(await within(call, list, window)));
    if (found.length >= list.query.limit) break;
    toMs = fromMs - 1;
  }
  return found;
}

function first(
  call: DialectCall,
  list: Listed,
  sinceMs: number,
): Promise<readonly VenueLedgerEntry[]> {
  const nowMs = call.clock.now();
  const fromMs = Math.max(sinceMs, nowMs - keptMs);
  return within(call, list, { fromMs, toMs: Math.max(nowMs, fromMs), wanted: list.query.limit });
}

interface Window {
  readonly fromMs: number;
  readonly toMs: number;
  /** With so many it is enough. */
  readonly wanted: number;
}

/** Page by page: a full one goes on at its last moment, of which the next one may have more. */
async function within(
  call: DialectCall,
  { house, query, ...endpoint }: Listed,
  { fromMs, toMs, wanted }: Window,
): Promise<readonly VenueLedgerEntry[]> {
  const { symbol, marketType, kind } = query;
  const found = new Map<string, VenueLedgerEntry>();
  const named = symbol === undefined ? {} : { symbol: idOf(call.client, symbol) };
  let startTime = fromMs;
  for (let page = 0; page < pagesMax; page += 1) {
    const asked = { ...named, incomeType: kind, startTime, endTime: toMs, limit: pageMax };
    const rows = await listAt(call, endpoint, asked);
    for (const row of rows) {
      if (marketTypeIn(row) !== marketType) continue;
      const entry = toEntry(house, row);
      found.set(entry.id, entry);
    }
    if (rows.length < pageMax || found.size >= wanted) return [...found.values()];
    const lastMs = Math.max(...rows.map((row) => Number(row.time)));
    // A moment never has a whole page: each market pays once.
    startTime = lastMs === startTime ? lastMs + 1 : lastMs;
  }
  throw new NoAnswerError('The exchange has more records than can be read at once.');
}

/** By the name alone: markets that were delisted, or that we have no name for, are told as well. */
function marketTypeIn({ symbol }: Fields): 'swap' | 'future' {
  return /_\d{6}$/.test(String(symbol)) ? 'future' : 'swap';
}

function toEntry(house: HouseName, row: Fields): VenueLedgerEntry {
  const { tranId, symbol, incomeType, income, asset, time } = row;
  return {
    // The venue numbers within a kind of income alone, and both houses may use the same number.
    id: [tranId, symbol, incomeType].map(String).join('-'),
    symbol: marketNamed(house, symbol)?.symbol,
    amount: exactText(income),
    asset: String(told(asset, 'asset of a payment')),
    atMs: told(readPositive(time), 'time of a payment'),
    info: row,
  };
}

/** As the venue wrote it: it quotes amounts, so no digit is lost on the way. */
function exactText(income: unknown): string {
  const text = String(income);
  if (!parseExact(text)) throw new NoAnswerError('The exchange gave an amount that is no number.');
  return text;
}
