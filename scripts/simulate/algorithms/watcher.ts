import type { Write } from '../../../server/src/store/sqlite/calls.ts';
import type { VenueOrder } from '../../../server/src/trading/venues/venuePort.ts';
import { sum, units } from '../exactSum.ts';
import type { SimAccount } from '../incarnation.ts';
import type { SimStore } from '../simStore.ts';
import type { World } from '../world.ts';
import type { SimMarket } from './market.ts';
import {
  type Child,
  type ChildOrder,
  childAt,
  childrenOf,
  endings,
  isOwn,
  openStatuses,
  ordersOf,
  type Parent,
  parentOf,
} from './parents.ts';

/**
 * Watches all writes and orders of algorithms. It reads the tables without going through the
 * service and shares no code with it; the rules at rest are in `rest.ts`.
 */
export interface Watcher {
  sent(accountId: string, order: VenueOrder): void;
  committed(writes: readonly Write[]): void;
  /** A caller got the answer that it is paused; from now on it sends nothing, until `resuming`. */
  paused(id: string, askedAt: number): void;
  resuming(id: string): void;
  /** Number of requested resumptions, which a pause notes when it is requested. */
  resumptions(): number;
}

interface WatcherDeps {
  readonly world: World;
  readonly store: () => Pick<SimStore, 'rows'>;
  readonly market: SimMarket;
  readonly accounts: readonly SimAccount[];
  readonly rules: FamilyRules;
}

/** Further rules for algorithms of one leg, or for pairs. */
export interface FamilyRules {
  moved(before: Parent, now: Parent): void;
  /** A child is stored for the first time. */
  made(child: Child, parents: { readonly before: Parent; readonly now: Parent }): void;
  /** It was checked after a write. */
  looked(parent: Parent, family: Family): void;
  sent(sent: Sent, isPaused: boolean): void;
  /** An order of it was reserved. */
  placed(parent: Parent, orders: readonly ChildOrder[]): void;
  /** All writes of one committed transaction. */
  committed(writes: readonly Write[]): void;
}

/** Statuses that may follow each status; none follows an end. */
const moves: Readonly<Record<string, readonly string[]>> = {
  RUNNING: ['PAUSED', 'CANCELLING', ...endings],
  PAUSED: ['RUNNING', 'CANCELLING', ...endings],
  CANCELLING: ['COMPLETED', 'CANCELLED'],
  COMPLETED: [],
  CANCELLED: [],
  FAILED: [],
};
const stages = ['intended', 'live', 'over'];
/** Times in force of orders that take from the book or end. */
const takers = ['IOC', 'FOK'];

/** Compares an algorithm after each of its writes with its state before. */
function createLook(
  world: World,
  rows: SimStore['rows'],
  rules: FamilyRules,
): (id: string) => void {
  const parents = new Map<string, Parent>();
  const children = new Map<string, Map<number, Child>>();
  return (id) => {
    const now = parentOf(rows, id);
    if (!now) return;
    const before = parents.get(id);
    const known = children.get(id) ?? new Map<number, Child>();
    parents.set(id, now);
    children.set(id, known);
    if (before) checkMove(world, before, now);
    if (before) rules.moved(before, now);
    const all = childrenOf(rows, id);
    for (const child of all) {
      checkChild(world, child, known.get(child.number));
      if (before && !known.has(child.number)) rules.made(child, { before, now });
      known.set(child.number, child);
    }
    const orders = ordersOf(rows, id);
    checkTotals(world, now, { all, orders });
    rules.looked(now, { all, orders });
    if (endings.includes(now.status)) checkEnded(world, now, { all, orders });
  };
}

export function createWatcher({ world, store, market, accounts, rules }: WatcherDeps): Watcher {
  const paused = new Set<string>();
  let resumptions = 0;
  const rows: SimStore['rows'] = (sql, ...parameters) => store().rows(sql, ...parameters);
  const looked = createLook(world, rows, rules);
  return {
    sent(accountId, order) {
      const line = storedOrder(rows, order);
      if (!line) world.wrong(`order ${order.clientId} is sent and not stored`);
      if (!line || line.parent_id === null) return;
      const name = line.client_order_id;
      const parent = parentOf(rows, line.parent_id);
      if (!parent) {
        world.wrong(`order ${name} is sent for an algorithm that is not stored`);
        return;
      }
      const child = childAt(rows, parent.id, numberOf(name));
      const sent = { parent, child, line, order, accountId };
      checkSent(world, sent);
      rules.sent(sent, paused.has(parent.id));
      const venue = accounts.find(({ id }) => id === accountId)?.venue;
      const objection = venue && market.objection({ venue, symbol: order.symbol });
      if (objection === undefined || !takers.includes(order.timeInForce)) return;
      world.wrong(`${name} takes from the book of ${venue} although ${objection}`);
    },
    committed(writes) {
      rules.committed(writes);
      for (const write of writes) {
        if (write.name === 'createAlgorithm' || write.name === 'saveAlgorithmStep') {
          looked(write.args[1].order.id);
        }
        if (write.name !== 'reserveOrder' || write.args[1].parent_id === null) continue;
        const parent = parentOf(rows, write.args[1].parent_id);
        if (parent) rules.placed(parent, ordersOf(rows, parent.id));
      }
    },
    paused(id, askedAt) {
      if (askedAt === resumptions) paused.add(id);
    },
    resuming(id) {
      resumptions += 1;
      paused.delete(id);
    },
    resumptions: () => resumptions,
  };
}

