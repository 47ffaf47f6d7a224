import type { MarketType } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { orNothing, settleOf, settlesOf } from './contracts.ts';
import {
  contractOrders,
  contractTriggers,
  spotOpenOrders,
  spotOrders,
  spotTriggers,
} from './endpoints.ts';
import { rowsOf } from './rows.ts';
import { spotAccount } from './unifiedMode.ts';

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
  const { status } = list;
  const pagesMax = status === 'open' ? openPagesMax : endedPagesMax;
  for (let page = 0; page < pagesMax; page += 1) {
    const rows = rowsOf(await askPage(call, list, page));
    yield rows;
    if (rows.length < pageSize) return;
  }
  if (status === 'open') throw tooMany();
}

/** Requests one page; the first has the number 0. */
function askPage(call: DialectCall, list: OrderList, page: number): Promise<unknown> {
  const { client } = call;
  const { symbol, marketType, path, status, settle = 'usdt' } = list;
  const id = symbol === undefined ? undefined : client.market(symbol).id;
  const offset = page > 0 ? page * pageSize : undefined;
  if (marketType !== 'spot') {
    const listed = path === 'orders' ? contractOrders : contractTriggers;
    return listed(client, marketType, {
      settle: symbol === undefined ? settle : settleOf(symbol),
      contract: id,
      status,
      limit: pageSize,
      offset,
    });
  }
  if (path === 'price_orders') {
    return spotTriggers(client, { market: id, status, limit: pageSize, offset });
  }
  return spotOrders(client, {
    currency_pair: id,
    account: spotAccount(call),
    status,
    limit: pageSize,
    page: page > 0 ? page + 1 : undefined,
  });
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
    const answer = await spotOpenOrders(call.client, {
      account: spotAccount(call),
      limit: pageSize,
      page: page > 1 ? page : undefined,
    });
    const pairs = rowsOf(answer);
    const lists = pairs.map(({ orders }) => (Array.isArray(orders) ? orders.filter(isFields) : []));
    all.push(...lists.flat());
    if (lists.every((orders) => orders.length < pageSize)) return all;
  }
  throw tooMany();
}

function tooMany(): NoAnswerError {
  return new NoAnswerError('The exchange has more open orders than can be read.');
}
