import type { MarketType } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import type { OrderRef } from '../../venuePort.ts';
import { fromVenueSymbol } from '../symbols.ts';
import { listedOf, readPages, readRows, textAt } from './rows.ts';

/** Open orders, and the last few hundred that ended, when they are named. */
const recentPath = 'v5/order/realtime';
/** All orders that ended, a moment later. */
const historyPath = 'v5/order/history';
/** Maximum number of rows of a page. */
const limit = 50;
/** 5,000 orders: the venue allows 500 for one symbol. */
const pagesMax = 100;
/** Linear lists without a symbol cover one currency each; all inverse contracts are one list. */
const contractLists = [
  { category: 'linear', settleCoin: 'USDT' },
  { category: 'linear', settleCoin: 'USDC' },
  { category: 'inverse' },
] as const;

/** An order on the book, or one that waits for its price. */
export interface OpenRecord {
  /** Undefined for a market without a name here, such as the dated inverse ones. */
  readonly symbol: InstrumentSymbol | undefined;
  readonly record: Fields;
}

/**
 * Returns plain and conditional orders, resting or triggered: without a filter the venue lists all
 * kinds. Each list is sorted oldest first; the venue lists the newest first.
 */
export async function openRecords(
  call: DialectCall,
  marketType: MarketType,
  symbol: InstrumentSymbol | undefined,
): Promise<readonly OpenRecord[]> {
  if (symbol !== undefined) {
    const records = await pagesOf(call, { ...listedOf(call, symbol) });
    return records.map((record) => ({ symbol, record }));
  }
  const all: OpenRecord[] = [];
  for (const list of marketType === 'spot' ? [{ category: 'spot' } as const] : contractLists) {
    for (const record of await pagesOf(call, { ...list })) {
      const name = textAt(record, 'symbol') ?? '';
      all.push({ symbol: fromVenueSymbol(list.category, name), record });
    }
  }
  return all;
}

async function pagesOf(
  call: DialectCall,
  params: Readonly<Record<string, unknown>>,
): Promise<readonly Fields[]> {
  const records = await readPages(call, recentPath, { params, limit, pagesMax });
  if (!records) throw new NoAnswerError('The account has more open orders than can be read.');
  return records.toReversed();
}

/** Returns the order by our id. An order that triggered keeps its record with both its ids. */
export function recordByClientId(
  call: DialectCall,
  { clientId, symbol }: OrderRef,
): Promise<Fields | undefined> {
  return recordBy(call, symbol, { name: 'orderLinkId', value: clientId });
}

export function recordById(
  call: DialectCall,
  symbol: InstrumentSymbol,
  id: string,
): Promise<Fields | undefined> {
  return recordBy(call, symbol, { name: 'orderId', value: id });
}

async function recordBy(
  call: DialectCall,
  symbol: InstrumentSymbol,
  { name, value }: { readonly name: 'orderId' | 'orderLinkId'; readonly value: string },
): Promise<Fields | undefined> {
  const params = { ...listedOf(call, symbol), [name]: value };
  for (const path of [recentPath, historyPath]) {
    const records = await readRows(call, path, params);
    const record = records.find((each) => textAt(each, name) === value);
    if (record) return record;
  }
  return undefined;
}
