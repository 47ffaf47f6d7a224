import { symbolParts } from '../../../model/symbol.ts';
import type { LedgerQuery, VenueLedgerEntry } from '../../perpsPort.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import type { Endpoint } from '../../shared/live/endpoint.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import { type AccountBills, accountBills, accountBillsArchive } from './endpoints.ts';
import { instTypeOf, oldestIdOf } from './fills.ts';
import { entryOf, type LedgerKind, timeOf } from './ledgerEntries.ts';
import { rowsOf } from './rows.ts';

/** Maximum number in one answer, newest first. */
const pageSize = 100;
const dayMs = 86_400_000;
/** A week is listed at once; the archive has three months, and allows half the requests. */
const recentMs = 7 * dayMs - 3_600_000;
const keptMs = 92 * dayMs;
/** A caller waits ten seconds, and the archive allows 5 requests in two: 25, and a first burst. */
const requestsMax = 30;
/**
 * Maximum pages of one window: 1,000 entries, the most that anybody asks for, and some bills that
 * are none.
 */
const pagesMax = 12;
/** A shorter window is not halved further: the rest is tried as a whole. */
const leapMs = 600_000;

interface Reading {
  readonly call: DialectCall;
  readonly query: LedgerQuery;
  readonly type: string;
  /** Returns undefined for a bill of another kind. */
  readonly entryIn: (bill: Fields) => VenueLedgerEntry | undefined;
  /** Counts requests, and throws when there are too many. */
  readonly count: () => void;
}

/** Reads lists by type of bill: of each type all entries, or at least the limit. */
export async function readBills(
  call: DialectCall,
  query: LedgerQuery,
  kind: LedgerKind,
): Promise<readonly VenueLedgerEntry[]> {
  let requests = 0;
  const count = () => {
    requests += 1;
    if (requests > requestsMax) throw tooMany();
  };
  const entryIn = (bill: Fields) => entryOf(bill, kind, query.symbol);
  const all: VenueLedgerEntry[] = [];
  for (const type of kind.types) {
    // Only dated contracts are delivered.
    if (type === '3' && query.marketType !== 'future') continue;
    const reading = { call, query, type, entryIn, count };
    all.push(...(query.sinceMs === undefined ? await newest(reading) : await oldest(reading)));
  }
  return all;
}

/** Reads page after page into the past, the recent list first. */
async function newest(reading: Reading): Promise<readonly VenueLedgerEntry[]> {
  const all: VenueLedgerEntry[] = [];
  let after: string | undefined;
  for (const list of [accountBills, accountBillsArchive]) {
    let isMore = true;
    while (isMore) {
      const page = await ask(reading, list, { after });
      all.push(...entriesIn(reading, page));
      if (all.length >= reading.query.limit) return all;
      after = page.length === 0 ? after : oldestIdOf(page, 'billId');
      isMore = page.length >= pageSize;
    }
  }
  return all;
}

interface Window {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Reads from the beginning on. An answer holds the newest of its window, and each window is read to
 * its end or not at all: first the whole time, which is too much for few accounts, and otherwise
 * halves of it.
 */
async function oldest(reading: Reading): Promise<readonly VenueLedgerEntry[]> {
  const { call, query } = reading;
  const nowMs = call.clock.now();
  const all: VenueLedgerEntry[] = [];
  let window: Window = { fromMs: Math.max(query.sinceMs ?? 0, nowMs - keptMs), toMs: nowMs };
  let pagesWanted: number | undefined;
  // The window from the start to this time is known to hold more than can be read at once.
  let fullMs = nowMs;
  for (;;) {
    const bills = await readWindow(reading, window, pagesWanted);
    pagesWanted = Math.ceil((query.limit - all.length) / pageSize) + 1;
    if (!bills) {
      fullMs = window.toMs;
      window = firstHalf(window);
      continue;
    }
    all.push(...entriesIn(reading, bills));
    if (window.toMs >= nowMs || all.length >= query.limit) return all;
    const fromMs = window.toMs + 1;
    const restMs = fullMs - fromMs;
    window = { fromMs, toMs: restMs > leapMs ? fromMs + Math.floor(restMs / 2) : nowMs };
  }
}

function firstHalf({ fromMs, toMs }: Window): Window {
  if (toMs <= fromMs) throw tooMany();
  return { fromMs, toMs: Math.floor((fromMs + toMs) / 2) };
}

/**
 * Returns all of a window; undefined when that is too much.
 * @param pagesWanted A window that seems to have more pages than these, by the density of its first
 * page, is left at once; undefined when that is not known.
 */
async function readWindow(
  reading: Reading,
  window: Window,
  pagesWanted = pagesMax,
): Promise<readonly Fields[] | undefined> {
  const { fromMs, toMs } = window;
  const nowMs = reading.call.clock.now();
  const list = fromMs >= nowMs - recentMs ? accountBills : accountBillsArchive;
  const bills: Fields[] = [];
  let after: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const rows = await ask(reading, list, {
      begin: String(fromMs),
      // The newest window is open: the venue's clock may be ahead of ours.
      end: toMs < nowMs ? String(toMs) : undefined,
      after,
    });
    bills.push(...rows);
    if (rows.length < pageSize) return bills;
    if (page === 0 && pagesWanted < pagesMax && pagesIn(window, rows) > pagesWanted + 1)
      return undefined;
    after = oldestIdOf(rows, 'billId');
  }
  return undefined;
}

/** Returns how many pages a window has if all are as dense as this one, its newest. */
function pagesIn({ fromMs, toMs }: Window, rows: readonly Fields[]): number {
  const oldestMs = rows.map(timeOf).reduce((least, atMs) => Math.min(least, atMs));
  return (toMs - fromMs) / Math.max(1, toMs - oldestMs);
}

function entriesIn({ entryIn }: Reading, bills: readonly Fields[]): readonly VenueLedgerEntry[] {
  return bills.flatMap((bill) => entryIn(bill) ?? []);
}

async function ask(
  { call, query, type, count }: Reading,
  list: Endpoint<AccountBills>,
  { begin, end, after }: Pick<AccountBills, 'begin' | 'end' | 'after'>,
): Promise<readonly Fields[]> {
  count();
  const { symbol } = query;
  const market = symbol === undefined ? undefined : call.client.market(symbol);
  const contract = market?.inverse === true ? 'inverse' : 'linear';
  const answer = await list(call.client, {
    type,
    instType: instTypeOf(query),
    instId: market?.id,
    // The currency and the kind of contract narrow the list where there is no filter by market.
    ccy: symbol && symbolParts(symbol).settle,
    ctType: market && contract,
    begin,
    end,
    after,
  });
  return rowsOf(answer);
}

function tooMany(): DialectRefusal {
  return new DialectRefusal(
    'The exchange lists more bills than can be read: ask for a market, for fewer entries, or ' +
      'from a later time on.',
  );
}
