import { compareExact, exactly, multiplyExact, roundUpExact } from '../kit/exact.ts';
import type { OrderRow, OrderStatus, OutcomeRow } from './schema.ts';

// Changes of an order by the venue's reports. Pure, and the same on both databases: reports that
// come twice, late or in another order lead to the same order.

/** `takes` when an order takes a reported status. */
type Turn = 'takes' | 'keeps';
type Turns = Readonly<Record<OrderStatus, Turn>>;

const ended = {
  open: 'keeps',
  closed: 'keeps',
  canceled: 'keeps',
  expired: 'keeps',
  rejected: 'keeps',
  unknown: 'keeps',
  pending: 'keeps',
} as const satisfies Turns;

const anything = {
  open: 'takes',
  closed: 'takes',
  canceled: 'takes',
  expired: 'takes',
  rejected: 'takes',
  unknown: 'takes',
  pending: 'keeps',
} as const satisfies Turns;

/** By the status of the order, then by the reported one. */
export const statusTurns: Readonly<Record<OrderStatus, Turns>> = {
  pending: anything,
  unknown: anything,
  open: {
    open: 'keeps',
    closed: 'takes',
    canceled: 'takes',
    expired: 'takes',
    rejected: 'takes',
    unknown: 'keeps',
    pending: 'keeps',
  },
  closed: ended,
  canceled: ended,
  expired: ended,
  rejected: ended,
};

const live: readonly OrderStatus[] = ['pending', 'unknown', 'open'];

/** The columns that an outcome can change. */
export const progressColumns: readonly (keyof OrderRow)[] = [
  'order_status',
  'venue_order_id',
  'quantity_filled',
  'avg_fill_price',
  'cost',
  'fee',
  'fee_currency',
  'reject_code',
  'reason',
  'last_traded_timestamp',
  'settled_micro',
  'updated_at_ms',
  'version',
];

/** Returns the order after the report; the same object when nothing is new. */
export function progressOf(row: OrderRow, said: OutcomeRow): OrderRow {
  const order_status = nextStatus(row, said);
  const isHeard = order_status === said.order_status;
  const isFresh = said.at_ms >= row.updated_at_ms;
  const told = {
    ...row,
    ...fillsOf(row, said, isFresh),
    order_status,
    venue_order_id: newer(row.venue_order_id, said.venue_order_id, isHeard && isFresh),
    reject_code: rejectCodeOf(row, said, { order_status, isHeard, isFresh }),
    reason: isHeard ? newer(row.reason, said.reason, isFresh) : row.reason,
  };
  const next = { ...told, settled_micro: settledMicro(told) };
  if (progressColumns.every((column) => next[column] === row[column])) return row;
  const updated_at_ms = Math.max(row.updated_at_ms, said.at_ms);
  return { ...next, updated_at_ms, version: row.version + 1 };
}

/** Returns the amount of its day's limit that the order counts. */
export function heldMicro(row: OrderRow): number {
  return row.settled_micro ?? row.reserved_micro;
}

function nextStatus(row: OrderRow, said: OutcomeRow): OrderStatus {
  if (!live.includes(row.order_status)) return statusByFills(row, said);
  const turn = statusTurns[row.order_status][said.order_status];
  const next = turn === 'takes' ? said.order_status : row.order_status;
  if (live.includes(next)) return next;
  // Whatever its end is called, there was nothing left to cancel.
  if (hasFilled(row, said, row.quantity)) return 'closed';
  return next === 'rejected' && hasFilled(row, said) ? restRefused : next;
}

/** The venue took the part that filled: only the rest of such an order can have been refused. */
const restRefused: OrderStatus = 'canceled';

/**
 * True when at least this much of the order has filled, or any of it, by the stored or the reported
 * quantity.
 */
function hasFilled({ quantity_filled }: OrderRow, said: OutcomeRow, quantity?: string): boolean {
  return [quantity_filled, said.quantity_filled ?? '0']
    .map(exactly)
    .some((filled) =>
      quantity === undefined ? filled.digits > 0n : compareExact(filled, exactly(quantity)) >= 0,
    );
}

/** Returns the reject code, which an order that was not rejected after all does not have. */
function rejectCodeOf(
  row: OrderRow,
  said: OutcomeRow,
  { order_status, isHeard, isFresh }: Pick<OrderRow, 'order_status'> & Heard,
): string | null {
  if (row.order_status === 'rejected' && order_status !== 'rejected') return null;
  return isHeard ? newer(row.reject_code, said.reject_code, isFresh) : row.reject_code;
}

interface Heard {
  /** True when the order took the reported status. */
  readonly isHeard: boolean;
  /** True when nothing later is known. */
  readonly isFresh: boolean;
}

/**
 * Returns the status of an ended order by its filled quantity. An end that was reported before all
 * its fills were known is corrected by them: fills are the stronger evidence.
 */
function statusByFills(row: OrderRow, said: OutcomeRow): OrderStatus {
  const filled = exactly(said.quantity_filled ?? '0');
  if (compareExact(filled, exactly(row.quantity_filled)) <= 0) return row.order_status;
  if (compareExact(filled, exactly(row.quantity)) >= 0) return 'closed';
  return row.order_status === 'rejected' ? restRefused : row.order_status;
}

type Fills = Pick<
  OrderRow,
  'quantity_filled' | 'avg_fill_price' | 'cost' | 'fee' | 'fee_currency' | 'last_traded_timestamp'
>;

/** Returns the newer fill sums: the report with more is the later one, whatever the clocks say. */
function fillsOf(row: OrderRow, said: OutcomeRow, isFresh: boolean): Fills {
  const growth =
    said.quantity_filled === null
      ? 0
      : compareExact(exactly(said.quantity_filled), exactly(row.quantity_filled));
  if (growth < 0 || (growth === 0 && !isFresh)) return row;
  return {
    quantity_filled: growth > 0 ? (said.quantity_filled ?? '0') : row.quantity_filled,
    avg_fill_price: said.avg_fill_price ?? row.avg_fill_price,
    cost: said.cost ?? row.cost,
    fee: said.fee ?? row.fee,
    fee_currency: said.fee_currency ?? row.fee_currency,
    last_traded_timestamp: latest(row.last_traded_timestamp, said.last_traded_timestamp),
  };
}

/**
 * Returns the settled amount: an order that took nothing from the limit takes nothing when it fills
 * either.
 */
function settledMicro(row: OrderRow): number | null {
  if (live.includes(row.order_status)) return null;
  return row.reserved_micro === 0 ? 0 : worthMicroUsd(row);
}

/** A billion dollars: an absurd number from a venue must not overflow the sums of a day. */
const worthMicroMax = 10n ** 15n;

function worthMicroUsd({ cost, quote_usd }: OrderRow): number {
  const worth = roundUpExact(multiplyExact(exactly(cost), exactly(String(quote_usd))), 6);
  if (worth < 0n) return 0;
  return Number(worth > worthMicroMax ? worthMicroMax : worth);
}

function newer<Value>(known: Value | null, said: Value | null, replaces: boolean): Value | null {
  if (said === null) return known;
  return known === null || replaces ? said : known;
}

function latest(known: number | null, said: number | null): number | null {
  if (known === null || said === null) return known ?? said;
  return Math.max(known, said);
}
