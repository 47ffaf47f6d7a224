import { sum, times, units } from '../exactSum.ts';
import type { SimStore } from '../simStore.ts';
import { venueOrders } from '../tables.ts';
import type { World } from '../world.ts';
import {
  allParents,
  type ChildOrder,
  childrenOf,
  endings,
  filledAtVenue,
  fillsOfOrder,
  openStatuses,
  ordersOf,
  ownOrders,
  type Parent,
  quantityOf,
  type VenueFilled,
} from './parents.ts';
import { toldLate } from './watcher.ts';

// Rules for algorithms that must hold once the faults have stopped.

/** An algorithm that does nothing for this long beyond its interval has stopped working. */
const stillMsMax = 60_000;
/** Longest wait for the next interval: algorithms of several hours are not waited for. */
const waitedMsMax = 240_000;

/**
 * Returns algorithms that run, have no order anywhere and wait only for their next interval: after
 * its time it is known whether it came.
 */
export function unproven({ rows }: SimStore, nowMs: number): readonly Parent[] {
  return allParents(rows).filter((parent) => {
    const { id, status, waitingFor, updated_at_ms } = parent;
    if (status !== 'RUNNING' || waitingFor !== undefined) return false;
    if (patienceMs(parent) > waitedMsMax || nowMs - updated_at_ms > patienceMs(parent))
      return false;
    return childrenOf(rows, id).every(({ stage }) => stage === 'over');
  });
}

function patienceMs({ intervalMs }: Parent): number {
  return intervalMs * 1.5 + stillMsMax;
}

/**
 * Returns paused or cancelled algorithms that still have orders at the venues although these can be
 * reached.
 */
export function notWithdrawn({ rows }: SimStore): readonly Parent[] {
  return allParents(rows).filter(
    ({ id, status }) =>
      status === 'CANCELLING' ||
      (status === 'PAUSED' && childrenOf(rows, id).some(({ stage }) => stage !== 'over')),
  );
}

/** Checks that every algorithm goes on, has ended, is paused, or states a reason for waiting. */
export function checkGoing(world: World, store: SimStore, nowMs: number): void {
  const { rows } = store;
  for (const { id, status } of notWithdrawn(store)) {
    world.wrong(`algorithm ${id} is still ${status} and has live children`);
  }
  for (const parent of allParents(rows)) {
    const { id, type, status, waitingFor, updated_at_ms } = parent;
    if (status !== 'RUNNING' || waitingFor !== undefined) continue;
    if (nowMs - updated_at_ms <= patienceMs(parent)) continue;
    if (childrenOf(rows, id).some(({ stage }) => stage !== 'over')) continue;
    world.wrong(`algorithm ${id} (${type}) runs, and neither acts nor waits for anything`);
  }
}

export function unfinished({ rows }: SimStore): readonly Parent[] {
  return allParents(rows).filter(({ status }) => !endings.includes(status));
}

/** Checks, after everything was cancelled, that all have ended and match the venues' records. */
export function checkEnd(world: World, store: SimStore): void {
  const fills = filledAtVenue(store);
  checkTrades(world, fills);
  checkNamed(world, store);
  for (const parent of allParents(store.rows)) {
    if (!endings.includes(parent.status)) {
      world.wrong(`algorithm ${parent.id} was cancelled and is ${parent.status}`);
    }
    checkParent({ world, store, fills }, parent);
  }
}

interface AtEnd {
  readonly world: World;
  readonly store: SimStore;
  readonly fills: VenueFilled;
}

function checkParent({ world, store, fills }: AtEnd, parent: Parent): void {
  const orders = ordersOf(store.rows, parent.id);
  const name = `algorithm ${parent.id} (${parent.type}, ${parent.status})`;
  const own = ownOrders(store.rows, parent.id, orders).flatMap((order) =>
    fillsOfOrder(fills, order),
  );
  const filled = quantityOf(own);
  if (filled !== units(parent.filled)) {
    world.wrong(`${name} has filled ${parent.filled}, its venues ${filled}`);
  }
  const cost = sum(own.map(({ price, quantity }) => times(price, quantity)));
  if (cost !== units(parent.cost))
    world.wrong(`${name} has cost ${parent.cost}, its fills ${cost}`);
  if (filled > units(parent.quantity) + toldLate(world, orders)) {
    world.wrong(`${name} has filled ${filled} of ${parent.quantity}`);
  }
  const { limitPrice, side } = parent;
  for (const { price, side: done, venueTradeId } of own) {
    if (done !== side) world.wrong(`${name} has a fill ${venueTradeId} that would ${done}`);
    if (limitPrice === undefined) continue;
    if (side === 'buy' ? price > limitPrice : price < limitPrice) {
      world.wrong(`${name} has filled at ${price}, beyond its limit price ${limitPrice}`);
    }
  }
  for (const order of orders) checkOrder({ world, store, fills }, order);
}

function checkOrder({ world, store, fills }: AtEnd, order: ChildOrder): void {
  const { client_order_id, order_status } = order;
  if (openStatuses.includes(order_status)) {
    world.wrong(`the order ${client_order_id} is ${order_status} at the end`);
  }
  const filled = quantityOf(fillsOfOrder(fills, order));
  const child = childrenOf(store.rows, order.parent_id).find(
    (each) => each.client_order_id === client_order_id,
  );
  if (!child) world.wrong(`the order ${client_order_id} belongs to no child`);
  else if (units(child.filled) !== filled) {
    world.wrong(`child ${client_order_id} has filled ${child.filled}, at its venue ${filled}`);
  }
}

/** Checks that each trade of an account is stored once. */
function checkTrades(world: World, fills: VenueFilled): void {
  const seen = new Set<string>();
  for (const [key, own] of fills) {
    const [accountId] = key.split(' ');
    for (const { venueTradeId } of own) {
      const name = `${accountId} ${venueTradeId}`;
      if (seen.has(name)) world.wrong(`the trade ${name} is there twice`);
      seen.add(name);
    }
  }
}

/** Checks that no child has two orders at the venues, and none belongs to an unknown child. */
function checkNamed(world: World, store: SimStore): void {
  const seen = new Set<string>();
  const orders = store.rows<ChildOrder>('select * from meta_orders where parent_id is not null');
  const byVenueId = new Map(orders.map((order) => [order.venue_client_id, order]));
  for (const { value } of venueOrders(store)) {
    const clientId = value.clientId ?? '';
    const order = byVenueId.get(world.venues.aliases.get(clientId) ?? clientId);
    if (!order) continue;
    const name = order.client_order_id;
    if (seen.has(name)) world.wrong(`the venues have two orders of child ${name}`);
    seen.add(name);
  }
}
