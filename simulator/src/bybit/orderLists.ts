import { isOpen, isWaiting, type OrderRecord, type Trade } from '../exchange/records.ts';
import { type Call, optionalMarket, ordersOf, type Routes, readCategory, signed } from './call.ts';
import { refusals } from './errors.ts';
import { orderRecord, tradeRecord } from './orderRecords.ts';
import { pageOf, windowOf } from './pages.ts';
import { orderIdOf, tradeIdOf } from './texts.ts';
import type { Category } from './traits.ts';

/** Rows of a page when the request names no number, and at most. */
const orderRows = { unasked: 20, most: 50 } as const;
const tradeRows = { unasked: 50, most: 100 } as const;
/** Number of ended orders of a category that a request can still name. */
const recentMax = 500;
/** Milliseconds for which an order that ended without a fill is listed. */
const unfilledMs = 86_400_000;

export const listRoutes: Routes = {
  'GET /v5/order/realtime': signed(realtime),
  'GET /v5/order/history': signed(history),
  'GET /v5/execution/list': signed(executions),
};

/** Returns open orders; a named order also when it ended recently. */
function realtime(call: Call): object {
  const category = readCategory(call);
  const { parameters } = call;
  const isNamed = parameters.has('orderId') || parameters.has('orderLinkId');
  const orders = ordersOf(call, category);
  const ended = orders.filter((order) => !isOpen(order)).slice(-recentMax);
  const isEndedAsked = parameters.whole('openOnly') === 1;
  const asked = isNamed
    ? [...orders.filter(isOpen), ...ended]
    : isEndedAsked
      ? ended
      : orders.filter(isOpen);
  if (category === 'linear' && !isNamed && !isNarrow(call)) {
    throw refusals.parameter('symbol, baseCoin or settleCoin is required');
  }
  return page(call, category, asked);
}

function isNarrow({ parameters }: Call): boolean {
  return ['symbol', 'baseCoin', 'settleCoin'].some((name) => parameters.has(name));
}

/** Returns ended orders; those that ended over a day ago only if they filled at least in part. */
function history(call: Call): object {
  const category = readCategory(call);
  const now = call.exchange.now();
  const { from, to } = windowOf(call.parameters, now);
  const ended = ordersOf(call, category).filter(
    (order) =>
      !isOpen(order) &&
      order.createdAt >= from &&
      order.createdAt <= to &&
      (order.state.filled > 0 || order.updatedAt > now - unfilledMs),
  );
  return page(call, category, ended);
}

function page(call: Call, category: Category, orders: readonly OrderRecord[]): object {
  const found = matching(call, category, orders).sort((a, b) => b.id - a.id);
  const keyOf = (order: OrderRecord) => `${orderIdOf(order)}:${order.createdAt}`;
  const { shown, nextPageCursor } = pageOf(call.parameters, found, { ...orderRows, keyOf });
  return { category, list: shown.map(orderRecord), nextPageCursor };
}

/** Returns the named orders. Only the first name counts: exchange id, client id, market. */
function matching(call: Call, category: Category, orders: readonly OrderRecord[]): OrderRecord[] {
  const { parameters } = call;
  const [id, linkId] = [parameters.text('orderId'), parameters.text('orderLinkId')];
  if (id !== undefined) return orders.filter((order) => orderIdOf(order) === id);
  if (linkId !== undefined) return orders.filter((order) => order.clientOrderId === linkId);
  const market = optionalMarket(call, category);
  const [base, settle] = [parameters.text('baseCoin'), parameters.text('settleCoin')];
  const filter = parameters.word('orderFilter', ['Order', 'StopOrder', 'tpslOrder']);
  return orders.filter(
    (order) =>
      (market === undefined || order.market === market) &&
      (base === undefined || order.market.definition.base === base) &&
      (settle === undefined || order.market.settle === settle) &&
      (filter === undefined || (filter === 'StopOrder') === isWaiting(order)),
  );
}

function executions(call: Call): object {
  const category = readCategory(call);
  const { parameters } = call;
  const { from, to } = windowOf(parameters, call.exchange.now());
  const type = parameters.text('execType') ?? 'Trade';
  const found = matching(call, category, ordersOf(call, category))
    .flatMap((order) => order.trades)
    .filter(({ at }) => type === 'Trade' && at >= from && at <= to)
    .sort((a, b) => b.at - a.at || b.tradeId - a.tradeId);
  const keyOf = (trade: Trade) => `${tradeIdOf(trade)}:${trade.at}`;
  const { shown, nextPageCursor } = pageOf(parameters, found, { ...tradeRows, keyOf });
  return { category, list: shown.map(tradeRecord), nextPageCursor };
}
