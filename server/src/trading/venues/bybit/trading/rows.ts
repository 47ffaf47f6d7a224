import { formatExact, parseExact } from '../../../../kit/exact.ts';
import type { MarketType, Side } from '../../../model/order.ts';
import { type InstrumentSymbol, isInverse, symbolParts } from '../../../model/symbol.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import type { PublicCall } from '../../shared/live/dialect.ts';
import { required, sideOf } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { valueAt } from '../../shared/wireFields.ts';
import type { MarketName } from '../symbols.ts';

// The venue's own records: ccxt's view of an order loses quantities in the quote, the reason for
// its end, and which of two markets with one name is meant.

/** A market in the venue's own terms; spot and contracts share names. */
export interface Listed {
  readonly category: MarketName;
  readonly symbol: string;
}

export interface Market {
  readonly symbol: InstrumentSymbol;
  readonly marketType: MarketType;
}

export function listedOf({ client }: PublicCall, symbol: InstrumentSymbol): Listed {
  return { category: categoryOf(symbol), symbol: client.market(symbol).id };
}

export function categoryOf(symbol: InstrumentSymbol): MarketName {
  if (kindOf(symbol) === 'spot') return 'spot';
  return isInverse(symbol) ? 'inverse' : 'linear';
}

export function kindOf(symbol: InstrumentSymbol): MarketType {
  const { settle, expiry } = symbolParts(symbol);
  if (settle === undefined) return 'spot';
  return expiry === undefined ? 'swap' : 'future';
}

/** Returns a text that is present; the venue also writes a blank for what it does not know. */
export function textAt(record: Fields, name: string): string | undefined {
  const value = record[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns exact decimal text. */
export function amountAt(record: Fields, name: string): string {
  const value = parseExact(String(record[name] ?? ''));
  return formatExact(required(value, `${name} of a record`));
}

/** The same where a blank or nothing at all stands for zero. */
export function amountOrZero(record: Fields, name: string): string {
  const value = record[name] ?? '';
  return value === '' ? '0' : amountAt(record, name);
}

/**
 * Returns our id of an order or a fill, which is sent unchanged; undefined for orders of others.
 */
export function ownId(record: Fields): string | undefined {
  const id = textAt(record, 'orderLinkId');
  return id !== undefined && /^[0-9a-f]{32}$/.test(id) ? id : undefined;
}

export function sideAt(record: Fields): Side {
  return sideOf(textAt(record, 'side')?.toLowerCase());
}

/** Asks for a page of a list; the first page has no cursor. */
type ReadPage = (cursor: string | undefined) => Promise<unknown>;

/** A page of a list. */
export interface ListPage {
  readonly rows: readonly Fields[];
  readonly isLast: boolean;
}

/** The number of rows of a page, and the maximum number of pages that are read. */
export interface PageLimits {
  readonly limit: number;
  readonly pagesMax: number;
}

/** Returns the pages of a list, each when the one before it has been looked at. */
export async function* eachPage(
  { limit, pagesMax }: PageLimits,
  readPage: ReadPage,
): AsyncGenerator<ListPage> {
  let cursor: string | undefined;
  let isLast = false;
  for (let page = 0; page < pagesMax && !isLast; page += 1) {
    const answer = await readPage(cursor);
    const rows = rowsOf(answer);
    cursor = nextCursorIn(answer);
    isLast = rows.length < limit || cursor === undefined;
    yield { rows, isLast };
  }
}

/** Returns all rows of a list; undefined when there are more than that many pages. */
export async function readPages(
  limits: PageLimits,
  readPage: ReadPage,
): Promise<readonly Fields[] | undefined> {
  const all: Fields[] = [];
  for await (const { rows, isLast } of eachPage(limits, readPage)) {
    all.push(...rows);
    if (isLast) return all;
  }
  return undefined;
}

/** Returns the cursor of the next page; the last page names one as well, which is empty. */
export function nextCursorIn(answer: unknown): string | undefined {
  const cursor = valueAt(answer, 'result', 'nextPageCursor');
  return typeof cursor === 'string' && cursor !== '' ? cursor : undefined;
}

export function rowsOf(answer: unknown): readonly Fields[] {
  const list = valueAt(answer, 'result', 'list');
  if (!Array.isArray(list)) throw new NoAnswerError('The exchange answered without a list.');
  return list.filter(isFields);
}
