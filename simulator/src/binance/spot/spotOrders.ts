import { isOpen, type OrderRecord } from '../../exchange/records.ts';
import type { Call, Route, Routes } from '../call.ts';
import { signed } from '../call.ts';
import { Refusal, refusals } from '../errors.ts';
import { windowOf, within } from '../window.ts';
import {
  canceledAnswer,
  placedAnswer,
  queriedAnswer,
  type ResponseType,
  tradeAnswer,
} from './answers.ts';
import { clientIdOf, parseOrder, spotRefusal } from './parseOrder.ts';

const dayMs = 86_400_000;
const tooLong = () => new Refusal(-1127, 'More than 24 hours between startTime and endTime.');

const placing: Route = {
  security: 'signed',
  isOrder: true,
  answer: place,
  // Parameters that spot does not know, such as reduceOnly, are refused.
  parameters: [
    'symbol',
    'side',
    'type',
    'timeInForce',
    'quantity',
    'quoteOrderQty',
    'price',
    'newClientOrderId',
    'strategyId',
    'strategyType',
    'stopPrice',
    'trailingDelta',
    'icebergQty',
    'newOrderRespType',
    'selfTradePreventionMode',
  ],
};

export const spotOrderRoutes: Routes = {
  'POST /api/v3/order': placing,
  'GET /api/v3/order': signed((call) => queriedAnswer(named(call, refusals.noOrder))),
  'DELETE /api/v3/order': signed(cancel),
  'GET /api/v3/openOrders': signed((call) => openOrders(call).map(queriedAnswer)),
  'DELETE /api/v3/openOrders': signed(cancelAll),
  'GET /api/v3/allOrders': signed(allOrders),
  'GET /api/v3/myTrades': signed(myTrades),
};

function place(call: Call): object {
  const asked = parseOrder(call);
  const isQuick = asked.words?.type === 'MARKET' || asked.words?.type === 'LIMIT';
  const type = responseType(call, isQuick ? 'FULL' : 'ACK');
  refuseDuplicate(call, asked.clientOrderId);
  const placed = call.exchange.place(asked);
  if ('refused' in placed) throw spotRefusal(placed.refused);
  return placedAnswer(placed.order, type);
}

function responseType({ parameters }: Call, otherwise: ResponseType): ResponseType {
  const words = ['ACK', 'RESULT', 'FULL'] as const;
  const bad = () => new Refusal(-1152, 'Invalid newOrderRespType.');
  return parameters.word('newOrderRespType', words, bad) ?? otherwise;
}

/** Refuses a client id while another open order has it. */
export function refuseDuplicate(call: Call, clientOrderId: string | undefined): void {
  const open = call.exchange.orders(call.account, 'spot').filter(isOpen);
  if (clientOrderId === undefined) return;
  if (open.some((order) => order.clientOrderId === clientOrderId)) {
    throw new Refusal(-2010, 'Duplicate order sent.');
  }
}

/** Returns the named order; the newest one when several have the same client id. */
function named({ exchange, account, parameters, ...call }: Call, no: () => Refusal): OrderRecord {
  const market = call.market();
  const id = parameters.whole('orderId');
  const clientOrderId = parameters.text('origClientOrderId');
  if (id === undefined && clientOrderId === undefined) {
    throw refusals.missingEither('origClientOrderId', 'orderId');
  }
  const order = exchange
    .orders(account, 'spot')
    .findLast((each) => (id === undefined ? each.clientOrderId === clientOrderId : each.id === id));
  if (order?.market !== market) throw no();
  return order;
}

/** Cancels an order; cancelling one leg of a pair cancels the other too. */
function cancel(call: Call): object {
  const order = named(call, refusals.noCancel);
  const newClientOrderId = clientIdOf(call.parameters, 'newClientOrderId');
  if (!call.exchange.cancel(order)) throw refusals.noCancel();
  return canceledAnswer(order, newClientOrderId);
}

function openOrders({ exchange, account, ...call }: Call): OrderRecord[] {
  const market = call.optionalMarket();
  const open = exchange.orders(account, 'spot').filter(isOpen);
  return market ? open.filter((order) => order.market === market) : open;
}

function cancelAll(call: Call): object[] {
  call.market();
  const orders = openOrders(call);
  if (orders.length === 0) throw refusals.noCancel();
  for (const order of orders) call.exchange.cancel(order);
  return orders.map((order) => canceledAnswer(order));
}

function allOrders({ exchange, account, parameters, ...call }: Call): object[] {
  const market = call.market();
  const from = parameters.whole('orderId') ?? 0;
  const window = windowOf(parameters, dayMs, tooLong);
  const orders = exchange
    .orders(account, 'spot')
    .filter((order) => order.market === market && order.id >= from);
  return within(orders, window, ({ createdAt }) => createdAt).map(queriedAnswer);
}

function myTrades({ exchange, account, parameters, ...call }: Call): object[] {
  const market = call.market();
  const orderId = parameters.whole('orderId');
  const from = parameters.whole('fromId') ?? 0;
  const window = windowOf(parameters, dayMs, tooLong);
  const trades = exchange
    .orders(account, 'spot')
    .filter((order) => order.market === market && (orderId ?? order.id) === order.id)
    .flatMap((order) => order.trades)
    .filter(({ tradeId }) => tradeId >= from)
    .sort((a, b) => a.tradeId - b.tradeId);
  return within(trades, window, ({ at }) => at).map(tradeAnswer);
}
