import type { MarketType } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { orNothing, queryParams, settlesOf } from './contracts.ts';
import { ask, type Params, rowsOf, spotAccount } from './endpoints.ts';

/**
 * Which orders to list: of one market, or of all of a type; plain ones or those that wait for a
 * price.
 */
export interface OrderList {
  readonly marketType: MarketType;
  readonly symbol: InstrumentSymbol | undefined;
  readonly path: 'orders' | 'price_orders';
  readonly status: 'open' | 'finished';
  /** The settle asset of contracts without a symbol; that of most of them when absent. */
  readonly settle?: string;
}

/** Maximum number of orders in a page. */
const pageSize = 100;
/** Maximum pages of open orders: the venue allows an account far fewer. */
const openPagesMax = 20;
/** Maximum pages of one market's ended orders; an order that traded is also found by its fills. */
const endedPagesMax = 5;

/** Returns the pages of a list, newest first, until one is short. */
async function* pagesOf(call: DialectCall, list: OrderList): AsyncGenerator<readonly Fields[]> {
  const { marketType, path, status } = list;
  const isByPage = marketType === 'spot' && path === 'orders';
  const pagesMax = status === 'open' ? openPagesMax : endedPagesMax;
  for (let page = 0; page < pagesMax; page += 1) {
    const at = isByPage ? { page: page + 1 } : { offset: page * pageSize };
    const params = { ...nameOf(call, list), status, limit: pageSize, ...(page > 0 && at) };
    const rows = rowsOf(await ask(call, marketType, { method: 'GET', path, params }));
    yield rows;
    if (rows.length < pageSize) return;
  }
  if (status === 'open') throw tooMany();
}

/** Returns the parameter for the market; lists of conditional spot orders have another one. */
function nameOf(call: DialectCall, { symbol, marketType, path, settle }: OrderList): Params {
  if (symbol === undefined) return settle === undefined ? {} : { settle };
  const isSpotTrigger = marketType === 'spot' && path === 'price_orders';
  if (isSpotTrigger) return { market: call.client.market(symbol).id };
  return queryParams(call, { symbol, marketType });
}

/** Returns the first order of a list that matches. */
export async function findIn(
  call: DialectCall,
  list: OrderList,
  isIt: (row: Fields) => boolean,
): Promise<Fields | undefined> {
  for await (const rows of pagesOf(call, list)) {
    const found = rows.find(isIt);
    if (found) return found;
  }
  return undefined;
}

/** Returns all open orders of one market, or of all of a type, oldest first. */
export async function openRows(
  call: DialectCall,
  list: Omit<OrderList, 'status'>,
): Promise<readonly Fields[]> {
  const { marketType, symbol, path } = list;
  const all: Fields[] = [];
  if (marketType === 'spot' && symbol === undefined && path === 'orders') {
    all.push(...(await allOnSpot(call)));
  } else if (marketType === 'spot') {
    all.push(...(await allPages(call, list)));
  } else {
    for (const settle of settlesOf(marketType, symbol)) {
      all.push(...(await orNothing(allPages(call, { ...list, settle }))));
    }
  }
  // The venue lists the newest first.
  return all.reverse();
}

async function allPages(
  call: DialectCall,
  list: Omit<OrderList, 'status'>,
): Promise<readonly Fields[]> {
  const all: Fields[] = [];
  for await (const rows of pagesOf(call, { ...list, status: 'open' })) all.push(...rows);
  return all;
}

/** On spot one list has all pairs, each with as many orders as a page holds. */
async function allOnSpot(call: DialectCall): Promise<readonly Fields[]> {
  const all: Fields[] = [];
  for (let page = 1; page <= openPagesMax; page += 1) {
    const params = { ...spotAccount(call), limit: pageSize, ...(page > 1 && { page }) };
    const request = { method: 'GET', path: 'open_orders', params } as const;
    const pairs = rowsOf(await ask(call, 'spot', request));
    const lists = pairs.map(({ orders }) => (Array.isArray(orders) ? orders.filter(isFields) : []));
    all.push(...lists.flat());
    if (lists.every((orders) => orders.length < pageSize)) return all;
  }
  throw tooMany();
}

function tooMany(): NoAnswerError {
  return new NoAnswerError('The exchange has more open orders than can be read.');
}
