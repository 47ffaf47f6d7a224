import type { VenueFill } from '../../../server/src/trading/venues/venuePort.ts';
import { sum, units } from '../exactSum.ts';
import type { SimStore } from '../simStore.ts';
import { type AtVenue, type OrderLine, venueFills } from '../tables.ts';

// Algorithms as their checker reads them, without going through the service.

type Rows = SimStore['rows'];

interface ParentLine {
  readonly id: string;
  readonly client_id: string | null;
  readonly type: string;
  readonly status: string;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
  readonly ended_at_ms: number | null;
  readonly record_json: string;
}

/** A parent order as it is stored. */
export interface Parent extends Omit<ParentLine, 'record_json'> {
  readonly side: 'buy' | 'sell';
  readonly quantity: string;
  readonly limitPrice: number | undefined;
  readonly filled: string;
  readonly cost: string;
  readonly elapsedMs: number;
  /** Milliseconds between two actions that it takes by itself. */
  readonly intervalMs: number;
  readonly waitingFor: string | undefined;
  readonly isEnding: boolean;
}

interface RecordJson {
  readonly side: 'buy' | 'sell';
  readonly quantity: string;
  readonly limitPrice?: number;
  readonly params: { readonly intervalMs?: number };
  readonly run: {
    readonly filled: string;
    readonly cost: string;
    readonly elapsedMs: number;
    readonly waitingFor?: string;
    readonly ending?: object;
  };
}

interface ChildLine {
  readonly parent_id: string;
  readonly number: number;
  readonly account_id: string;
  readonly client_order_id: string;
  readonly stage: string;
  readonly filled: string;
  readonly child_json: string;
}

export interface Child extends Omit<ChildLine, 'child_json'> {
  readonly leg: 0 | 1;
  readonly isClosing: boolean;
  readonly isCancelling: boolean;
  readonly purpose: string;
  readonly quantity: string;
  readonly price: number;
  readonly timeInForce: string;
  readonly cost: string;
}

/** An order that an algorithm sent to a venue. */
export interface ChildOrder extends OrderLine {
  readonly side: string;
  readonly price: string | null;
  readonly parent_id: string;
}

export const endings = ['COMPLETED', 'CANCELLED', 'FAILED'];
export const openStatuses = ['pending', 'unknown', 'open'];

export function parentOf(rows: Rows, id: string): Parent | undefined {
  const [line] = rows<ParentLine>('select * from algorithm_orders where id = ?', id);
  return line && readParent(line);
}

export function allParents(rows: Rows): readonly Parent[] {
  return rows<ParentLine>('select * from algorithm_orders order by created_at_ms, id').map(
    readParent,
  );
}

function readParent({ record_json, ...line }: ParentLine): Parent {
  const { side, quantity, limitPrice, params, run } = JSON.parse(record_json) as RecordJson;
  const { filled, cost, elapsedMs, waitingFor, ending } = run;
  const isEnding = ending !== undefined;
  return {
    ...line,
    side,
    quantity,
    limitPrice,
    filled,
    cost,
    elapsedMs,
    waitingFor,
    isEnding,
    intervalMs: params.intervalMs ?? 0,
  };
}

export function childrenOf(rows: Rows, parentId: string): readonly Child[] {
  const lines = rows<ChildLine>(
    'select * from algorithm_children where parent_id = ? order by number',
    parentId,
  );
  return lines.map(readChild);
}

export function childAt(rows: Rows, parentId: string, number: number): Child | undefined {
  const [line] = rows<ChildLine>(
    'select * from algorithm_children where parent_id = ? and number = ?',
    ...[parentId, number],
  );
  return line && readChild(line);
}

function readChild({ child_json, ...line }: ChildLine): Child {
  const { quantity, price, timeInForce, cost, ...rest } = JSON.parse(child_json) as Child;
  const { leg, isClosing, isCancelling, purpose } = rest;
  return {
    ...line,
    quantity,
    price,
    timeInForce,
    cost,
    leg,
    isClosing,
    isCancelling,
    purpose,
  };
}

/** Returns the orders that the progress of a parent counts: those that open its position. */
export function ownOrders(
  rows: Rows,
  parentId: string,
  orders: readonly ChildOrder[],
): readonly ChildOrder[] {
  const own = new Set(
    childrenOf(rows, parentId).flatMap((child) => (isOwn(child) ? child.client_order_id : [])),
  );
  return orders.filter(({ client_order_id }) => own.has(client_order_id));
}

/** True for a child that opens the position of its parent. */
export function isOwn({ leg, isClosing }: Child): boolean {
  return leg === 0 && !isClosing;
}

export function ordersOf(rows: Rows, parentId: string): readonly ChildOrder[] {
  return rows('select * from meta_orders where parent_id = ? order by id', parentId);
}

/** Fills at the venue, by account and the venue's id of the order. */
export type VenueFilled = ReadonlyMap<string, readonly VenueFill[]>;

export function filledAtVenue(store: Pick<SimStore, 'rows'>): VenueFilled {
  const fills = new Map<string, VenueFill[]>();
  for (const { accountId, value } of venueFills(store) as readonly AtVenue<VenueFill>[]) {
    const key = `${accountId} ${value.venueOrderId}`;
    const among = fills.get(key);
    if (among) among.push(value);
    else fills.set(key, [value]);
  }
  return fills;
}

export function fillsOfOrder(fills: VenueFilled, order: OrderLine): readonly VenueFill[] {
  return fills.get(`${order.account_id} ${order.venue_order_id}`) ?? [];
}

export function quantityOf(fills: readonly VenueFill[]): bigint {
  return sum(fills.map(({ quantity }) => units(quantity)));
}
