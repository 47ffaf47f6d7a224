import { exactly, formatExact } from '../../../../kit/exact.ts';
import type { LedgerQuery, VenueLedgerEntry } from '../../perpsPort.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import { told } from '../../shared/live/shapes.ts';
import { marketNamed, orNothing, settlesOf } from './contracts.ts';
import { ask, rowsOf, textAt, timeMsOf } from './endpoints.ts';

/** Kinds of changes of a wallet of contracts, in the venue's words. */
type BookKind = 'fund' | 'pnl';

/** What a page has unasked; the venue does not say how many more it would tell at once. */
const pageSize = 100;
/**
 * A thousand records fill ten pages; finding a span that holds about one page of years of them
 * takes some twenty more, and as many again where they came in bursts.
 */
const requestsMax = 100;
/** Within an hour pages are turned: all contracts are paid at the same second. */
const spanSecondsMin = 3_600;

const tooMany =
  'The exchange has more entries than can be read: ask for a market, for fewer entries, or from ' +
  'a later time on.';

/** Funding, or profits taken, of one contract or of all, whatever they settle in. */
export async function bookEntries(
  call: DialectCall,
  query: LedgerQuery,
  kind: BookKind,
): Promise<readonly VenueLedgerEntry[]> {
  const entries: VenueLedgerEntry[] = [];
  for (const settle of settlesOf(query.marketType, query.symbol)) {
    const book = openBook(call, query, { settle, kind });
    const rows = await orNothing(
      query.sinceMs === undefined
        ? newestRows(book, query.limit)
        : firstRows(book, { fromMs: query.sinceMs, limit: query.limit }),
    );
    entries.push(...toEntries(call, rows, { settle, marketType: query.marketType }));
  }
  return entries;
}

interface Span {
  /** Epoch seconds, both of them included. */
  readonly from?: number;
  readonly to?: number;
}

interface Book {
  /**
   * The newest second that is over. What is booked while pages are turned would push others onto
   * the next page: the running second is told once it has passed.
   */
  readonly endSeconds: number;
  /** One page, the newest first. */
  page(span: Span, offset: number): Promise<readonly Fields[]>;
}

function openBook(
  call: DialectCall,
  { marketType, symbol }: LedgerQuery,
  { settle, kind }: { readonly settle: string; readonly kind: BookKind },
): Book {
  let requests = 0;
  const named = symbol === undefined ? {} : { contract: call.client.market(symbol).id };
  return {
    endSeconds: Math.floor(call.client.milliseconds() / 1_000) - 1,
    async page(span, offset) {
      requests += 1;
      if (requests > requestsMax) throw new DialectRefusal(tooMany);
      const page = { limit: pageSize, ...(offset > 0 && { offset }) };
      const params = { settle, ...named, type: kind, ...span, ...page };
      return rowsOf(await ask(call, marketType, { method: 'GET', path: 'account_book', params }));
    },
  };
}

function newestRows(book: Book, limit: number): Promise<readonly Fields[]> {
  return pagesOf(book, { to: book.endSeconds }, limit);
}

/** Once each: what was booked late may have pushed a row onto a second page. */
async function pagesOf(book: Book, span: Span, limit: number): Promise<readonly Fields[]> {
  const all = new Map<string, Fields>();
  for (let offset = 0; ; offset += pageSize) {
    const rows = await book.page(span, offset);
    for (const row of rows) all.set(idOf(row), row);
    if (rows.length < pageSize || all.size >= limit) return [...all.values()];
  }
}

/**
 * The venue lists the newest first, so the first after a time are the last it tells. Spans are
 * asked for one after the other: one with more than a page in it is halved, the next after one with
 * less is twice as long.
 */
async function firstRows(
  book: Book,
  { fromMs, limit }: { readonly fromMs: number; readonly limit: number },
): Promise<readonly Fields[]> {
  const { endSeconds } = book;
  const all: Fields[] = [];
  let from = Math.floor(fromMs / 1_000);
  let span = Math.max(endSeconds - from, 1);
  while (from <= endSeconds && all.length < limit) {
    const to = Math.min(from + span, endSeconds);
    const isLast = to >= endSeconds;
    const first = await book.page({ from, to }, 0);
    if (first.length >= pageSize && span > spanSecondsMin) {
      span = Math.ceil(span / 2);
      continue;
    }
    const rows = first.length < pageSize ? first : await pagesOf(book, { from, to }, Infinity);
    // Where a span ends the next begins: what is of that second is told then.
    const isOver = (row: Fields) => isLast || timeOf(row) < to * 1_000;
    all.push(...rows.filter((row) => timeOf(row) >= fromMs && isOver(row)));
    if (isLast) break;
    from = to;
    span *= 2;
  }
  return all;
}

function timeOf(row: Fields): number {
  return told(timeMsOf(row, 'time'), 'time of an entry');
}

interface BookOf {
  readonly settle: string;
  readonly marketType: LedgerQuery['marketType'];
}

function toEntries(
  call: DialectCall,
  rows: readonly Fields[],
  { settle, marketType }: BookOf,
): readonly VenueLedgerEntry[] {
  return rows.map((row) => {
    const contract = contractIn(row);
    return {
      id: idOf(row),
      symbol: contract === undefined ? undefined : marketNamed(call, { contract }, marketType),
      amount: formatExact(exactly(changeIn(row))),
      asset: settle.toUpperCase(),
      atMs: timeOf(row),
      info: row,
    };
  });
}

/**
 * Few entries have an id: what they say is one, with the balance after them. So a row that two
 * pages tell is one entry, and two that are alike but for the balance are two.
 */
function idOf(row: Fields): string {
  const own = ['balance', 'trade_id', 'id'].map((name) => textAt(row, name));
  const said = [textAt(row, 'time'), contractIn(row), changeIn(row), ...own];
  return said.filter((part) => part !== undefined).join('-');
}

function changeIn(row: Fields): string {
  return told(textAt(row, 'change'), 'amount of an entry');
}

/** Records from before October 2023 name the contract in their text alone. */
function contractIn(row: Fields): string | undefined {
  return textAt(row, 'contract') ?? textAt(row, 'text')?.split(':')[0];
}