function storedOrder(rows: SimStore['rows'], { clientId }: VenueOrder): ChildOrder | undefined {
  return rows<ChildOrder>('select * from meta_orders where venue_client_id = ?', clientId)[0];
}

function numberOf(clientOrderId: string): number {
  return Number(clientOrderId.slice(clientOrderId.lastIndexOf('.') + 1));
}

function checkMove(world: World, before: Parent, now: Parent): void {
  const { id, status } = now;
  const terms = ({ type, side, quantity, limitPrice }: Parent) =>
    [type, side, quantity, limitPrice].join(' ');
  if (terms(now) !== terms(before)) {
    world.wrong(`algorithm ${id} was ${terms(before)} and became ${terms(now)}`);
  }
  if (status !== before.status && !moves[before.status]?.includes(status)) {
    world.wrong(`algorithm ${id} was ${before.status} and became ${status}`);
  }
  if (units(now.filled) < units(before.filled)) {
    world.wrong(`algorithm ${id} had filled ${before.filled}, now ${now.filled}`);
  }
  if (now.elapsedMs < before.elapsedMs) {
    world.wrong(`the clock of algorithm ${id} went from ${before.elapsedMs} to ${now.elapsedMs}`);
  }
}

/** Checks that a child keeps its terms from its first record on; only its outcome grows. */
function checkChild(world: World, now: Child, before: Child | undefined): void {
  const name = now.client_order_id;
  if (name !== `${now.parent_id}.${now.number}`)
    world.wrong(`child ${now.number} is named ${name}`);
  if (!before) return;
  const terms = ({ account_id, quantity, price, timeInForce }: Child) =>
    [account_id, quantity, price, timeInForce].join(' ');
  if (terms(now) !== terms(before)) {
    world.wrong(`child ${name} was ${terms(before)} and became ${terms(now)}`);
  }
  if (stages.indexOf(now.stage) < stages.indexOf(before.stage)) {
    world.wrong(`child ${name} was ${before.stage} and became ${now.stage}`);
  }
  if (units(now.filled) < units(before.filled)) {
    world.wrong(`child ${name} had filled ${before.filled}, now ${now.filled}`);
  }
}

/** Checks that filled and cost equal those of the children, to the last digit. */
function checkTotals(world: World, parent: Parent, { all, orders }: Family): void {
  const own = all.filter(isOwn);
  const filled = sum(own.map((child) => units(child.filled)));
  if (filled !== units(parent.filled)) {
    world.wrong(`algorithm ${parent.id} has filled ${parent.filled}, its children ${filled}`);
  }
  const cost = sum(own.map((child) => units(child.cost)));
  if (cost !== units(parent.cost)) {
    world.wrong(`algorithm ${parent.id} has cost ${parent.cost}, its children ${cost}`);
  }
  if (filled > units(parent.quantity) + toldLate(world, orders)) {
    world.wrong(`algorithm ${parent.id} has filled ${filled} of ${parent.quantity}`);
  }
}

export interface Family {
  readonly all: readonly Child[];
  readonly orders: readonly ChildOrder[];
}

/**
 * Returns the quantity that venues reported after they had reported an order as over: nobody could
 * expect it.
 */
export function toldLate({ venues }: World, orders: readonly ChildOrder[]): bigint {
  return sum(orders.map(({ venue_client_id }) => venues.toldLate.get(venue_client_id) ?? 0n));
}

function checkEnded(world: World, parent: Parent, { all, orders }: Family): void {
  for (const { client_order_id, stage } of all) {
    if (stage !== 'over') world.wrong(`${client_order_id} is ${stage} after ${parent.status}`);
  }
  for (const { client_order_id, order_status } of orders) {
    if (!openStatuses.includes(order_status)) continue;
    world.wrong(`the order ${client_order_id} is ${order_status} after ${parent.status}`);
  }
}

export interface Sent {
  readonly parent: Parent;
  readonly child: Child | undefined;
  readonly line: ChildOrder;
  readonly order: VenueOrder;
  readonly accountId: string;
}

/** Checks that a sent order is a child that was stored before, with the stored terms. */
function checkSent(world: World, { parent, child, line, order, accountId }: Sent): void {
  const name = line.client_order_id;
  if (!child || child.client_order_id !== name) {
    world.wrong(`${name} is sent before it is stored as a child`);
    return;
  }
  if (child.account_id !== accountId) world.wrong(`${name} is sent by ${accountId}`);
  if (child.stage === 'over') world.wrong(`${name} is sent although it is over`);
  if (units(order.quantity) > units(child.quantity)) {
    world.wrong(`${name} is sent with ${order.quantity}, stored with ${child.quantity}`);
  }
  if (endings.includes(parent.status)) world.wrong(`${name} is sent after ${parent.status}`);
  if (order.price === undefined) world.wrong(`${name} is sent without a price`);
}
