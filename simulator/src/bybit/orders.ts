import { isOpen, isWaiting, type OrderRecord } from '../exchange/records.ts';
import {
  type Call,
  optionalMarket,
  ordersOf,
  type Routes,
  readCategory,
  readMarket,
  signed,
} from './call.ts';
import { refusalOf } from './checks.ts';
import { Refusal, refusals } from './errors.ts';
import { parseOrder } from './parseOrder.ts';
import { orderIdOf } from './texts.ts';
import { categoryOf } from './traits.ts';

export const orderRoutes: Routes = {
  'POST /v5/order/create': signed(create),
  'POST /v5/order/cancel': signed(cancel),
  'POST /v5/order/cancel-all': signed(cancelAll),
};

/** Returns an acknowledgement: the client has to ask what became of the order. */
function acknowledged(order: OrderRecord): object {
  return { orderId: orderIdOf(order), orderLinkId: order.clientOrderId };
}

function create(call: Call): object {
  const asked = parseOrder(call);
  const category = categoryOf(asked.market.definition);
  const { clientOrderId = '' } = asked;
  const known = ordersOf(call, category);
  // A client id can be used once only.
  if (clientOrderId !== '' && known.some((each) => each.clientOrderId === clientOrderId)) {
    throw refusals.duplicate(category === 'spot');
  }
  const placed = call.exchange.place(asked);
  if ('refused' in placed) {
    const now = call.exchange.prices.markPrice(asked.market) ?? 0n;
    throw refusalOf(placed.refused, asked, now);
  }
  return acknowledged(placed.order);
}

/** Cancels an order. The exchange's own id counts when both are named. */
function cancel(call: Call): object {
  const { parameters, exchange } = call;
  const { market, category } = readMarket(call);
  const [id, linkId] = [parameters.text('orderId'), parameters.text('orderLinkId')];
  if (id === undefined && linkId === undefined) {
    throw refusals.parameter('orderId or orderLinkId is required');
  }
  const isSpot = category === 'spot';
  const order = ordersOf(call, category).findLast((each) =>
    id === undefined ? each.clientOrderId === linkId : orderIdOf(each) === id,
  );
  if (order?.market !== market) throw refusals.noOrder(isSpot);
  if (isSpot && isOpen(order)) checkFilter(call, order);
  if (!exchange.cancel(order)) throw isSpot ? endedOnSpot(order) : refusals.noOrder(false);
  return acknowledged(order);
}

/** On spot, plain orders and waiting ones are cancelled under different filters. */
function checkFilter({ parameters }: Call, order: OrderRecord): void {
  const words = ['Order', 'StopOrder', 'tpslOrder'] as const;
  const filter = parameters.word('orderFilter', words) ?? 'Order';
  if (filter !== (isWaiting(order) ? 'StopOrder' : 'Order')) throw refusals.noOrder(true);
}

function endedOnSpot({ state }: OrderRecord): Refusal {
  return state.status === 'closed'
    ? new Refusal(170139, 'Order has been filled.')
    : new Refusal(170142, 'Order has been canceled.');
}

function cancelAll(call: Call): object {
  const category = readCategory(call);
  const market = optionalMarket(call, category);
  const { parameters } = call;
  const coin = parameters.text('settleCoin');
  if (category === 'linear' && !market && coin === undefined && !parameters.has('baseCoin')) {
    throw refusals.parameter('symbol, baseCoin or settleCoin is required');
  }
  const orders = ordersOf(call, category).filter(
    (order) =>
      isOpen(order) &&
      (market === undefined || order.market === market) &&
      (coin === undefined || order.market.settle === coin),
  );
  for (const order of orders) call.exchange.cancel(order);
  return { list: orders.map(acknowledged), success: '1' };
}
