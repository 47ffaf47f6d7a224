import type { Exchange } from '../exchange/exchange.ts';
import { amountsOf } from '../exchange/prices.ts';
import { isOpen, type OrderRecord } from '../exchange/records.ts';
import { cloidOf, ordersOf } from './call.ts';
import { numberText } from './numbers.ts';
import { type Fields, readCloid, readWhole } from './reading.ts';
import { askedOf, toldOf } from './statuses.ts';

/** Number of orders in the history. */
const historyMax = 2_000;

type Told = (exchange: Exchange, asked: Fields) => unknown;

/** Queries of orders, by `type`. */
export const orderInfo: Readonly<Record<string, Told>> = {
  orderStatus,
  openOrders: (exchange, { user }) => openOf(exchange, user).map(shortEntry),
  frontendOpenOrders: (exchange, { user }) =>
    openOf(exchange, user).map((order) => entryOf(order, restOf(order))),
  historicalOrders: (exchange, { user }) =>
    ordersOf(exchange, user).slice(-historyMax).toReversed().map(statusEntry),
};

/** Finds an order by the exchange's id, or the newest with a client id. */
function orderStatus(exchange: Exchange, { user, oid }: Fields): object {
  const isNamed = typeof oid === 'string' ? byCloid(readCloid(oid)) : byId(readWhole(oid));
  const order = ordersOf(exchange, user).findLast(isNamed);
  return order ? { status: 'order', order: statusEntry(order) } : { status: 'unknownOid' };
}

function byCloid(cloid: string) {
  return (order: OrderRecord) => cloidOf(order) === cloid;
}

function byId(oid: number) {
  return ({ id }: OrderRecord) => id === oid;
}

/** Returns open orders, newest first. */
function openOf(exchange: Exchange, user: unknown): readonly OrderRecord[] {
  return ordersOf(exchange, user).filter(isOpen).toReversed();
}

/** Returns the open quantity of an order. */
function restOf(order: OrderRecord): bigint {
  return askedOf(order) - amountsOf(order).filled;
}

function statusEntry(order: OrderRecord): object {
  const { status, rest, at } = toldOf(order);
  return { order: entryOf(order, rest), status, statusTimestamp: at };
}

/** Returns the event of an order whose status changed. */
export function updateOf(order: OrderRecord): object {
  const { status, rest, at } = toldOf(order);
  return { order: { ...shortEntry(order), sz: numberText(rest) }, status, statusTimestamp: at };
}

function shortEntry(order: OrderRecord): object {
  const cloid = cloidOf(order);
  return {
    coin: order.market.id,
    side: sideOf(order),
    limitPx: numberText(amountsOf(order).price),
    sz: numberText(restOf(order)),
    oid: order.id,
    timestamp: order.createdAt,
    origSz: numberText(askedOf(order)),
    ...(cloid !== undefined && { cloid }),
  };
}

function entryOf(order: OrderRecord, rest: bigint): object {
  const { words, state } = order;
  const { price, stop } = amountsOf(order);
  const isTrigger = state.stop !== undefined;
  return {
    coin: order.market.id,
    side: sideOf(order),
    limitPx: numberText(price),
    sz: numberText(rest),
    oid: order.id,
    timestamp: order.createdAt,
    triggerCondition: isTrigger ? conditionOf(order, stop) : 'N/A',
    isTrigger,
    triggerPx: numberText(stop),
    children: [],
    isPositionTpsl: false,
    reduceOnly: state.reduceOnly,
    orderType: words.orderType,
    origSz: numberText(askedOf(order)),
    tif: words.tif || null,
    cloid: cloidOf(order) ?? null,
  };
}

function conditionOf({ state }: OrderRecord, stop: bigint): string {
  const isStop = state.type === 'stop_loss_limit';
  const isAbove = isStop === (state.side === 'buy');
  return `Price ${isAbove ? 'above' : 'below'} ${numberText(stop)}`;
}

/** Returns the side as bid or ask. */
export function sideOf({ state }: Pick<OrderRecord, 'state'>): 'B' | 'A' {
  return state.side === 'buy' ? 'B' : 'A';
}
