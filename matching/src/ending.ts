import { type Core, ladderOf, marketOf, openOrdersOf, positionFor, tellWhy } from './core.ts';
import { isOpen, type Order, type OrderStatus } from './order.ts';
import type { Reason } from './reasons.ts';
import { needOf, reserve } from './reserve.ts';

/** Removes an order from every index; its record stays. */
export function withdraw(core: Core, order: Order, status: OrderStatus): void {
  const market = marketOf(core, order.symbol);
  ladderOf(market, order.side).remove(order);
  core.touchedMarkets.add(market);
  market.waiting.delete(order.orderId);
  delist(core, order);
  order.status = status;
  reserve(core, order, 0n);
}

/** True for the stop leg of an OCO before its trigger: until then the limit leg holds its needs. */
function isWaitingLeg({ leg, isTriggered }: Order): boolean {
  return leg === 'stop' && !isTriggered;
}

/** Adds an order at the end of its account's lists. */
export function enlist(core: Core, order: Order): void {
  const orders = openOrdersOf(core, order.accountId, order.symbol);
  orders.all.set(order.orderId, order);
  if (order.reduceOnly) orders.reducing.set(order.orderId, order);
  else if (!isWaitingLeg(order)) orders[order.side].add(order);
}

/**
 * Removes an order from the lists: a newer order may now close the lots that it would have closed.
 */
export function delist(core: Core, order: Order): void {
  const orders = openOrdersOf(core, order.accountId, order.symbol);
  orders.all.delete(order.orderId);
  orders.reducing.delete(order.orderId);
  if (!orders[order.side].remove(order)) return;
  const position = positionFor(core, order);
  if (position) core.unsettled.add(position);
}

/** Ends an open order early, and with it the other leg of its OCO. */
export function end(
  core: Core,
  order: Order,
  { status, reason }: { readonly status: 'canceled' | 'expired'; readonly reason: Reason },
): void {
  if (!isOpen(order)) return;
  withdraw(core, order, status);
  order.reason = reason;
  tellWhy(core, status, { order, reason });
  endSibling(core, order, 'OCO_SIBLING_ENDED');
}

export function endSibling(core: Core, order: Order, reason: Reason): void {
  const sibling = siblingOf(core, order);
  if (sibling) end(core, sibling, { status: 'canceled', reason });
}

/** Returns the other leg of an OCO while it is open; a triggered stop leg stands alone. */
export function siblingOf(core: Core, order: Order): Order | undefined {
  const sibling = order.siblingId === undefined ? undefined : core.orders.get(order.siblingId);
  if (!sibling || !isOpen(sibling)) return undefined;
  return sibling.leg === 'stop' && sibling.isTriggered ? undefined : sibling;
}

/** Cuts an order to the lots that may still be filled; it ends when none are left. */
export function cut(core: Core, order: Order, cutTo: { lots: number; reason: Reason }): void {
  const excess = order.quantity - order.filled - cutTo.lots;
  if (excess <= 0 || !isOpen(order)) return;
  if (cutTo.lots === 0) {
    end(core, order, { status: 'canceled', reason: cutTo.reason });
    return;
  }
  order.quantity -= excess;
  const market = marketOf(core, order.symbol);
  ladderOf(market, order.side).reduce(order, excess);
  core.touchedMarkets.add(market);
  if (market.instrument.isSpot && order.reserved > 0n) reserve(core, order, needOf(core, order));
  tellWhy(core, 'amended', { order, reason: cutTo.reason });
}
