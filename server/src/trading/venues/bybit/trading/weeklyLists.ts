import type { LedgerQuery, VenueLedgerEntry } from '../../perpsPort.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import { nextCursorIn, rowsOf } from './rows.ts';

/** The part of a list that one request reads. */
export interface WeekPage {
  readonly startTime: number;
  readonly endTime: number;
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** Requests a page of one list. */
export type WeeklyQuery = (page: WeekPage) => Promise<unknown>;

/** Records that the venue lists by time, newest first and a week at a time. */
export interface WeeklyList {
  /** Maximum number of rows of a page. */
  readonly limit: number;
  /** The queries to send; several where the venue has a list for each category. */
  readonly queries: readonly WeeklyQuery[];
  /** Returns undefined for a row that is not wanted. */
  read(row: Fields): VenueLedgerEntry | undefined;
}

const dayMs = 24 * 3_600_000;
/** Longest time from start to end that the venue accepts. */
const weekMs = 7 * dayMs;
/** The time for which the venue keeps the records. */
const keptMs = 730 * dayMs;
/**
 * Number of weeks that the newest are searched backwards. For an account without a trade in a
 * quarter of a year, finding older ones would cost a hundred requests; a query with a start time
 * finds them.
 */
const backWeeksMax = 13;
/**
 * Maximum number of pages of one period: in a longer one the oldest, which are wanted first, would
 * come late.
 */
const pagesMax = 10;
/** Pages that show how dense a list is: payments of one moment may fill one or two. */
const pagesProbed = 3;
/**
 * Number of pages that a too dense period is shortened to hold; as this is an estimate, it is
 * shortened to a sixteenth at most.
 */
const pagesAimed = 5;
const partsMax = 16;
/** Factor by which nearly empty periods grow. */
const growth = 4;
/** Six reads a second are open to a key, and a caller waits for ten seconds. */
const requestsMax = 50;

type Period = readonly [startTime: number, endTime: number];

/** Returns the requested entries, or more. */
export async function weeklyEntries(
  call: DialectCall,
  list: WeeklyList,
  { sinceMs, limit }: LedgerQuery,
): Promise<readonly VenueLedgerEntry[]> {
  const nowMs = call.client.milliseconds();
  const pages = createPages(list);
  if (sinceMs === undefined) return newest(pages, nowMs, limit);
  return firstFrom(pages, [Math.max(sinceMs, nowMs - keptMs), nowMs], limit);
}

type Pages = ReturnType<typeof createPages>;

/**
 * Returns the entries of one query and period, page by page, within the limit of one call's
 * requests.
 */
function createPages({ limit, queries, read }: WeeklyList) {
  let requests = 0;
  async function* of(query: WeeklyQuery, [startTime, endTime]: Period) {
    let cursor: string | undefined;
    do {
      requests += 1;
      if (requests > requestsMax) throw new DialectRefusal(tooMuch);
      const answer = await query({ startTime, endTime, limit, cursor });
      const rows = rowsOf(answer);
      yield rows.flatMap((row) => read(row) ?? []);
      cursor = rows.length < limit ? undefined : nextCursorIn(answer);
    } while (cursor !== undefined);
  }
  return { of, queries, pageSize: limit };
}

const tooMuch =
  'Bybit lists records a week at a time, and this would take too many requests: ask for a ' +
  'market, for fewer records, or from a later time on.';

/** Reads week by week back from now, only as far as needed. */
async function newest(
  { of, queries }: Pages,
  nowMs: number,
  count: number,
): Promise<readonly VenueLedgerEntry[]> {
  const found: VenueLedgerEntry[] = [];
  let endTime = nowMs;
  for (let week = 0; week < backWeeksMax && found.length < count; week += 1) {
    for (const query of queries) {
      const all = of(query, [endTime - weekMs, endTime]);
      found.push(...(await enoughOf(all, count)));
    }
    endTime -= weekMs + 1;
  }
  return found;
}

async function enoughOf(
  pages: AsyncIterable<readonly VenueLedgerEntry[]>,
  count: number,
): Promise<readonly VenueLedgerEntry[]> {
  const found: VenueLedgerEntry[] = [];
  for await (const page of pages) {
    found.push(...page);
    if (found.length >= count) break;
  }
  return found;
}

/**
 * Reads from a time on, in periods adapted to their content: a quiet account costs a request a
 * week.
 */
async function firstFrom(
  pages: Pages,
  [sinceMs, nowMs]: Period,
  count: number,
): Promise<readonly VenueLedgerEntry[]> {
  const found: VenueLedgerEntry[] = [];
  let startTime = sinceMs;
  let lengthMs = dayMs;
  while (startTime <= nowMs && found.length < count) {
    const endTime = Math.min(startTime + lengthMs, nowMs);
    const read = await wholePeriod(pages, [startTime, endTime]);
    if ('fittingMs' in read) {
      lengthMs = read.fittingMs;
      continue;
    }
    found.push(...read.entries);
    startTime = endTime + 1;
    const isQuiet = read.entries.length < pages.pageSize;
    if (isQuiet) lengthMs = Math.min(Math.max(lengthMs, 1) * growth, weekMs);
  }
  return found;
}

/** Returns all entries of a period; or, when it has too many pages, a length that may fit. */
async function wholePeriod(
  { of, queries }: Pages,
  period: Period,
): Promise<{ readonly entries: readonly VenueLedgerEntry[] } | { readonly fittingMs: number }> {
  const lengthMs = period[1] - period[0];
  const entries: VenueLedgerEntry[] = [];
  for (const query of queries) {
    const ofQuery: VenueLedgerEntry[] = [];
    let pages = 0;
    for await (const page of of(query, period)) {
      pages += 1;
      ofQuery.push(...page);
      const pageMs = spanOf(ofQuery) / pages;
      const isDense = pages === pagesProbed && pageMs > 0 && lengthMs > pageMs * pagesMax;
      if (lengthMs > 0 && (isDense || pages > pagesMax)) {
        const fittingMs = Math.max(pageMs * pagesAimed, lengthMs / partsMax);
        return { fittingMs: Math.floor(Math.min(fittingMs, lengthMs / 2)) };
      }
    }
    entries.push(...ofQuery);
  }
  return { entries };
}

/** Returns the time that entries cover, newest first. */
function spanOf(entries: readonly VenueLedgerEntry[]): number {
  return (entries[0]?.atMs ?? 0) - (entries.at(-1)?.atMs ?? 0);
}
