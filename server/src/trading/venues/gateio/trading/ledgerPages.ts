import { DialectRefusal } from '../../shared/live/failures.ts';

/**
 * A thousand records fill ten pages; finding a span with about one page in years of records takes
 * some twenty more, and as many again where they came in bursts.
 */
const requestsMax = 100;
/** Spans shorter than an hour are read in pages: all contracts are paid at the same second. */
const spanSecondsMin = 3_600;

const tooMany =
  'The exchange has more entries than can be read: ask for a market, for fewer entries, or from ' +
  'a later time on.';

export interface Span {
  /** Seconds since the epoch, both of them included. */
  readonly from?: number;
  readonly to?: number;
}

/** A list of bookings that is requested by spans of time and returned in pages. */
export interface Book<Row> {
  /**
   * The newest second that is over. Bookings made while pages are read would push others onto the
   * next page, so the running second is read once it is over.
   */
  readonly endSeconds: number;
  readonly pageSize: number;
  /** The longest span that the venue accepts; undefined: any. */
  readonly spanSecondsMax?: number;
  /** Returns one page. */
  page(span: Span, offset: number): Promise<readonly Row[]>;
  idOf(row: Row): string;
  /** Returns the time in ms since the epoch. */
  timeOf(row: Row): number;
}

/** Returns the same book, which throws after too many requests. */
export function bounded<Row>(book: Book<Row>): Book<Row> {
  let requests = 0;
  return {
    ...book,
    page(span, offset) {
      requests += 1;
      if (requests > requestsMax) throw new DialectRefusal(tooMany);
      return book.page(span, offset);
    },
  };
}

/** Returns the newest rows, where the venue lists them first. */
export function newestRows<Row>(book: Book<Row>, limit: number): Promise<readonly Row[]> {
  return pagesOf(book, { to: book.endSeconds }, limit);
}

/** Returns each row once: a late booking may have pushed a row onto a second page. */
async function pagesOf<Row>(book: Book<Row>, span: Span, limit: number): Promise<readonly Row[]> {
  const { pageSize } = book;
  const all = new Map<string, Row>();
  for (let offset = 0; ; offset += pageSize) {
    const rows = await book.page(span, offset);
    for (const row of rows) all.set(book.idOf(row), row);
    if (rows.length < pageSize || all.size >= limit) return [...all.values()];
  }
}

/**
 * The venue lists the newest first, so the first ones after a time are the last that it returns.
 * Spans are requested one after the other: a span with more than a page is halved, and after one
 * with less the next is twice as long.
 */
export async function firstRows<Row>(
  book: Book<Row>,
  { fromMs, limit }: { readonly fromMs: number; readonly limit: number },
): Promise<readonly Row[]> {
  const { endSeconds, pageSize, spanSecondsMax = Number.POSITIVE_INFINITY } = book;
  const all: Row[] = [];
  let from = Math.floor(fromMs / 1_000);
  let span = Math.min(Math.max(endSeconds - from, 1), spanSecondsMax);
  while (from <= endSeconds && all.length < limit) {
    const to = Math.min(from + span, endSeconds);
    const isLast = to >= endSeconds;
    const first = await book.page({ from, to }, 0);
    if (first.length >= pageSize && span > spanSecondsMin) {
      span = Math.ceil(span / 2);
      continue;
    }
    const rows = first.length < pageSize ? first : await pagesOf(book, { from, to }, Infinity);
    // The next span begins where this one ends, and returns the rows of that second.
    const isOver = (row: Row) => isLast || book.timeOf(row) < to * 1_000;
    all.push(...rows.filter((row) => book.timeOf(row) >= fromMs && isOver(row)));
    if (isLast) break;
    from = to;
    span = Math.min(span * 2, spanSecondsMax);
  }
  return all;
}
