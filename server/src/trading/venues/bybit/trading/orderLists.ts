import type { MarketType } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import type { OrderRef } from '../../venuePort.ts';
import { fromVenueSymbol } from '../symbols.ts';
import { type OrderList, orderHistory, recentOrders } from './endpoints.ts';
import { eachPage, type ListPage, listedOf, readPages, rowsOf, textAt } from './rows.ts';

/** Maximum number of rows of a page. */
const limit = 50;
/** 5,000 orders: the venue allows 500 for one symbol. */
const pagesMax = 100;

/** A market, or all orders of a category, of one currency where there are several. */
export type OpenList = Pick<OrderList, 'category' | 'symbol' | 'settleCoin'>;

const spotLists: readonly OpenList[] = [{ category: 'spot' }];
/** Linear lists without a symbol cover one currency each; all inverse contracts are one list. */
const contractLists: readonly OpenList[] = [
  { category: 'linear', settleCoin: 'USDT' },
  { category: 'linear', settleCoin: 'USDC' },
  { category: 'inverse' },
];

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
    const records = await pagesOf(call, listedOf(call, symbol));
    return records.map((record) => ({ symbol, record }));
  }
  const all: OpenRecord[] = [];
  for (const list of marketType === 'spot' ? spotLists : contractLists) {
    for (const record of await pagesOf(call, list)) {
      const name = textAt(record, 'symbol') ?? '';
      all.push({ symbol: fromVenueSymbol(list.category, name), record });
    }
  }
  return all;
}

async function pagesOf(
  { client }: DialectCall,
  { category, symbol, settleCoin }: OpenList,
): Promise<readonly Fields[]> {
  const records = await readPages({ limit, pagesMax }, (cursor) =>
    recentOrders(client, { category, symbol, settleCoin, limit, cursor }),
  );
  if (!records) throw new NoAnswerError('The account has more open orders than can be read.');
  return records.toReversed();
}

/**
 * Returns the pages of open orders, or of those that ended recently: the venue keeps 500 of each
 * category in this list. The newest come first.
 */
export function recentPages(
  { client }: DialectCall,
  { category, settleCoin }: OpenList,
  read: { readonly which: 'open' | 'ended'; readonly pagesMax: number },
): AsyncGenerator<ListPage> {
  const openOnly = read.which === 'ended' ? 1 : undefined;
  return eachPage({ limit, pagesMax: read.pagesMax }, (cursor) =>
    recentOrders(client, { category, settleCoin, openOnly, limit, cursor }),
  );
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
  const market = listedOf(call, symbol);
  for (const readOrders of [recentOrders, orderHistory]) {
    const answer = await readOrders(call.client, {
      category: market.category,
      symbol: market.symbol,
      orderId: name === 'orderId' ? value : undefined,
      orderLinkId: name === 'orderLinkId' ? value : undefined,
    });
    const record = rowsOf(answer).find((each) => textAt(each, name) === value);
    if (record) return record;
  }
  return undefined;
}
