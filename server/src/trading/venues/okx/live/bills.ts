import { symbolParts } from '../../../model/symbol.ts';
import type { LedgerQuery, VenueLedgerEntry } from '../../perpsPort.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import { instTypeOf, oldestIdOf } from './fills.ts';
import { entryOf, type LedgerKind, timeOf } from './ledgerEntries.ts';
import { rowsOf } from './records.ts';

/** The most the venue gives in one answer, newest first. */
const pageSize = 100;
const dayMs = 86_400_000;
/** A week is listed at once; the archive has three months, and allows half the requests. */
const recentMs = 7 * dayMs - 3_600_000;
const keptMs = 92 * dayMs;
/** A caller waits ten seconds, and the archive allows 5 requests in two: 25, and a first burst. */
const requestsMax = 30;
/** Pages of one window: 1,000 entries, the most anybody asks for, and some that are none. */
const pagesMax = 12;
/** Less than this is not halved further: what follows is tried as a whole. */
const leapMs = 600_000;

interface Reading {
  readonly call: DialectCall;
  readonly query: LedgerQuery;
  readonly type: string;
  /** Undefined for what is none of the kind. */
  readonly entryIn: (bill: Fields) => VenueLedgerEntry | undefined;
  /** Counts requests, and ends what would be too many. */
  readonly count: () => void;
}

/** In lists by type of bill: of each all there are, or at least the limit. */
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
    // Nothing but what expires is delivered.
    if (type === '3' && query.marketType !== 'future') continue;
    const reading = { call, query, type, entryIn, count };
    all.push(...(query.sinceMs === undefined ? await newest(reading) : await oldest(reading)));
  }
  return all;
}

/** Page after page into the past, what is recent first. */
async function newest(reading: Reading): Promise<readonly VenueLedgerEntry[]> {
  const all: VenueLedgerEntry[] = [];
  let after: string | undefined;
  for (const path of ['account/bills', 'account/bills-archive'] as const) {
    let isMore = true;
    while (isMore) {
      const page = await ask(reading, path, after === undefined ? {} : { after });
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
 * From the beginning on. An answer holds the newest of its window, and each is read to its end or
 * not at all: first everything, which few accounts have too much of, and else halves of it.
 */
async function oldest(reading: Reading): Promise<readonly VenueLedgerEntry[]> {
  const { call, query } = reading;
  const nowMs = call.clock.now();
  const all: VenueLedgerEntry[] = [];
  let window: Window = { fromMs: Math.max(query.sinceMs ?? 0, nowMs - keptMs), toMs: nowMs };
  let pagesWanted: number | undefined;
  // Until here there is known to be more than can be read at once.
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
 * All of a window; undefined when that is too much.
 * @param pagesWanted A window that seems to have more than these, as dense as its first page is, is
 * left at once; undefined where that is not known to be so.
 */
async function readWindow(
  reading: Reading,
  window: Window,
  pagesWanted = pagesMax,
): Promise<readonly Fields[] | undefined> {
  const { fromMs, toMs } = window;
  const nowMs = reading.call.clock.now();
  const path = fromMs >= nowMs - recentMs ? 'account/bills' : 'account/bills-archive';
  // The newest window is open: the venue's clock may be ahead of ours.
  const within = { begin: String(fromMs), ...(toMs < nowMs && { end: String(toMs) }) };
  const bills: Fields[] = [];
  let after: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const rows = await ask(reading, path, { ...within, ...(after !== undefined && { after }) });
    bills.push(...rows);
    if (rows.length < pageSize) return bills;
    if (page === 0 && pagesWanted < pagesMax && pagesIn(window, rows) > pagesWanted + 1)
      return undefined;
    after = oldestIdOf(rows, 'billId');
  }
  return undefined;
}

/** How many pages a window has if all are as dense as this one, its newest. */
function pagesIn({ fromMs, toMs }: Window, rows: readonly Fields[]): number {
  const oldestMs = rows.map(timeOf).reduce((least, atMs) => Math.min(least, atMs));
  return (toMs - fromMs) / Math.max(1, toMs - oldestMs);
}

function entriesIn({ entryIn }: Reading, bills: readonly Fields[]): readonly VenueLedgerEntry[] {
  return bills.flatMap((bill) => entryIn(bill) ?? []);
}

async function ask(
  { call, query, type, count }: Reading,
  path: 'account/bills' | 'account/bills-archive',
  params: Fields,
): Promise<readonly Fields[]> {
  count();
  const instType = instTypeOf(query);
  const asked = { type, instType, ...namesOf(call, query), ...params };
  return rowsOf(await call.client.request(path, 'private', 'GET', asked));
}

/**
 * The kind of contract and its currency narrow the list where the venue has no filter by market.
 */
function namesOf({ client }: DialectCall, { symbol }: LedgerQuery): Fields {
  if (symbol === undefined) return {};
  const { id, inverse } = client.market(symbol);
  return {
    instId: id,
    ccy: symbolParts(symbol).settle,
    ctType: inverse === true ? 'inverse' : 'linear',
  };
}

function tooMany(): DialectRefusal {
  return new DialectRefusal(
    'The exchange lists more bills than can be read: ask for a market, for fewer entries, or ' +
      'from a later time on.',
  );
}
