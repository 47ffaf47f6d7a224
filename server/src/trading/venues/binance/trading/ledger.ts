import { parseExact } from '../../../../kit/exact.ts';
import type { LedgerQuery, VenueLedgerEntry } from '../../perpsPort.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import type { Endpoint } from '../../shared/live/endpoint.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import { required } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { readPositive } from '../../shared/wireFields.ts';
import type { Income } from './endpoints.ts';
import { fieldsIn, idOf, type MarginType, marginTypesOf, marketNamed } from './marginTypes.ts';

/** The endpoints where each kind of contracts lists its bookings beside orders. */
export type IncomeBooks = Readonly<Record<MarginType, Endpoint<Income>>>;

type IncomeQuery = LedgerQuery & { readonly kind: Income['incomeType'] };

/** The longest list of the venue. */
const pageMax = 1_000;
/**
 * A page weighs 30 of 2,400 a minute, of which books have half: these are half of what is left.
 * That would be 20,000 payments.
 */
const pagesMax = 20;
/**
 * Limit for dated contracts without a symbol: the venue lists them among perpetuals, which may be
 * all that there is. It is a fourth of what books leave of a minute's weight.
 */
const scanPagesMax = 10;
const tooMany =
  'The exchange has more records than can be read at once: ask for a market, for fewer records, ' +
  'or from a later time on.';
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/**
 * The venue keeps income for three months, and refuses a search that begins before 90 days; an hour
 * is left for the difference of the clocks.
 */
const keptMs = 90 * dayMs - hourMs;
/**
 * Steps by which the newest are searched backwards: most callers want the last days, and an account
 * that trades much has a thousand in an hour.
 */
const reachesMs = [hourMs, dayMs, 7 * dayMs, 30 * dayMs, keptMs] as const;
/**
 * Number of earlier pages that are read one after the other; when there are more, the newest half
 * comes first.
 */
const pagesInLine = 2;

/**
 * Returns at least what the query asks for, of one kind of income; for both kinds of contracts
 * without a symbol.
 */
export async function listIncomes(
  books: IncomeBooks,
  call: DialectCall,
  query: IncomeQuery,
): Promise<readonly VenueLedgerEntry[]> {
  // Dated contracts pay no funding.
  if (query.marketType === 'future' && query.kind === 'FUNDING_FEE') return [];
  const lists = marginTypesOf(query.symbol).map((marginType) => {
    const list = openList(call, { income: books[marginType], marginType, query });
    const nowMs = call.clock.now();
    return query.sinceMs === undefined ? newest(list, nowMs) : first(list, query.sinceMs, nowMs);
  });
  return (await Promise.all(lists)).flat();
}

interface Window {
  readonly fromMs: number;
  readonly toMs: number;
}

interface IncomeList {
  /** Returns the oldest of a window; undefined when no more of them are read. */
  page(window: Window): Promise<readonly Fields[] | undefined>;
  /** Keeps the requested entries, each once; returns true when there are enough. */
  keep(rows: readonly Fields[]): boolean;
  kept(): readonly VenueLedgerEntry[];
}

interface Listed {
  readonly income: Endpoint<Income>;
  readonly marginType: MarginType;
  readonly query: IncomeQuery;
}

/** The venue does not document how it cuts a list without times, so each window is named. */
function openList({ client }: DialectCall, { income, marginType, query }: Listed): IncomeList {
  const { symbol, marketType, kind, limit } = query;
  const id = symbol === undefined ? undefined : idOf(client, symbol);
  const isScan = marketType === 'future' && symbol === undefined;
  const found = new Map<string, VenueLedgerEntry>();
  let pages = 0;
  return {
    async page({ fromMs, toMs }) {
      pages += 1;
      if (isScan && pages > scanPagesMax) return undefined;
      if (pages > pagesMax) throw new DialectRefusal(tooMany);
      const answer = await income(client, {
        symbol: id,
        incomeType: kind,
        startTime: fromMs,
        endTime: toMs,
        limit: pageMax,
      });
      return fieldsIn(answer);
    },
    keep(rows) {
      for (const row of rows) {
        if (marketTypeIn(row) !== marketType) continue;
        const entry = toEntry(marginType, row);
        found.set(entry.id, entry);
      }
      return found.size >= limit;
    },
    kept: () => [...found.values()],
  };
}

