import type { Call, Routes } from '../call.ts';
import { creating, signedBy } from '../call.ts';
import { isClientText } from '../clientText.ts';
import { countdownRoute } from '../countdowns.ts';
import { Refusal, refusals } from '../errors.ts';
import { ordersMax, pageOf, spanOf, tradesMax } from '../lists.ts';
import { type BookOrder, bookOrders, toBookOrder } from '../triggers.ts';
import { requireKind } from '../unified.ts';
import { orderAnswer, tradeAnswer } from './answers.ts';
import { pairOf, parseOrder, spotRefusal } from './parseOrder.ts';

export const orderRoutes: Routes = {
  'POST /spot/orders': creating(place),
  'GET /spot/orders': signedBy(list),
  'DELETE /spot/orders': signedBy(cancelAll),
  'GET /spot/orders/{order_id}': signedBy((call) => orderAnswer(named(call))),
  'DELETE /spot/orders/{order_id}': signedBy(cancel),
  'POST /spot/countdown_cancel_all': countdownRoute('currency_pair'),
  'GET /spot/open_orders': signedBy(openOfAllPairs),
  'GET /spot/my_trades': signedBy(trades),
};

/** Places an order. When two orders have the same text, it names the newer one. */
function place(call: Call): object {
  const asked = parseOrder(call);
  const placed = call.exchange.place(asked);
  if ('refused' in placed) throw spotRefusal(placed.refused, asked.market);
  const order = toBookOrder(placed.order);
  if (!order) throw new Error('Must hold: a plain order is in the book');
  return orderAnswer(order);
}

/** Returns the named order: by its id always, by the client's text only while it is open. */
function named(call: Call): BookOrder {
  const pair = pairOf(call, call.query.required('currency_pair'));
  requireKind(call, call.query.text('account'), 'spot');
  const name = call.path.order_id ?? '';
  const orders = bookOrders(call).filter(({ record }) => record.market === pair);
  if (isClientText(name)) {
    const found = orders.find(({ text, endedAt }) => text === name && endedAt === undefined);
    if (!found) throw refusals.noText(name);
    return found;
  }
  const found = orders.find(({ id }) => String(id) === name);
  if (!found) throw refusals.noOrder(name);
  return found;
}

function cancel(call: Call): object {
  const order = named(call);
  if (!call.exchange.cancel(order.record)) {
    const isFilled = order.record.state.status === 'closed';
    throw isFilled
      ? new Refusal('ORDER_CLOSED', 'Order already closed')
      : new Refusal('ORDER_CANCELLED', 'Order already cancelled');
  }
  return orderAnswer(order);
}

function cancelAll(call: Call): object[] {
  const pair = pairOf(call, call.query.required('currency_pair'));
  requireKind(call, call.query.text('account'), 'spot');
  const open = bookOrders(call).filter(
    ({ record, endedAt }) => record.market === pair && endedAt === undefined,
  );
  for (const { record } of open) call.exchange.cancel(record);
  return open.map((order) => orderAnswer({ ...order, endedAt: order.record.updatedAt }));
}

function list(call: Call): object[] {
  const { query, exchange } = call;
  const pair = pairOf(call, query.required('currency_pair'));
  requireKind(call, call.query.text('account'), 'spot');
  query.required('status');
  const status = query.word('status', ['open', 'finished']);
  const isWithin = spanOf(query, exchange.now());
  const shown = bookOrders(call).filter(({ record, endedAt }) => {
    if (record.market !== pair) return false;
    if (status === 'open') return endedAt === undefined;
    return endedAt !== undefined && isWithin(endedAt);
  });
  return pageOf(shown, query, ordersMax).map(orderAnswer);
}

/** Returns the pairs with open orders; the limit applies to each pair. */
function openOfAllPairs(call: Call): object[] {
  requireKind(call, call.query.text('account'), 'spot');
  const open = bookOrders(call).filter(({ endedAt }) => endedAt === undefined);
  return call.exchange.markets('spot').flatMap((pair) => {
    const own = open.filter(({ record }) => record.market === pair);
    const orders = pageOf(own, call.query, ordersMax).map(orderAnswer);
    return own.length > 0 ? [{ currency_pair: pair.id, total: own.length, orders }] : [];
  });
}

function trades(call: Call): object[] {
  const { query, exchange } = call;
  requireKind(call, query.text('account'), 'spot');
  const pair = query.has('currency_pair')
    ? pairOf(call, query.required('currency_pair'))
    : undefined;
  const orderId = query.text('order_id');
  if (orderId !== undefined) query.required('currency_pair');
  const isWithin = spanOf(query, exchange.now());
  const shown = bookOrders(call)
    .filter(({ record }) => pair === undefined || record.market === pair)
    .filter(({ id }) => orderId === undefined || String(id) === orderId)
    .flatMap(({ record }) => record.trades)
    .filter(({ at }) => isWithin(at))
    .sort((a, b) => b.tradeId - a.tradeId);
  return pageOf(shown, query, tradesMax).map(tradeAnswer);
}
