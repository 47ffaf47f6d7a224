import { exactly, formatExact } from '../../../../kit/exact.ts';
import type { LedgerQuery, VenueLedgerEntry } from '../../perpsPort.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { told } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
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
  readonly nowSeconds: number;
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
    nowSeconds: Math.ceil(call.client.milliseconds() / 1_000),
    async page(span, offset) {
      requests += 1;
      if (requests > requestsMax) {
        throw new NoAnswerError('The exchange has more entries than can be read.');
      }
      const page = { limit: pageSize, ...(offset > 0 && { offset }) };
      const params = { settle, ...named, type: kind, ...span, ...page };
      return rowsOf(await ask(call, marketType, { method: 'GET', path: 'account_book', params }));
    },
  };
}

/** Up to now: what is booked meanwhile would push others onto the next page. */
function newestRows(book: Book, limit: number): Promise<readonly Fields[]> {
  return pagesOf(book, { to: book.nowSeconds }, limit);
}

async function pagesOf(book: Book, span: Span, limit: number): Promise<readonly Fields[]> {
  const all: Fields[] = [];
  for (;;) {
    const rows = await book.page(span, all.length);
    all.push(...rows);
    if (rows.length < pageSize || all.length >= limit) return all;
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
  const { nowSeconds } = book;
  const all: Fields[] = [];
  let from = Math.floor(fromMs / 1_000);
  let span = Math.max(nowSeconds - from, 1);
  while (from <= nowSeconds && all.length < limit) {
    const to = Math.min(from + span, nowSeconds);
    const isLast = to >= nowSeconds;
    const first = await book.page({ from, to }, 0);
    if (first.length >= pageSize && span > spanSecondsMin) {
      span = Math.ceil(span / 2);
      continue;
    }
    const rows = first.length < pageSize ? first : await pagesOf(book, { from, to }, Infinity);
    // Where a span ends the next begins: what is of that second is told then.
    all.push(...rows.filter((row) => isLast || timeOf(row) < to * 1_000));
    if (isLast) break;
    from = to;
    span *= 2;
  }
  return all.filter((row) => timeOf(row) >= fromMs);
}

function timeOf(row: Fields): number {
  return told(timeMsOf(row, 'time'), 'time of an entry');
}

interface BookOf {
  readonly settle: string;
  readonly marketType: LedgerQuery['marketType'];
}

/** Entries have no id: what they say is one, and of the same twice each has its number. */
function toEntries(
  call: DialectCall,
  rows: readonly Fields[],
  { settle, marketType }: BookOf,
): readonly VenueLedgerEntry[] {
  const counts = new Map<string, number>();
  return rows.map((row) => {
    const change = told(textAt(row, 'change'), 'amount of an entry');
    // Records from before October 2023 name the contract in their text alone.
    const contract = textAt(row, 'contract') ?? textAt(row, 'text')?.split(':')[0];
    const said = [textAt(row, 'time'), contract, change, textAt(row, 'trade_id')];
    const name = said.filter((part) => part !== undefined).join('-');
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return {
      id: count === 1 ? name : `${name}-${count}`,
      symbol: contract === undefined ? undefined : marketNamed(call, { contract }, marketType),
      amount: formatExact(exactly(change)),
      asset: settle.toUpperCase(),
      atMs: timeOf(row),
      info: row,
    };
  });
}
