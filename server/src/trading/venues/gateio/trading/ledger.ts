import { exactly, formatExact } from '../../../../kit/exact.ts';
import type { LedgerQuery, VenueLedgerEntry } from '../../perpsPort.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { required } from '../../shared/live/shapes.ts';
import { marketNamed, orNothing, settlesOf } from './contracts.ts';
import { type ContractBook, contractBook } from './endpoints.ts';
import { type Book, bounded, firstRows, newestRows } from './ledgerPages.ts';
import { rowsOf, textAt, timeMsOf } from './rows.ts';

/** Kinds of changes of a contract wallet, in the venue's words. */
type BookKind = ContractBook['type'];

/** Default page size; the venue does not document how many more it would return at once. */
const pageSize = 100;

/** Returns entries of a kind, of one contract or of all, in whatever asset they settle. */
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

function openBook(
  call: DialectCall,
  { marketType, symbol }: LedgerQuery,
  { settle, kind }: { readonly settle: string; readonly kind: BookKind },
): Book<Fields> {
  const contract = symbol === undefined ? undefined : call.client.market(symbol).id;
  return bounded({
    endSeconds: Math.floor(call.client.milliseconds() / 1_000) - 1,
    pageSize,
    idOf,
    timeOf,
    async page(span, offset) {
      const answer = await contractBook(call.client, marketType, {
        settle,
        contract,
        type: kind,
        from: span.from,
        to: span.to,
        limit: pageSize,
        offset: offset > 0 ? offset : undefined,
      });
      return rowsOf(answer);
    },
  });
}

function timeOf(row: Fields): number {
  return required(timeMsOf(row, 'time'), 'time of an entry');
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
 * Few entries have an id, so their content is one, with the balance after them. A row on two pages
 * is therefore one entry, and two rows that differ only in the balance are two.
 */
function idOf(row: Fields): string {
  const own = ['balance', 'trade_id', 'id'].map((name) => textAt(row, name));
  const said = [textAt(row, 'time'), contractIn(row), changeIn(row), ...own];
  return said.filter((part) => part !== undefined).join('-');
}

function changeIn(row: Fields): string {
  return required(textAt(row, 'change'), 'amount of an entry');
}

/** Returns the contract; records from before October 2023 name it only in their text. */
function contractIn(row: Fields): string | undefined {
  return textAt(row, 'contract') ?? textAt(row, 'text')?.split(':')[0];
}
