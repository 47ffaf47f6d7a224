import type { Call, Routes } from '../call.ts';
import { creating, signedBy } from '../call.ts';
import { isClientText } from '../clientText.ts';
import { countdownRoute } from '../countdowns.ts';
import { Refusal, refusals } from '../errors.ts';
import { longSpanOf, ordersMax, pageOf, tradesMax } from '../lists.ts';
import { type BookOrder, bookOrders, toBookOrder } from '../triggers.ts';
import { requireWallet } from './account.ts';
import { orderAnswer, tradeAnswer } from './answers.ts';
import { contractOf, contractRefusal, parseOrder } from './parseOrder.ts';

/** Milliseconds for which an ended order can be found by the client's text. */
const textMs = 60_000;
/** Milliseconds for which an order is kept that ended without a trade. */
const unfilledMs = 600_000;

/**
 * @param isPerpetual Dated contracts have no list of trades by time, no lookup by text and no
 * countdown.
 */
export function orderRoutes(root: string, isPerpetual: boolean): Routes {
  return {
    [`POST ${root}/orders`]: creating(place),
    [`GET ${root}/orders`]: signedBy(list),
    [`DELETE ${root}/orders`]: signedBy(cancelAll),
    [`GET ${root}/orders/{order_id}`]: signedBy((call) => orderAnswer(named(call, isPerpetual))),
    [`DELETE ${root}/orders/{order_id}`]: signedBy((call) => cancel(call, isPerpetual)),
    [`GET ${root}/my_trades`]: signedBy((call) => trades(call, 'id')),
    ...(isPerpetual && {
      [`POST ${root}/countdown_cancel_all`]: countdownRoute('contract'),
      [`GET ${root}/my_trades_timerange`]: signedBy((call) => trades(call, 'trade_id')),
    }),
  };
}

/** Places an order. When two orders have the same text, it names the newer one. */
function place(call: Call): object {
  requireWallet(call);
  const asked = parseOrder(call);
  const placed = call.exchange.place(asked);
  if ('refused' in placed) throw contractRefusal(call, asked, placed.refused);
  const order = toBookOrder(placed.order);
  if (!order) throw new Error('Must hold: a plain order is in the book');
  return orderAnswer(order);
}

/** Returns the orders that are still kept, newest first. */
function kept(call: Call): BookOrder[] {
  requireWallet(call);
  const now = call.exchange.now();
  return bookOrders(call).filter(
    ({ record, endedAt }) =>
      endedAt === undefined || record.state.filled > 0 || now - endedAt <= unfilledMs,
  );
}

function named(call: Call, isPerpetual: boolean): BookOrder {
  const name = call.path.order_id ?? '';
  const now = call.exchange.now();
  const isByText = isPerpetual && isClientText(name);
  const found = kept(call).find(({ id, text, endedAt }) =>
    isByText ? text === name && now - (endedAt ?? now) <= textMs : String(id) === name,
  );
  if (!found) throw refusals.noOrder(name);
  return found;
}

function cancel(call: Call, isPerpetual: boolean): object {
  const order = named(call, isPerpetual);
  if (!call.exchange.cancel(order.record)) {
    throw new Refusal('ORDER_FINISHED', 'order already finished', { field: 'detail' });
  }
  return orderAnswer({ ...order, endedAt: order.record.updatedAt });
}

function openIn(call: Call): BookOrder[] {
  const contract = call.query.text('contract');
  const market = contract === undefined ? undefined : contractOf(call, contract);
  return kept(call).filter(
    ({ record, endedAt }) =>
      endedAt === undefined && (market === undefined || record.market === market),
  );
}

function cancelAll(call: Call): object[] {
  call.query.required('contract');
  const orders = openIn(call);
  for (const { record } of orders) call.exchange.cancel(record);
  return orders.map((order) => orderAnswer({ ...order, endedAt: order.record.updatedAt }));
}

function list(call: Call): object[] {
  const { query } = call;
  query.required('status');
  if (query.word('status', ['open', 'finished']) === 'open') {
    return pageOf(openIn(call), query, ordersMax).map(orderAnswer);
  }
  const contract = query.text('contract');
  const market = contract === undefined ? undefined : contractOf(call, contract);
  const shown = kept(call).filter(
    ({ record, endedAt }) =>
      endedAt !== undefined && (market === undefined || record.market === market),
  );
  return pageOf(shown, query, ordersMax).map(orderAnswer);
}

function trades(call: Call, idName: 'id' | 'trade_id'): object[] {
  const { query } = call;
  const contract = query.text('contract');
  const market = contract === undefined ? undefined : contractOf(call, contract);
  const order = idName === 'id' ? query.text('order') : undefined;
  const isWithin = idName === 'id' ? () => true : longSpanOf(query);
  const shown = kept(call)
    .filter(({ record }) => market === undefined || record.market === market)
    .filter(({ id }) => order === undefined || String(id) === order)
    .flatMap(({ record }) => record.trades)
    .filter(({ at }) => isWithin(at))
    .sort((a, b) => b.tradeId - a.tradeId);
  return pageOf(shown, query, tradesMax).map((trade) => tradeAnswer(trade, idName));
}
