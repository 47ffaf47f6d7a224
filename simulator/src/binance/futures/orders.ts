import { isOpen } from '../../exchange/records.ts';
import type { Call, Routes } from '../call.ts';
import { signed } from '../call.ts';
import { Refusal, refusals } from '../errors.ts';
import { windowOf, within } from '../window.ts';
import { acknowledgedAnswer, changedAnswer, queriedAnswer, tradeAnswer } from './answers.ts';
import { bookOrders, namedOrder, openBookOrders, toBookOrder } from './bookOrders.ts';
import { futuresRefusal, parsePlain } from './parseOrder.ts';

/** Lists show at most a week at a time. */
const spanMsMax = 604_800_000;
const tooLong = () => new Refusal(-4165, 'Maximum time interval is 7 days.');

/** Routes of plain orders, below an API's root path. */
export function orderRoutes(root: string): Routes {
  return {
    [`POST ${root}/order`]: { security: 'signed', isOrder: true, answer: place },
    [`GET ${root}/order`]: signed((call) => queriedAnswer(namedOrder(call, refusals.noOrder))),
    [`DELETE ${root}/order`]: signed(cancel),
    [`GET ${root}/openOrder`]: signed(openOrder),
    [`GET ${root}/openOrders`]: signed((call) => openBookOrders(call).map(queriedAnswer)),
    [`DELETE ${root}/allOpenOrders`]: signed(cancelAll),
    [`GET ${root}/allOrders`]: signed(allOrders),
    [`GET ${root}/userTrades`]: signed(userTrades),
  };
}

/** Route that cancels all orders of a market unless it is called again in time. */
export function countdownRoutes(root: string): Routes {
  return { [`POST ${root}/countdownCancelAll`]: signed(countdown) };
}

function place(call: Call): object {
  const asked = parsePlain(call);
  const { clientOrderId } = asked;
  const isTaken = openBookOrders({ ...call, optionalMarket: () => undefined }).some(
    (order) => order.clientOrderId === clientOrderId,
  );
  if (isTaken) throw new Refusal(-4116, 'ClientOrderId is duplicated.');
  const bad = () => new Refusal(-1152, 'Invalid newOrderRespType.');
  const answers = call.parameters.word('newOrderRespType', ['ACK', 'RESULT'], bad) ?? 'ACK';
  const placed = call.exchange.place(asked);
  if ('refused' in placed) throw futuresRefusal(placed.refused, asked.market);
  const order = toBookOrder(placed.order);
  if (!order) throw new Error('Must hold: a plain order is on the book');
  return answers === 'ACK' ? acknowledgedAnswer(order) : changedAnswer(order);
}

function cancel(call: Call): object {
  const order = namedOrder(call, refusals.noCancel);
  if (!call.exchange.cancel(order.record)) throw refusals.noCancel();
  return changedAnswer(order);
}

function openOrder(call: Call): object {
  const order = namedOrder(call, refusals.noOrder);
  if (!isOpen(order.record)) throw refusals.noOrder();
  return queriedAnswer(order);
}

function cancelAll(call: Call): object {
  call.market();
  for (const { record } of openBookOrders(call)) call.exchange.cancel(record);
  return { code: 200, msg: 'The operation of cancel all open order is done.' };
}

function allOrders(call: Call): object[] {
  const { parameters } = call;
  const market = call.market();
  const from = parameters.whole('orderId') ?? 0;
  const window = windowOf(parameters, spanMsMax, tooLong);
  const orders = bookOrders(call).filter(
    ({ record, id }) => record.market === market && id >= from,
  );
  return within(orders, window, ({ createdAt }) => createdAt).map(queriedAnswer);
}

function userTrades(call: Call): object[] {
  const { parameters } = call;
  const market = call.market();
  const orderId = parameters.whole('orderId');
  const from = parameters.whole('fromId') ?? 0;
  const window = windowOf(parameters, spanMsMax, tooLong);
  const trades = bookOrders(call)
    .filter(({ record, id }) => record.market === market && (orderId ?? id) === id)
    .flatMap(({ record }) => record.trades)
    .filter(({ tradeId }) => tradeId >= from)
    .sort((a, b) => a.tradeId - b.tradeId);
  return within(trades, window, ({ at }) => at).map(tradeAnswer);
}

function countdown(call: Call): object {
  const market = call.market();
  const delayMs = call.parameters.whole('countdownTime');
  if (delayMs === undefined) throw refusals.missing('countdownTime');
  call.exchange.cancelAllAfter(call.account, market, delayMs);
  return { symbol: market.id, countdownTime: String(delayMs) };
}
