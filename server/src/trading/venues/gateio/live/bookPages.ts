import { DialectRefusal } from '../../shared/live/failures.ts';

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

export interface Span {
  /** Epoch seconds, both of them included. */
  readonly from?: number;
  readonly to?: number;
}

/** A list of what was booked, that is asked for by spans of time and told in pages. */
export interface Book<Row> {
  /**
   * The newest second that is over. What is booked while pages are turned would push others onto
   * the next page: the running second is told once it has passed.
   */
  readonly endSeconds: number;
  readonly pageSize: number;
  /** The longest that the venue takes; undefined: any. */
  readonly spanSecondsMax?: number;
  /** One page. */
  page(span: Span, offset: number): Promise<readonly Row[]>;
  idOf(row: Row): string;
  /** Epoch ms. */
  timeOf(row: Row): number;
}

/** The same, refused once it was asked too often. */
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

/** The newest, where the venue lists them first. */
export function newestRows<Row>(book: Book<Row>, limit: number): Promise<readonly Row[]> {
  return pagesOf(book, { to: book.endSeconds }, limit);
}

/** Once each: what was booked late may have pushed a row onto a second page. */
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
 * The venue lists the newest first, so the first after a time are the last it tells. Spans are
 * asked for one after the other: one with more than a page in it is halved, the next after one with
 * less is twice as long.
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
    // Where a span ends the next begins: what is of that second is told then.
    const isOver = (row: Row) => isLast || book.timeOf(row) < to * 1_000;
    all.push(...rows.filter((row) => book.timeOf(row) >= fromMs && isOver(row)));
    if (isLast) break;
    from = to;
    span = Math.min(span * 2, spanSecondsMax);
  }
  return all;
}
