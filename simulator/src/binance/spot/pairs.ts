import type { Market } from '../../exchange/market.ts';
import type { EnteredOrder } from '../../exchange/orderEntry.ts';
import { isOpen, type OrderRecord } from '../../exchange/records.ts';
import type { Call, Routes } from '../call.ts';
import { signed } from '../call.ts';
import { notSimulated, Refusal, refusals } from '../errors.ts';
import { canceledAnswer, placedAnswer } from './answers.ts';
import { clientIdOf, sideOf, spotPrice, spotQuantity, spotRefusal } from './parseOrder.ts';
import { refuseDuplicate } from './spotOrders.ts';

/** Routes of one-cancels-the-other pairs: two orders, of which one ends the other. */
export const pairRoutes: Routes = {
  'POST /api/v3/orderList/oco': { security: 'signed', isOrder: true, answer: place },
  'GET /api/v3/orderList': signed((call) => listAnswer(named(call))),
  'GET /api/v3/openOrderList': signed(openLists),
  'DELETE /api/v3/orderList': signed(cancel),
};

function place(call: Call): object {
  const asked = askedPair(call);
  refuseDuplicate(call, asked.clientOrderId);
  refuseDuplicate(call, asked.stopLeg?.clientOrderId);
  const placed = call.exchange.place(asked);
  if ('refused' in placed) throw spotRefusal(placed.refused);
  const legs = placed.stopLeg ? [placed.stopLeg, placed.order] : [placed.order];
  return { ...listAnswer(legs), orderReports: legs.map((leg) => placedAnswer(leg, 'RESULT')) };
}

interface Leg {
  readonly type: string;
  readonly price: string | undefined;
  readonly stopPrice: string | undefined;
  readonly clientOrderId: string | undefined;
}

const legTypes = ['LIMIT_MAKER', 'STOP_LOSS', 'STOP_LOSS_LIMIT', 'TAKE_PROFIT'] as const;

function legOf(call: Call, market: Market, where: 'above' | 'below'): Leg {
  const { parameters } = call;
  const type = parameters.required(`${where}Type`);
  parameters.word(`${where}Type`, [...legTypes, 'TAKE_PROFIT_LIMIT'], refusals.badType);
  if (type.startsWith('TAKE')) throw notSimulated(`pairs with ${type}`);
  const isStop = type.startsWith('STOP');
  if (isStop) parameters.required(`${where}StopPrice`);
  if (type !== 'STOP_LOSS') parameters.required(`${where}Price`);
  if (type === 'STOP_LOSS_LIMIT') checkForce(call, `${where}TimeInForce`);
  return {
    type,
    price: spotPrice(call, market, `${where}Price`),
    stopPrice: spotPrice(call, market, `${where}StopPrice`),
    clientOrderId: clientIdOf(parameters, `${where}ClientOrderId`),
  };
}

function checkForce({ parameters }: Call, name: string): void {
  parameters.required(name);
  const force = parameters.word(name, ['GTC', 'IOC', 'FOK'], refusals.badForce);
  if (force !== 'GTC') throw notSimulated(`${name} ${force}`);
}

/** Understands a pair. A sell has its limit above its stop, a buy below it. */
function askedPair(call: Call): EnteredOrder {
  const { parameters, account } = call;
  const market = call.market();
  const side = sideOf(parameters);
  const quantity = spotQuantity(parameters, market);
  const [above, below] = [legOf(call, market, 'above'), legOf(call, market, 'below')];
  const [limit, stop] = side === 'sell' ? [above, below] : [below, above];
  if (limit.type !== 'LIMIT_MAKER' || stop.type === 'LIMIT_MAKER') {
    throw spotRefusal('BAD_PAIR');
  }
  const listClientOrderId = clientIdOf(parameters, 'listClientOrderId');
  const list = listClientOrderId === undefined ? {} : { listClientOrderId };
  const named = ({ clientOrderId }: Leg) => (clientOrderId === undefined ? {} : { clientOrderId });
  return {
    account,
    market,
    side,
    type: 'oco',
    quantity,
    ...named(limit),
    price: limit.price ?? '',
    stopPrice: stop.stopPrice ?? '',
    words: { ...list, type: limit.type, force: 'GTC' },
    stopLeg: {
      ...named(stop),
      words: { ...list, type: stop.type, force: 'GTC' },
      ...(stop.price !== undefined && { limitPrice: stop.price }),
    },
  };
}

function listAnswer(legs: readonly OrderRecord[]): object {
  const [first] = legs;
  const isDone = !legs.some(isOpen);
  return {
    orderListId: first?.pairId,
    contingencyType: 'OCO',
    listStatusType: isDone ? 'ALL_DONE' : 'EXEC_STARTED',
    listOrderStatus: isDone ? 'ALL_DONE' : 'EXECUTING',
    listClientOrderId: first?.words.listClientOrderId ?? `list${first?.pairId}`,
    transactionTime: first?.createdAt,
    symbol: first?.market.id,
    orders: legs.map(({ id, clientOrderId, market }) => ({
      symbol: market.id,
      orderId: id,
      clientOrderId,
    })),
  };
}

/** Returns both legs of every pair, the newest pair last. */
function pairsOf({ exchange, account }: Call): OrderRecord[][] {
  const pairs = new Map<number, OrderRecord[]>();
  for (const order of exchange.orders(account, 'spot')) {
    if (order.pairId === undefined) continue;
    pairs.set(order.pairId, [order, ...(pairs.get(order.pairId) ?? [])]);
  }
  return [...pairs.values()];
}

function find(call: Call, clientName: string, no: () => Refusal): OrderRecord[] {
  const { parameters } = call;
  const id = parameters.whole('orderListId');
  const clientId = parameters.text(clientName);
  if (id === undefined && clientId === undefined) {
    throw refusals.missingEither(clientName, 'orderListId');
  }
  const pair = pairsOf(call).findLast(([leg]) =>
    id === undefined ? leg?.words.listClientOrderId === clientId : leg?.pairId === id,
  );
  if (!pair) throw no();
  return pair;
}

function named(call: Call): OrderRecord[] {
  const no = () => new Refusal(-2013, 'Order list does not exist.');
  return find(call, 'origClientOrderId', no);
}

function openLists(call: Call): object[] {
  return pairsOf(call)
    .filter((legs) => legs.some(isOpen))
    .map(listAnswer);
}

function cancel(call: Call): object {
  call.market();
  const no = () => new Refusal(-2011, 'Unknown order list sent.');
  const legs = find(call, 'listClientOrderId', no);
  const open = legs.find(isOpen);
  if (!open) throw no();
  call.exchange.cancel(open);
  return { ...listAnswer(legs), orderReports: legs.map((leg) => canceledAnswer(leg)) };
}
