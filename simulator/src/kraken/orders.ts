import { isOpen, type OrderRecord } from '../exchange/records.ts';
import { orderAnswer, placedAnswer, shownTrades } from './answers.ts';
import { type Call, ordersOf, type Routes } from './call.ts';
import { notSimulated, refusals } from './errors.ts';
import { orderTxid } from './ids.ts';
import { pageOf } from './pages.ts';
import { parseOrder, refusalOf } from './parseOrder.ts';

/** Maximum number of ids in one query. */
const idsMax = 50;

export const orderRoutes: Routes<Call> = {
  AddOrder: place,
  CancelOrder: cancel,
  CancelAll: (call) => ({ count: cancelThese(call, ordersOf(call).filter(isOpen)) }),
  OpenOrders: openOrders,
  ClosedOrders: closedOrders,
  QueryOrders: queryOrders,
};

function place(call: Call): object {
  const asked = parseOrder(call);
  const open = ordersOf(call).filter(isOpen);
  // A client id is taken only while its order is open.
  const isTaken = open.some(({ words }) => words.clientOrderId === asked.clientOrderId);
  if (asked.clientOrderId !== undefined && isTaken) throw refusals.duplicate();
  const placed = call.exchange.place(asked);
  if ('refused' in placed) throw refusalOf(placed.refused);
  return placedAnswer(placed.order);
}

function cancel(call: Call): object {
  const { parameters } = call;
  const [id, name] = [parameters.text('txid'), parameters.text('cl_ord_id')];
  if (id === undefined && name === undefined) throw refusals.badArgument('txid');
  const open = ordersOf(call).filter(isOpen);
  const meant = open.filter(({ id: own, words }) =>
    id === undefined ? words.clientOrderId === name : orderTxid(own) === id,
  );
  if (meant.length === 0) throw refusals.unknownOrder();
  const count = cancelThese(call, meant);
  if (count === 0) throw refusals.unknownOrder();
  return { count };
}

function cancelThese({ exchange }: Call, orders: readonly OrderRecord[]): number {
  return orders.filter((order) => exchange.cancel(order)).length;
}

/** Returns all open orders at once; trades at one moment are always shown as one here. */
function openOrders(call: Call): object {
  const orders = named(call, ordersOf(call).filter(isOpen));
  return { open: listed(call, orders.toReversed(), true) };
}

function closedOrders(call: Call): object {
  const { parameters } = call;
  const isTogether = parameters.flag('consolidate_taker') ?? true;
  const closetime = parameters.word('closetime', ['open', 'close', 'both']) ?? 'both';
  if (closetime !== 'both') throw notSimulated(`closetime ${closetime}`);
  const ended = named(call, ordersOf(call)).filter((order) => !isOpen(order));
  const newest = ended.toReversed().sort((a, b) => b.updatedAt - a.updatedAt);
  const { count, rows } = pageOf(parameters, newest, ({ updatedAt }) => updatedAt);
  return { closed: listed(call, rows, isTogether), ...count };
}

function queryOrders(call: Call): object {
  const { parameters } = call;
  const ids = parameters.list('txid');
  if (ids.length === 0 || ids.length > idsMax) throw refusals.badArgument('txid');
  const own = new Map(ordersOf(call).map((order) => [orderTxid(order.id), order]));
  const orders = ids.map((id) => {
    const order = own.get(id);
    if (!order) throw refusals.invalidOrder();
    return order;
  });
  return listed(call, orders, parameters.flag('consolidate_taker') ?? true);
}

/** Returns the orders with the named client id, or all. */
function named({ parameters }: Call, orders: readonly OrderRecord[]): readonly OrderRecord[] {
  if (parameters.has('userref')) throw notSimulated('userref');
  const name = parameters.text('cl_ord_id');
  return name === undefined ? orders : orders.filter(({ words }) => words.clientOrderId === name);
}

/** Returns an object with a field for each order. */
function listed(
  { parameters }: Call,
  orders: readonly OrderRecord[],
  isTogether: boolean,
): Readonly<Record<string, object>> {
  const isWithTrades = parameters.flag('trades') === true;
  return Object.fromEntries(
    orders.map((order) => [
      orderTxid(order.id),
      orderAnswer(order, isWithTrades ? shownTrades(order, isTogether) : undefined),
    ]),
  );
}