async function newest(list: IncomeList, nowMs: number): Promise<readonly VenueLedgerEntry[]> {
  let toMs = nowMs;
  for (const reachMs of reachesMs) {
    const fromMs = nowMs - reachMs;
    if (await readBack(list, { fromMs, toMs })) break;
    toMs = fromMs - 1;
  }
  return list.kept();
}

/**
 * Reads the newest of a window first, though the venue lists the oldest first: the part after a
 * full page is read before it, and of a long part the later half. Returns true when there are
 * enough.
 */
async function readBack(list: IncomeList, { fromMs, toMs }: Window): Promise<boolean> {
  const rows = await list.page({ fromMs, toMs });
  if (!rows) return true;
  const restMs = isFull(rows) ? restOf(rows, fromMs) : Number.POSITIVE_INFINITY;
  if (restMs <= toMs) {
    const pagesLeft = (toMs - restMs) / Math.max(1, restMs - fromMs);
    const rest = { fromMs: restMs, toMs };
    const parts = pagesLeft > pagesInLine ? halvesOf(rest) : [rest];
    for (const part of parts) if (await readBack(list, part)) return true;
  }
  return list.keep(rows);
}

/** Returns the later half first. */
function halvesOf({ fromMs, toMs }: Window): readonly Window[] {
  const middleMs = Math.floor((fromMs + toMs) / 2);
  return [
    { fromMs: middleMs + 1, toMs },
    { fromMs, toMs: middleMs },
  ];
}

/** Reads page by page from a time on. */
async function first(
  list: IncomeList,
  sinceMs: number,
  nowMs: number,
): Promise<readonly VenueLedgerEntry[]> {
  let fromMs = Math.max(sinceMs, nowMs - keptMs);
  const toMs = Math.max(nowMs, fromMs);
  while (fromMs <= toMs) {
    const rows = await list.page({ fromMs, toMs });
    if (!rows || list.keep(rows) || !isFull(rows)) break;
    fromMs = restOf(rows, fromMs);
  }
  return list.kept();
}

function isFull(rows: readonly Fields[]): boolean {
  return rows.length >= pageMax;
}

/**
 * Returns where to go on after a full page: at its last moment, of which the next page may have
 * more. A single moment never fills a page: each market pays once.
 */
function restOf(rows: readonly Fields[], fromMs: number): number {
  const lastMs = Math.max(
    ...rows.map((row) => required(readPositive(row.time), 'time of a payment')),
  );
  return lastMs === fromMs ? lastMs + 1 : lastMs;
}

/**
 * Decides by the name alone: markets that were delisted, or that have no name of ours, are
 * included.
 */
function marketTypeIn({ symbol }: Fields): 'swap' | 'future' {
  return /_\d{6}$/.test(String(symbol)) ? 'future' : 'swap';
}

function toEntry(marginType: MarginType, row: Fields): VenueLedgerEntry {
  const { tranId, symbol, incomeType, income, asset, time } = row;
  return {
    // The venue's numbers are unique only within a kind of income, and both kinds of contracts may
    // use the same number.
    id: [tranId, symbol, incomeType].map(String).join('-'),
    symbol: marketNamed(marginType, symbol)?.symbol,
    amount: exactText(income),
    asset: String(required(asset, 'asset of a payment')),
    atMs: required(readPositive(time), 'time of a payment'),
    info: row,
  };
}

/** Returns the text as the venue wrote it: it quotes amounts, so no digit is lost on the way. */
function exactText(income: unknown): string {
  const text = String(income);
  if (!parseExact(text))
    throw new NoAnswerError('The exchange returned an amount that is not a number.');
  return text;
}
